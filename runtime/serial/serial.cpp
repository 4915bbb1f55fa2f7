// What serial code asks for (a part of Runtime): before it reads and writes arrays, what it reads is made valid on
// every rank; where nobody knows what it reads, all arrays are.
#include "runtime/launch/runtime.h"
#include "runtime/offload/host_access.h"
#include "runtime/policy/worth.h"

#include <algorithm>

namespace hydra::rt {

// Whether a site has asked, since the last launch, for so many pieces that all at once would have been cheaper: an
// accessor function in a serial loop asks for one element after the other.
bool Runtime::asks_piece_by_piece(LoopState& state) const {
    if (state.launches != launches_)
        state.pieces = 0;
    state.launches = launches_;
    std::size_t bytes = 0;
    for (const Allocation* allocation : state.binding.allocations)
        bytes += allocation->bytes;
    return ++state.pieces > std::max(worth::least_pieces, bytes / worth::bytes_a_piece);
}

void Runtime::serial(hydra_rt_loop& site, void* const* pointers, const long* k) {
    if (active_ != nullptr || alone_ || behind_main_) // all that is read has been made valid
        return;
    LoopState& state = state_of(site);
    const KeptWindows kept; // what was valid stays so
    if (trace_)
        residence_.belongs_to(site.at);
    serial_code_touches(residence_, site, pointers, k);
    if (reads_hollow(state, site, pointers, k))
        check_decision(site);
    if (registry_.uneven() == 0) {
        state.binder.name(pointers);
        if (!remembers_)
            return;
    }
    PlanRequest request{&site, k, 0, 1, 0, true, &state.overlap_warned, false};
    void* const* const cells = pointers + site.slots;
    look_at_tables(state, request, pointers);
    bind(state, request, pointers);
    if (const int cell = request.replicated ? -1 : written_cell(state, site, pointers, cells); cell >= 0)
        distrust(state, request, cell);
    if (remembers_)
        bump_versions(state);
    bool everywhere = true;
    for (const Allocation* allocation : state.binding.allocations)
        everywhere = everywhere && allocation->everywhere;
    if (everywhere)
        return;
    if (asks_piece_by_piece(state)) {
        gather(Binding{state.binding.allocations, {}, {}, Binding::none}, site.at);
        return;
    }
    ++sequence_;
    carry_out(request, state, plan_for(state, request));
}

// The messages and the state of a plan for all ranks' serial code.
void Runtime::carry_out(const PlanRequest& request, LoopState& state, Plan& plan) {
    const char* at = request.loop->at;
    bool idle = plan.sends.empty() && plan.receives.empty();
    for (std::size_t a = 0; verifier_ && a < plan.next.size(); ++a) { // all ranks ask for the same numbers
        const std::uint32_t after = registry_.id_of(plan.next[a]);
        const std::uint32_t before = registry_.state_id(*state.binding.allocations[a]);
        idle = idle && after == before;
    }
    if (verifier_ && !idle)
        verifier_->take_over(at);
    move(plan, state.binding, at, true);
    for (std::size_t a = 0; a < plan.next.size(); ++a)
        registry_.set_state(*state.binding.allocations[a], plan.next[a]);
    if (verifier_ && !idle)
        verifier_->compare_site(request, at, state.binding,
                                maker_.evaluate(request, state.binding, transport_->rank(), {{0, 1}}, {}));
}

void Runtime::gather(Binding binding, const char* at) {
    ++sequence_;
    for (Allocation* allocation : binding.allocations) {
        count(*allocation);
        residence_.leave(*allocation);
    }
    if (verifier_)
        verifier_->take_over(at);
    bring_together(binding, at);
    if (verifier_)
        verifier_->compare_whole(at, binding);
}

void Runtime::bring_together(const Binding& binding, const char* at) {
    for (Allocation* allocation : binding.allocations)
        residence_.leave(*allocation);
    Plan plan = maker_.make_gather(binding);
    move(plan, binding, at, true);
    for (std::size_t a = 0; a < plan.next.size(); ++a)
        registry_.set_state(*binding.allocations[a], plan.next[a]);
}

void Runtime::bring_together(Allocation& allocation, const char* at) {
    residence_.leave(allocation);
    if (!allocation.everywhere)
        gather(Binding{{&allocation}, {}, {}, Binding::none}, at);
}

void Runtime::gather_everything(const char* at) {
    residence_.leave_all();
    if (registry_.uneven() > 0)
        gather(Binding{registry_.uneven_allocations(), {}, {}, Binding::none}, at);
}

void Runtime::end_main() {
    if (active_ != nullptr || alone_ || behind_main_)
        return;
    gather_everything("the end of main");
    behind_main_ = !dry_;
}

} // namespace hydra::rt
