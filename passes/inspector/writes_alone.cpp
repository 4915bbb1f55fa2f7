// See writes_alone.h.
#include "passes/inspector/writes_alone.h"

#include <algorithm>

namespace hydra::passes {

using ir::Expr;

std::optional<WritesAlone> writes_alone(Slicer& slicer, const RegionAccesses& region,
                                        const std::function<bool(const Expr*)>& is_described) {
    const auto host = [&](const RawAccess& raw) -> const ir::HostExpr& {
        return region.roots[static_cast<std::size_t>(raw.root)].host;
    };
    HostPointers written;
    std::set<const Expr*> all, targets;
    int stages = 0;
    for (const RawAccess& raw : region.accesses)
        if (raw.inspected.stage > 0) {
            all.insert(raw.expr);
            stages = std::max(stages, raw.inspected.stage);
            if (raw.kind != ir::AccessKind::read)
                written.insert(host(raw));
        }
    for (const RawAccess& raw : region.accesses)
        if (raw.inspected.stage > 0 && written.contains(host(raw)))
            targets.insert(raw.expr);
    if (targets.empty())
        return std::nullopt;
    // What may be noted in vain keeps threads from nothing but what the directive says they may do.
    std::set<const Expr*> unwanted;
    for (bool more = true; more;) {
        if (!slicer.close_without(targets, unwanted))
            return std::nullopt;
        const std::size_t before = unwanted.size();
        for (const Expr* load : slicer.slice().loads)
            if (!is_described(load))
                unwanted.insert(load);
        more = unwanted.size() > before;
    }
    const bool is_smaller = targets.size() < all.size() || stages > 1 || slicer.slice().is_wider();
    return is_smaller ? std::optional(WritesAlone{std::move(targets), std::move(unwanted)}) : std::nullopt;
}

} // namespace hydra::passes
