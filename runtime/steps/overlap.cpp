// See overlap.h.
#include "runtime/steps/overlap.h"

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

// Whether iterations touch nothing that the step receives, and write nothing that it sends from where it lies.
bool is_clear(const PlanRequest& request, const Binding& binding, const Plan::Step& step, const Interval& iterations) {
    hydra_rt_footprint footprint(request.loop->slots);
    request.describe({&iterations, 1}, footprint);
    if (footprint.reads_everything || footprint.writes_everything)
        return false;
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

} // namespace

bool may_overlap(const PlanRequest& request, const Plan& plan, const Binding& binding) {
    return (request.loop->flags & in_order) == 0 && !plan.replicated && !plan.one_thread && !plan.rounds &&
           plan.merges.empty() && plan.accumulators.list.empty() && plan.iterations.size() == 1 &&
           !(plan.sends.empty() && plan.receives.empty()) && request.inspection == nullptr &&
           (request.tables == nullptr || request.tables->is_regular()) && binding.unknown == Binding::none &&
           binding.beside.empty();
}

std::optional<Plan::Overlap> find_overlap(const PlanRequest& request, const Plan& plan, const Binding& binding,
                                          std::int64_t all_threads) {
    const Plan::Step& step = plan.steps.back();
    const auto [lo, hi] = plan.iterations.front();
    const std::int64_t total = hi - lo, threads = std::min(all_threads, total);
    const auto clear = [&](std::int64_t from, std::int64_t to) { return is_clear(request, binding, step, {from, to}); };
    std::int64_t from = lo, to = hi;
    for (std::int64_t width = 1; !clear(from, to); width *= 2) {
        if (4 * width > total)
            return std::nullopt;
        from = clear(lo, hi - width) ? lo : lo + width;
        to = clear(lo + width, hi) ? hi : hi - width;
    }
    // Where each thread has few iterations, to run them in two goes takes longer than the messages do.
    const std::int64_t inside = to - from;
    if (8 * (turns_of(inside, threads) + turns_of(total - inside, threads)) > 9 * turns_of(total, threads))
        return std::nullopt;
    Plan::Overlap found;
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
    return found;
}

} // namespace hydra::rt
