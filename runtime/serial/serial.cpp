// See serial_executor.h.
#include "runtime/serial/serial_executor.h"

#include "runtime/offload/host_access.h"
#include "runtime/policy/account.h"
#include "runtime/policy/worth.h"
#include "runtime/steps/launch_work.h"

#include <algorithm>

namespace hydra::rt {

// Whether a site has asked, since the last launch, for so many pieces that all at once would have been cheaper: an
// accessor function in a serial loop asks for one element after the other.
bool SerialExecutor::asks_piece_by_piece(LoopState& state) const {
    if (state.launches != launches_)
        state.pieces = 0;
    state.launches = launches_;
    std::size_t bytes = 0;
    for (const Allocation* allocation : state.binding.allocations)
        bytes += allocation->bytes;
    return ++state.pieces > std::max(worth::least_pieces, bytes / worth::bytes_a_piece);
}

SerialExecutor::SerialExecutor(const LaunchParts& parts, Residences& residence, Messenger& messenger,
                               Stopwatch& stopwatch, LoopTable& loops, const InspectionCache& inspections,
                               const Observers& observers, bool plays_all)
    : transport_(parts.transport), registry_(parts.registry), counters_(parts.counters), gatherer_(parts.gatherer),
      binding_(parts.binding), plans_(parts.plans), residence_(residence), messenger_(messenger), stopwatch_(stopwatch),
      loops_(loops), inspections_(inspections), observers_(observers), plays_all_(plays_all),
      piece_site_(site_of_pieces()) {}

void SerialExecutor::begin_launch() {
    ++launches_;
    forget_windows();
}

bool SerialExecutor::reads_unknown(LoopState& state, hydra_rt_loop& site, void* const* pointers, const long* k) const {
    return observers_.any([&](LaunchObserver& one) { return one.reads_unknown(state, site, pointers, k); });
}

// What the site writes, which is about to run.
void SerialExecutor::bump_versions(const LoopState& state) const {
    for (std::size_t slot = 0; slot < state.binding.of_slot.size(); ++slot)
        if (state.binding.of_slot[slot] != Binding::none && state.touched->slots[slot].written)
            ++state.binding.allocations[static_cast<std::size_t>(state.binding.of_slot[slot])]->version;
}

void SerialExecutor::serial(hydra_rt_loop& site, void* const* pointers, const long* k) {
    if (alone_ || !binding_.binds()) // all that is read has been made valid
        return;
    LoopState& state = loops_.state_of(site);
    const KeptWindows kept; // what was valid stays so
    if (stopwatch_.trace() != nullptr)
        residence_.belongs_to(site.at);
    serial_code_touches(residence_, site, pointers, k);
    reads_unknown(state, site, pointers, k);
    if (registry_.uneven() == 0) {
        state.binder.name(pointers);
        if (!inspections_.remembers())
            return;
    }
    PlanRequest request{&site, k, 0, 1, 0, true, &state.overlap_warned, false};
    void* const* const cells = pointers + site.slots;
    binding_.follow_tables(state, request, pointers);
    count_followed(request.tables, state.followed, counters_.effort);
    binding_.bind(state, request, pointers);
    if (const int cell = request.replicated ? -1 : BindStep::written_cell(state, site, pointers, cells); cell >= 0)
        binding_.distrust(state, request, cell);
    if (inspections_.remembers())
        bump_versions(state);
    bool everywhere = true;
    for (const Allocation* allocation : state.binding.allocations)
        everywhere = everywhere && allocation->everywhere;
    if (everywhere)
        return;
    if (asks_piece_by_piece(state)) {
        gatherer_.gather(std::vector<Allocation*>(state.binding.allocations), site.at);
        return;
    }
    messenger_.next_step();
    carry_out(request, state, plans_.plan_for(state, request));
}

// Where all ranks ask alike, observers are left alone if nothing happens.
void SerialExecutor::carry_out(const PlanRequest& request, LoopState& state, Plan& plan) {
    const char* at = request.loop->at;
    bool idle = !request.alone && plan.sends.empty() && plan.receives.empty();
    for (std::size_t a = 0; !observers_.empty() && a < plan.next.size(); ++a) { // all ranks ask for the same numbers
        const std::uint32_t after = registry_.id_of(plan.next[a]);
        const std::uint32_t before = registry_.state_id(*state.binding.allocations[a]);
        idle = idle && after == before;
    }
    if (!idle)
        observers_.moves(at);
    messenger_.move(plan, state.binding, at, nullptr);
    for (std::size_t a = 0; a < plan.next.size(); ++a)
        registry_.set_state(*state.binding.allocations[a], plan.next[a]);
    if (!idle)
        observers_.each([&](LaunchObserver& one) { one.served(request, state.binding); });
}

void SerialExecutor::end_main() {
    if (alone_ || !binding_.binds())
        return;
    gatherer_.gather_everything("the end of main");
    if (!plays_all_)
        binding_.stop_binding();
}

} // namespace hydra::rt
