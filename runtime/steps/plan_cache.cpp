// See plan_cache.h.
#include "runtime/steps/plan_cache.h"

#include "runtime/base/fail.h"

namespace hydra::rt {
namespace {

constexpr std::size_t most_plans = 8192; // of one loop; beyond it, they are forgotten and made again

} // namespace

Plan& PlanCache::plan_for(LoopState& state, const PlanRequest& request) {
    if (observers_.empty())
        return exact_plan_for(state, request);
    Plan* own = nullptr;
    if (observers_.any([&](LaunchObserver& one) { return (own = one.plan(state, request)) != nullptr; }))
        return *own;
    Plan& plan = exact_plan_for(state, request);
    observers_.each([&](LaunchObserver& one) { one.planned(request, state.binding, plan); });
    return plan;
}

const PlanKey& PlanCache::key_of(const LoopState& state, const PlanRequest& request) {
    key_.clear();
    key_.add_launch(state.index, request);
    key_.add_arrays(state.binding);
    for (const Allocation* allocation : state.binding.allocations)
        key_.add(registry_.state_id(*allocation));
    if ((request.loop->flags & HYDRA_RT_IN_TURN) != 0)
        key_.add(maker_.blocks_chosen());
    if (request.shares != nullptr || (request.loop->boxes != nullptr && request.loop->boxes->grid != nullptr))
        key_.add(maker_.grids_chosen());
    return key_;
}

void PlanCache::count_made(const PlanRequest& request, double start) {
    ++counters_.plans_computed;
    stopwatch_.ended(counters_.seconds.planning, Trace::Kind::planning, request.loop->at, start);
}

void PlanCache::forget(LoopState& state, const Inspection& inspection) {
    std::erase_if(
        state.plans.plans, [&](const auto& entry) { return entry.first.made_with(inspection.id); });
}

std::optional<Plan> PlanCache::make_single(const LoopState& state, const PlanRequest& request) const {
    if (observers_.restrictions().apart || state.touched == nullptr)
        return std::nullopt;
    return maker_.make_single(request, state.binding, state.touched->slots);
}

Plan PlanCache::make(const LoopState& state, const PlanRequest& request, std::optional<Plan> single) {
    Plan plan = single ? *std::move(single) : maker_.make(request, state.binding);
    counters_.effort.planned += plan.parts();
    counters_.effort.runs += request.inspection != nullptr ? request.inspection->runs() : 0;
    if (const std::string told = maker_.take_told(); speaks_ && !told.empty())
        complain(told);
    return plan;
}

void PlanCache::name(Plan& plan, std::uint64_t hash) {
    plan.key_hash = hash;
    if (plan.settling)
        plan.settling->key_hash = hash + 1;
}

Plan& PlanCache::exact_plan_for(LoopState& state, const PlanRequest& request) {
    KnownPlans& known = state.plans;
    maker_.count_launch(*request.loop);
    if (known.moves())
        if (Plan* plan = uncached_plan(state, request))
            return *plan;
    auto found = known.plans.find(key_of(state, request));
    if (found == known.plans.end()) {
        const double start = now();
        std::optional<Plan> single = make_single(state, request);
        if (!single && maker_.refine_shapes(request, state.binding))
            found = known.plans.find(key_of(state, request));
        if (found == known.plans.end()) {
            if (known.plans.size() >= most_plans)
                known.plans.clear();
            if (!known.repeats)
                known.traces.insert(trace_of(state, request));
            auto plan = std::make_unique<Plan>(make(state, request, std::move(single)));
            const PlanKey& key = key_of(state, request); // the plan may have chosen how an extent is dealt out
            name(*plan, key.hash());
            std::unique_ptr<Plan>& made = known.plans[key];
            made = std::move(plan);
            count_made(request, start);
            return *made;
        }
    }
    known.repeats = true;
    ++counters_.plans_reused;
    return *found->second;
}

// What decides the plan, as one number, equal on all ranks. Of states whose numbers nobody has asked for, it is what
// they came from that counts; but by that, a loop that goes through the same launches again and again would never come
// back to where it was. So where the scalars are those of an earlier launch, the states' numbers count, once a round.
std::uint64_t PlanCache::trace_of(LoopState& state, const PlanRequest& request) {
    key_.clear();
    key_.add_launch(state.index, request);
    key_.add_arrays(state.binding);
    std::uint64_t hash = key_.hash();
    KnownPlans& known = state.plans;
    const bool begins_anew =
        !known.scalars.insert(hash) && (hash == known.first || known.since >= known.scalars.size());
    known.since = begins_anew ? 0 : known.since + 1;
    known.first = begins_anew ? hash : known.first;
    for (const Allocation* allocation : state.binding.allocations)
        hash = mixed(hash, begins_anew || !known.moves() ? std::uint64_t{registry_.state_id(*allocation)}
                                                         : allocation->state->trace);
    return hash;
}

Plan* PlanCache::uncached_plan(LoopState& state, const PlanRequest& request) {
    KnownPlans& known = state.plans;
    PlanRequest passing = request;
    const auto is_new = [&] {
        passing.trace = trace_of(state, request);
        known.repeats = !known.traces.insert(passing.trace);
        return !known.repeats;
    };
    if (!is_new())
        return nullptr;
    const double start = now();
    std::optional<Plan> single = make_single(state, passing);
    if (!single && maker_.refine_shapes(passing, state.binding) && !is_new())
        return nullptr;
    known.last = make(state, passing, std::move(single));
    name(known.last, passing.trace);
    count_made(request, start);
    return &known.last;
}

} // namespace hydra::rt
