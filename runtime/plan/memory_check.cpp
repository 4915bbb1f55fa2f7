// See memory_check.h.
#include "runtime/plan/memory_check.h"

#include "runtime/base/fail.h"
#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/plan/names.h"
#include "runtime/plan/plan.h"
#include "runtime/policy/worth.h"

namespace hydra::rt {

bool memory_suffices(const Binding& binding) {
    std::int64_t bytes = 0;
    for (const Allocation* allocation : binding.allocations)
        bytes += allocation->ample ? 0 : static_cast<std::int64_t>(allocation->bytes);
    return bytes < worth_checking;
}

void check_memory(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                  const Access& access) {
    if (context.plays_all || memory_suffices(binding))
        return; // in a dry run, it is not this process that touches it
    std::int64_t touched = 0;
    for (std::size_t a = 0; a < access.size(); ++a)
        touched += region_bytes(access[a].reads() | access[a].write, binding.allocations[a]->shape);
    if (touched < worth_checking)
        return;
    // Ranks of one node share its memory, and their shares are alike.
    std::size_t available = available_memory() / static_cast<std::size_t>(context.node_ranks);
    if (static_cast<std::size_t>(touched) <= available) {
        std::size_t bytes = 0;
        for (const Allocation* allocation : binding.allocations)
            bytes += allocation->bytes;
        for (Allocation* allocation : binding.allocations)
            allocation->ample = allocation->ample || bytes <= available / worth::ample_memory; // to ask takes long
        return;
    }
    // What is written for sure takes memory, and what is received. To read what was never written takes none, and what
    // is perhaps touched need not be.
    std::vector<Region> regions;
    for (std::size_t a = 0; a < access.size(); ++a)
        regions.push_back(access[a].write |
                          (access[a].reads() - binding.allocations[a]->state->full().held_by(context.rank)));
    std::size_t missing = 0, largest = 0, largest_bytes = 0;
    for (std::size_t a = 0; a < regions.size(); ++a) {
        std::size_t untouched = 0;
        for_each_run(regions[a], binding.allocations[a]->shape, [&](Run run) {
            untouched +=
                untouched_bytes(binding.allocations[a]->base + run.offset, static_cast<std::size_t>(run.bytes));
        });
        missing += untouched;
        if (untouched > largest_bytes) {
            largest_bytes = untouched;
            largest = a;
        }
    }
    if (missing > available)
        fail(request.loop->at, text("not enough memory for array ", array_of(request, binding, largest), " (",
                                    binding.allocations[largest]->bytes, " bytes): each rank needs ", missing,
                                    " bytes more here, and ", available, " bytes are available"));
}

} // namespace hydra::rt
