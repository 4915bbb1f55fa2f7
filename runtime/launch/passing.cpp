// Launches in passing (a part of Runtime): those of loops whose scalars, or whose arrays' states, are others each time,
// as in factorisations. Their plans would be looked for in vain, and so would the states that they lead to: neither is.
// That such loops do come back to an earlier launch, after many, is seen by a number that stands for each launch.
#include "runtime/base/fail.h"
#include "runtime/launch/runtime.h"

namespace hydra::rt {

// What decides the plan, as one number, equal on all ranks. Of states whose numbers nobody has asked for, it is what
// they came from that counts; but by that, a loop that goes through the same launches again and again would never come
// back to where it was. So where the scalars are those of an earlier launch, the states' numbers count, once a round.
std::uint64_t Runtime::trace_of(LoopState& state, const PlanRequest& request) {
    std::uint64_t hash = hash_seed;
    const auto add = [&hash](auto... words) { ((hash = mixed(hash, static_cast<std::uint64_t>(words))), ...); };
    add(state.index, request.replicated, request.alone, request.begin, request.end, request.align_offset,
        request.tables == nullptr ? 0 : request.tables->id, request.inspection == nullptr ? 0 : request.inspection->id,
        request.shares == nullptr ? -1 : request.step);
    for (int key = 0; key < request.loop->keys; ++key)
        add(request.k[key]);
    for (std::size_t slot = 0; slot < state.binding.of_slot.size(); ++slot)
        add(state.binding.of_slot[slot], state.binding.offset[slot]);
    for (const Allocation* allocation : state.binding.allocations)
        add(allocation->bytes, allocation->shape_id);
    Passed& passed = state.passed;
    const bool begins_anew =
        !passed.scalars.insert(hash) && (hash == passed.first || passed.since >= passed.scalars.size());
    passed.since = begins_anew ? 0 : passed.since + 1;
    passed.first = begins_anew ? hash : passed.first;
    for (const Allocation* allocation : state.binding.allocations)
        add(begins_anew || !state.moves() ? registry_.state_id(*allocation) : allocation->state->trace);
    return hash;
}

// The plan of a loop whose key has been another one each time: it is not looked for among those that are known, and not
// kept. Null where such a launch has been before, after all: from now on they are.
Plan* Runtime::plan_in_passing(LoopState& state, const PlanRequest& request) {
    PlanRequest passing = request;
    const auto is_new = [&] {
        passing.trace = trace_of(state, request);
        state.repeats = !state.passed.traces.insert(passing.trace);
        return !state.repeats;
    };
    if (!is_new())
        return nullptr;
    const double start = now();
    std::optional<Plan> single;
    if (!verifier_ && state.touched != nullptr)
        single = maker_.make_single(passing, state.binding, state.touched->slots);
    if (!single && maker_.refine_shapes(passing, state.binding) && !is_new())
        return nullptr;
    state.last_plan = single ? *std::move(single) : maker_.make(passing, state.binding);
    if (const std::string told = maker_.take_told(); verbose_ && !told.empty() && transport_->rank() == 0)
        complain(told);
    state.last_plan.key_hash = passing.trace;
    if (state.last_plan.settling)
        state.last_plan.settling->key_hash = passing.trace + 1;
    ++counters_.plans_computed;
    ended(counters_.seconds.planning, Trace::Kind::planning, request.loop->at, start);
    return &state.last_plan;
}

} // namespace hydra::rt
