// Pass: races. Directives that are wrong are refused: those that made kernels, and those inside of kernels' loops.
// After it: kernels whose iterations are proved not to meet are marked so.
#include "passes/dependence/race_finder.h"
#include "passes/passes.h"

namespace hydra::passes {

void races_pass(State& state) {
    const NoAlias distinct(state);
    for (ir::Kernel& kernel : state.program.kernels)
        find_races(state, kernel, *state.kernels[static_cast<std::size_t>(kernel.id.value)], distinct);
    for (ir::Kernel& kernel : state.nested) {
        const std::size_t told = state.program.accessors.size();
        const std::unique_ptr<Region> region = accesses_of(state, kernel, {});
        find_races(state, kernel, *region, distinct);
        state.program.accessors.resize(told); // nobody will ask
    }
}

} // namespace hydra::passes
