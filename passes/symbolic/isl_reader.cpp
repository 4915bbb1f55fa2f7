// See isl_reader.h.
#include "passes/symbolic/isl_reader.h"

#include <isl/options.h>

namespace hydra::passes {

IslReader::IslReader() : ctx_(isl_ctx_alloc()) { isl_options_set_on_error(ctx_, ISL_ON_ERROR_CONTINUE); }

IslReader::~IslReader() {
    sets_.clear();
    maps_.clear();
    isl_ctx_free(ctx_);
}

const isl::set& IslReader::set(const std::string& text) {
    auto found = sets_.find(text);
    if (found == sets_.end())
        found = sets_.emplace(text, isl::set(isl::ctx(ctx_), text)).first;
    return found->second;
}

const isl::map& IslReader::map(const std::string& text) {
    return map(
        text, [&] { return isl::map(isl::ctx(ctx_), text); });
}

const isl::map& IslReader::map(const std::string& text, const std::function<isl::map()>& make) {
    auto found = maps_.find(text);
    if (found == maps_.end())
        found = maps_.emplace(text, make()).first;
    return found->second;
}

} // namespace hydra::passes
