// See loop_groups.h.
#include "passes/distribution/loop_groups.h"

#include <utility>

namespace hydra::passes {

LoopGroups::LoopGroups(State& state) : state_(state), classes_(state.program, state.summary), bounds_(state) {
    for (ir::Kernel& kernel : state_.program.kernels) {
        kernel.distribution.grid.repeats = !bounds_.around(kernel).empty() || bounds_.called_again(kernel.function);
        if (!kernel.analysis.replicated && kernel.distribution.grid.repeats)
            for (const RawAccess& raw : region(kernel).accesses.accesses)
                if (raw.kind != ir::AccessKind::read)
                    moved_.insert(class_of(kernel, raw));
    }
    moved_.erase(ArrayClasses::none);
    for (const int array : moved_)
        numbers_[array] = sets_.add();
    for (const ir::Kernel& kernel : state_.program.kernels)
        join(kernel);
    std::map<int, std::vector<ir::Kernel*>> groups;
    for (ir::Kernel& kernel : state_.program.kernels)
        if (const std::set<int>& arrays = touched_[kernel.id.value]; !arrays.empty())
            groups[sets_.representative(numbers_[*arrays.begin()])].push_back(&kernel);
    for (auto& [set, kernels] : groups)
        groups_.push_back(std::move(kernels));
}

int LoopGroups::class_of(const ir::Kernel& kernel, const RawAccess& raw) {
    return raw.root == RawAccess::everything
               ? ArrayClasses::none
               : array_class(classes_, region(kernel).accesses.roots[static_cast<std::size_t>(raw.root)]);
}

void LoopGroups::join(const ir::Kernel& kernel) {
    if (kernel.analysis.replicated)
        return;
    std::set<int>& arrays = touched_[kernel.id.value];
    for (const RawAccess& raw : region(kernel).accesses.accesses) {
        const int array = class_of(kernel, raw);
        if (array == ArrayClasses::none)
            lost_.insert(kernel.id.value);
        else if (moved_.contains(array))
            arrays.insert(array);
    }
    for (const int array : arrays)
        sets_.unite(numbers_[array], numbers_[*arrays.begin()]);
}

} // namespace hydra::passes
