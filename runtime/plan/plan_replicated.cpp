// Plans of what is not shared out: serial sites, loops that every rank runs, and what is brought before either.
#include "runtime/plan/memory_check.h"
#include "runtime/plan/messages.h"
#include "runtime/plan/planners.h"
#include "runtime/plan/reductions.h"
#include "runtime/plan/rules.h"

namespace hydra::rt {

StateRef state_after(const PlanContext& context, const Allocation& allocation, LaunchPlan& part) {
    return part.same ? allocation.state : context.registry.intern(std::move(part.next));
}

void note_computed(const PlanContext& context, std::size_t allocation, const std::vector<RankAccess>& accesses,
                   Plan& plan) {
    if (!context.plays_all)
        return;
    std::vector<Region> sections;
    for (const ReducedArray& array : plan.arrays)
        if (array.allocation == static_cast<int>(allocation))
            sections.push_back(array.section);
    std::vector<const Region*> all;
    all.reserve(sections.size() + 2 * accesses.size());
    for (const Region& section : sections)
        all.push_back(&section);
    for (const RankAccess& access : accesses)
        all.insert(all.end(), {&access.write, &access.maywrite});
    const int dims = accesses.empty() ? 1 : accesses.front().write.dims();
    plan.computed.push_back(Region::unite(dims, all));
}

// Then each iteration finds what the ones before have accumulated.
static bool touches_reduced(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                            const std::vector<ReducedArray>& arrays, const Access& access) {
    std::vector<std::vector<RankAccess>> by_allocation;
    for (const RankAccess& one : access)
        by_allocation.push_back({one});
    return reduced_is_touched(context.rank, request, binding, arrays, by_allocation);
}

Plan plan_replicated(const PlanContext& context, const PlanRequest& request, const Binding& binding) {
    Plan plan;
    plan.replicated = true;
    plan.iterations = {{request.begin, request.end}};
    plan.last_rank = context.rank;
    Access access = evaluate(request, binding, context.rank, plan.iterations, found_by_all(request));
    if (!request.serial_site) {
        plan.arrays = reduced_arrays(context, request, binding, false);
        const bool in_blocks = context.reproducible && rounds(*request.loop);
        plan.in_copies = in_blocks && (request.loop->flags & HYDRA_RT_REPLICATED) == 0 &&
                         !touches_reduced(context, request, binding, plan.arrays, access);
        plan.accumulators = accumulators_of(request, binding, plan.arrays, !plan.in_copies);
        if (in_blocks)
            accumulate_in_blocks(request, plan.accumulators);
        for (const ReducedArray& array : plan.arrays)
            access[static_cast<std::size_t>(array.allocation)].maywrite |= array.section;
    }
    check_memory(context, request, binding, access);
    MessageList messages(context, binding);
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        const Allocation& allocation = *binding.allocations[a];
        const bool writes = !access[a].write.empty() || !access[a].maywrite.empty();
        plan.written.push_back(writes);
        if (writes && stays_with_all(context, allocation, access[a])) {
            plan.next.push_back(allocation.state);
            continue;
        }
        if (auto outcome =
                read_by_rules(context, allocation, access[a].reads() | access[a].maywrite, true, access[a].writes())) {
            messages.add(a, outcome->transfers);
            plan.next.push_back(interned(context, request, binding, a, std::move(outcome->next)));
            continue;
        }
        LaunchPlan part = plan_serial(allocation.state->full(), access[a].reads(), access[a].write, access[a].maywrite);
        messages.spread(a, std::move(part.transfers));
        plan.next.push_back(state_after(context, allocation, part));
        note_computed(context, a, {access[a]}, plan);
    }
    messages.move_to(plan);
    if (context.keeps_access)
        plan.access = std::move(access);
    return plan;
}

Plan plan_alone(const PlanContext& context, const PlanRequest& request, const Binding& binding) {
    Plan plan;
    plan.replicated = true;
    plan.written.assign(binding.allocations.size(), false);
    Access access = evaluate(request, binding, 0, {{request.begin, request.end}}, {});
    if (context.rank == 0)
        check_memory(context, request, binding, access);
    MessageList messages(context, binding);
    for (std::size_t a = 0; a < access.size(); ++a) {
        const Allocation& allocation = *binding.allocations[a];
        if (auto outcome = read_by_rules(context, allocation, access[a].reads(), false)) {
            messages.add(a, outcome->transfers);
            plan.next.push_back(interned(context, request, binding, a, std::move(outcome->next)));
            plan.alone = plan.alone || !allocation.state->dealt()->all_hold(access[a].reads());
            continue;
        }
        const DirState& state = allocation.state->full();
        const Region nothing(state.dims());
        const RankAccess reads{0, access[a].reads(), nothing, nothing};
        plan.alone = plan.alone || !state.all_hold(reads.read);
        LaunchPlan part = plan_launch(state, {&reads, 1});
        messages.spread(a, std::move(part.transfers));
        plan.next.push_back(state_after(context, allocation, part));
    }
    messages.move_to(plan);
    if (context.keeps_access)
        plan.access = std::move(access);
    return plan;
}

Plan plan_gather(const PlanContext& context, const Binding& binding, const Region* part) {
    Plan plan;
    MessageList messages(context, binding);
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        const Allocation& allocation = *binding.allocations[a];
        Region nothing(allocation.shape.dims());
        LaunchPlan gathered =
            plan_serial(allocation.state->full(), part != nullptr ? *part : allocation.shape.whole(), nothing, nothing);
        messages.spread(a, std::move(gathered.transfers));
        plan.next.push_back(state_after(context, allocation, gathered));
    }
    messages.move_to(plan);
    return plan;
}

Plan plan_reads(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                const std::vector<std::vector<Interval>>& shares) {
    Plan plan;
    std::vector<std::vector<RankAccess>> accesses(binding.allocations.size());
    for (int rank = 0; rank < context.ranks; ++rank) {
        const std::vector<Interval>& share = shares[static_cast<std::size_t>(rank)];
        Access access = evaluate(request, binding, rank, share, found_by(request, rank));
        for (std::size_t a = 0; a < accesses.size(); ++a)
            accesses[a].push_back({rank, access[a].reads(), Region(access[a].write.dims()),
                                   Region(access[a].maywrite.dims()), Region(access[a].mayread.dims())});
    }
    MessageList messages(context, binding);
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        LaunchPlan part = plan_launch(binding.allocations[a]->state->full(), accesses[a]);
        messages.spread(a, std::move(part.transfers));
        plan.next.push_back(state_after(context, *binding.allocations[a], part));
    }
    messages.move_to(plan);
    plan.written.assign(accesses.size(), false);
    return plan;
}

} // namespace hydra::rt
