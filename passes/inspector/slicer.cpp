// See slicer.h.
#include "passes/inspector/slicer.h"

#include <algorithm>

#include "passes/inspector/slice_closure.h"

namespace hydra::passes {

using ir::Expr;

namespace {

// What an iteration does behind a check that has ended the program is nobody's business, and the subscripts there may
// be those that the check found wrong. The check stays where it asks for no more memory than the rest.
Slice closed(const SliceScope& scope, const std::set<const Expr*>& targets, const std::set<const void*>& dropped) {
    SliceClosure closure(scope);
    Slice going_on = closure.run(targets, dropped, false);
    if (!going_on.why.empty() || !scope.may_exit())
        return going_on;
    std::set<std::string> loaded;
    for (const Expr* load : going_on.loads)
        loaded.insert(ir::print_c(*load));
    Slice ending = closure.run(targets, dropped, true);
    const bool good =
        ending.why.empty() && std::all_of(ending.loads.begin(), ending.loads.end(),
                                          [&](const Expr* load) { return loaded.contains(ir::print_c(*load)); });
    return good ? ending : going_on;
}

} // namespace

bool Slicer::close(const std::set<const Expr*>& targets) {
    slice_ = closed(scope_, targets, {});
    return slice_.why.empty();
}

bool Slicer::close_without(const std::set<const Expr*>& targets, const std::set<const Expr*>& loads) {
    const auto is_unwanted = [&](const Expr* load) { return loads.contains(load); };
    if (close(targets) && std::none_of(slice_.loads.begin(), slice_.loads.end(), is_unwanted))
        return true;
    auto found = guards_.without(targets, loads, [&](const auto& dropped) { return closed(scope_, targets, dropped); });
    if (found)
        slice_ = std::move(*found);
    return found.has_value();
}

} // namespace hydra::passes
