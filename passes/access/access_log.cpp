// Roots and accesses of a symbolic run (access_log.h).
#include "passes/access/access_log.h"

namespace hydra::passes {

int Roots::add(Root root) {
    for (std::size_t i = 0; i < list_.size(); ++i)
        if (list_[i].host == root.host && list_[i].tables == root.tables)
            return static_cast<int>(i);
    list_.push_back(std::move(root));
    return static_cast<int>(list_.size()) - 1;
}

void AccessLog::mark_host_read(const ir::Expr& expr) {
    for (auto raw = list_.rbegin(); raw != list_.rend() && raw->expr == ir::strip(&expr); ++raw)
        raw->host_read = true;
}

void AccessLog::stamp(RawAccess& raw) {
    raw.order.moment = ++moment_;
    raw.order.done = steps_;
}

std::vector<RawAccess> AccessLog::take(const std::set<std::size_t>& without) {
    std::vector<RawAccess> kept;
    for (std::size_t at = 0; at < list_.size(); ++at)
        if (!without.contains(at))
            kept.push_back(std::move(list_[at]));
    return kept;
}

} // namespace hydra::passes
