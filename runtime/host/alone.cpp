// Serial code that rank 0 runs for all (a part of Runtime): loops that print arrays or sum them up. What they read goes
// to rank 0 and nowhere else; the other ranks leave the statement out and get the scalars that it assigned.
#include "runtime/host/runtime.h"

#include <cstring>

namespace hydra::rt {

bool Runtime::alone(hydra_rt_loop& site, void* const* pointers, const long* k) {
    if (active_ != nullptr || alone_)
        return true;
    LoopState& state = state_of(site);
    serial_beside_device(site, pointers, k);
    if (registry_.uneven() == 0) {
        state.binder.name(pointers);
        return true;
    }
    PlanRequest request{&site, k, 0, 1, 0, true, &state.overlap_warned, false};
    request.alone = true;
    look_at_tables(state, request, pointers);
    bind(state, request, pointers);
    bool everywhere = true;
    for (const Allocation* allocation : state.binding.allocations)
        everywhere = everywhere && allocation->everywhere;
    if (everywhere)
        return true;
    ++sequence_;
    const Plan& plan = plan_for(state, request);
    if (!plan.alone)
        return true;
    if (verifier_)
        verifier_->take_over(site.at);
    move(plan, state.binding, site.at, true);
    for (std::size_t a = 0; a < plan.next.size(); ++a)
        registry_.set_state(*state.binding.allocations[a], plan.next[a]);
    const bool mine = transport_->rank() == 0;
    if (verifier_) {
        const Region nothing;
        verifier_->compare_site(&site, k, site.at, state.binding,
                                mine ? maker_.evaluate(request, state.binding, 0, {{0, 1}}, {})
                                     : PlanMaker::Access(state.binding.allocations.size(),
                                                         RankAccess{transport_->rank(), nothing, nothing, nothing}));
    }
    alone_ = true;
    return mine;
}

void Runtime::together(const char* at, void* const* values, const unsigned long* bytes, int count) {
    if (active_ != nullptr || !alone_)
        return;
    alone_ = false;
    if (count == 0)
        return;
    const double start = now();
    std::vector<unsigned char> packed;
    for (int v = 0; v < count; ++v) {
        const auto* value = static_cast<const unsigned char*>(values[v]);
        packed.insert(packed.end(), value, value + bytes[v]);
    }
    hand_out(0, at, "what rank 0 computed", packed);
    const unsigned char* next = packed.data();
    for (int v = 0; v < count; next += bytes[v], ++v)
        std::memcpy(values[v], next, bytes[v]);
    counters_.seconds.communication += now() - start;
}

} // namespace hydra::rt
