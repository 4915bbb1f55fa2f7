// Iterations that run while a launch's messages travel (a part of Runtime). What travels is known as pieces of memory,
// and footprints say of any range of iterations between which bytes it stays; so the ends of a rank's iterations are
// left to wait, the narrowest that are found to hold all which touch those pieces, and the rest runs at once. Which
// iterations these are is each rank's own affair: messages, results and counted volumes are the same either way.
#include "runtime/launch/runtime.h"
#include "runtime/policy/worth.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// Whose order counts, or which may end the program.
constexpr unsigned in_order = HYDRA_RT_REPLICATED | HYDRA_RT_ORDERED | HYDRA_RT_LEAVES_ERRORS | HYDRA_RT_MAY_EXIT |
                              HYDRA_RT_MAY_ABORT | HYDRA_RT_SHARES_IN_ORDER;

bool meets(const ByteSpan& span, std::int64_t offset, const Run& run) {
    return !span.empty() && offset + span.lo < run.offset + run.bytes && run.offset < offset + span.hi;
}

// How many iterations the busiest thread runs.
std::int64_t turns_of(std::int64_t iterations, std::int64_t threads) { return (iterations + threads - 1) / threads; }

// The first byte of a message's pieces in each allocation, and the byte behind the last. Pieces in between may belong
// to the launch: what a column needs then waits, like any that is not known to be clear.
std::vector<Piece> hulls_of(std::span<const Message* const> messages, std::int64_t least_bytes) {
    std::vector<Piece> hulls;
    for (const Message* message : messages) {
        const std::size_t first = hulls.size();
        for (const Piece& piece : message->pieces) {
            if (piece.run.bytes < least_bytes)
                continue;
            const auto known = std::find_if(hulls.begin() + static_cast<std::ptrdiff_t>(first), hulls.end(),
                                            [&](const Piece& hull) { return hull.allocation == piece.allocation; });
            if (known == hulls.end()) {
                hulls.push_back(piece);
                continue;
            }
            const std::int64_t lo = std::min(known->run.offset, piece.run.offset);
            known->run.bytes = std::max(known->run.offset + known->run.bytes, piece.run.offset + piece.run.bytes) - lo;
            known->run.offset = lo;
        }
    }
    return hulls;
}

} // namespace

// Whether iterations touch nothing that the step receives, and write nothing that it sends from where it lies.
bool Runtime::is_clear(const PlanRequest& request, const Plan::Step& step, const Interval& iterations) const {
    hydra_rt_footprint footprint(request.loop->slots);
    request.describe({&iterations, 1}, footprint);
    if (footprint.reads_everything || footprint.writes_everything)
        return false;
    const Binding& binding = active_->binding;
    const std::vector<Piece> received = hulls_of(step.receives, 0), sent = hulls_of(step.sends, direct_bytes);
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot) {
        const Reach reach = footprint.slots[slot].reach();
        if (reach.touches_nothing())
            continue;
        if (reach.whole)
            return false;
        const auto touched = [&](const Piece& piece) {
            return piece.allocation == binding.of_slot[slot] && (meets(reach.exact, binding.offset[slot], piece.run) ||
                                                                 meets(reach.maybe, binding.offset[slot], piece.run));
        };
        if (std::any_of(received.begin(), received.end(), touched) ||
            (reach.written && std::any_of(sent.begin(), sent.end(), touched)))
            return false;
    }
    return true;
}

// Looks for what may run while the plan's messages travel.
void Runtime::seek_overlap(const PlanRequest& request, Plan& plan) {
    if (plan.uses == 2 || ++plan.uses < 2)
        return;
    const Binding& binding = active_->binding;
    if (!overlaps_ || dry_ || verifier_ || !residence_.empty() || transport_->size() == 1 ||
        (request.loop->flags & in_order) != 0 || plan.replicated || plan.one_thread || plan.rounds ||
        !plan.merges.empty() || !plan.accumulators.list.empty() || plan.iterations.size() != 1 ||
        (plan.sends.empty() && plan.receives.empty()) || request.inspection != nullptr ||
        (request.tables != nullptr && !request.tables->is_regular()) || binding.unknown != Binding::none ||
        !binding.beside.empty())
        return;
    if (plan.steps.empty())
        plan.steps = steps_of(plan);
    const Plan::Step& step = plan.steps.back();
    const auto [lo, hi] = plan.iterations.front();
    const std::int64_t total = hi - lo, threads = std::min<std::int64_t>(device_.threads(), total);
    const auto clear = [&](std::int64_t from, std::int64_t to) { return is_clear(request, step, {from, to}); };
    std::int64_t from = lo, to = hi;
    for (std::int64_t width = 1; !clear(from, to); width *= 2) {
        if (4 * width > total)
            return;
        from = clear(lo, hi - width) ? lo : lo + width;
        to = clear(lo + width, hi) ? hi : hi - width;
    }
    // Where each thread has few iterations, to run them in two goes takes longer than the messages do.
    const std::int64_t inside = to - from;
    if (8 * (turns_of(inside, threads) + turns_of(total - inside, threads)) > 9 * turns_of(total, threads))
        return;
    plan.overlap_with_messages = Plan::Overlap{};
    Plan::Overlap& found = *plan.overlap_with_messages;
    found.inside = {{from, to}};
    for (const Interval& end : {Interval{lo, from}, Interval{to, hi}})
        if (end.lo < end.hi)
            found.border.push_back(end);
    std::int64_t bytes = 0;
    for (const auto* messages : {&step.sends, &step.receives})
        for (const Message* message : *messages)
            bytes += message->bytes;
    if (bytes >= worth::needs_attention)
        found.slices = std::clamp<std::int64_t>(inside / (2 * threads), 1, worth::most_slices);
}

// The active launch's iterations, its messages being under way, and the end of these.
void Runtime::run_overlapped(const hydra_rt_launch& launch, const Plan& plan, long last, CpuDevice::Order order) {
    const hydra_rt_loop& loop = *launch.loop;
    const Plan::Overlap& overlap = *plan.overlap_with_messages;
    const auto run = [&](std::span<const Interval> iterations) {
        in_kernel_ = true;
        device_.run(loop, launch.args, iterations, last, order, plan.accumulators, arrays_, results_.data(),
                    active_->cost);
        in_kernel_ = false;
    };
    const auto [lo, hi] = overlap.inside.front();
    for (std::int64_t slice = 0; slice < overlap.slices; ++slice) {
        transport_->progress();
        const Interval part{lo + part_start(hi - lo, overlap.slices, slice),
                            lo + part_start(hi - lo, overlap.slices, slice + 1)};
        run({&part, 1});
    }
    const double start = now();
    complete(plan.steps.back(), *under_way_, active_->binding, loop.at);
    under_way_.reset();
    const double waited = now() - start; // a part of the kernel's bar in a trace
    counters_.seconds.communication += waited;
    counters_.seconds.kernels -= waited; // which gets all of it
    run(overlap.border);
    ++counters_.overlapped;
}

} // namespace hydra::rt
