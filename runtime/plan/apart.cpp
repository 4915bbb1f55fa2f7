// See apart.h. Bytes are asked first where they may tell enough; regions tell exactly.
#include "runtime/plan/apart.h"

#include "runtime/backend/cuts.h"
#include "runtime/plan/names.h"
#include "runtime/plan/rules.h"
#include "runtime/policy/worth.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// What one thread touches, in bytes of an allocation.
struct Touch {
    int allocation;
    bool written; // or may be
    std::int64_t lo, hi;
    std::int64_t distance, width; // of pieces from lo on, which are all; distance 0: it is one piece
};

// What a thread touches; what it only may read is left out, as in find_overlaps(). False where that is long to say.
bool touches_of(const hydra_rt_footprint& footprint, const Binding& binding, std::vector<Touch>& out) {
    for (std::size_t s = 0; s < footprint.slots.size(); ++s) {
        const hydra_rt_footprint::Slot& slot = footprint.slots[s];
        const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
        if (binding.of_slot[s] == Binding::none)
            continue;
        if (slot.writes_whole())
            return false;
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            if (kind == hydra_rt_footprint::index(HYDRA_RT_MAYREAD))
                continue;
            if (slot.whole[kind] || out.size() + slot.boxes[kind].size() / width > worth::most_thread_pieces)
                return false;
            for (std::size_t at = 0; at < slot.boxes[kind].size(); at += width) {
                const long* box = slot.boxes[kind].data() + at;
                const ByteSpan span = slot.bytes_of(box);
                const auto [distance, piece] = slot.pieces_of(box);
                out.push_back({binding.of_slot[s], hydra_rt_footprint::writes(kind), binding.offset[s] + span.lo,
                               binding.offset[s] + span.hi, distance, piece});
            }
        }
    }
    return true;
}

// Whether both are columns of the same rows, and different ones.
bool are_other_columns(const Touch& a, const Touch& b) {
    if (a.distance == 0 || a.distance != b.distance)
        return false;
    const std::int64_t from = ((b.lo - a.lo) % a.distance + a.distance) % a.distance; // b's first byte, a's being 0
    return from >= a.width && from + b.width <= a.distance;
}

bool meet(const std::vector<Touch>& a, const std::vector<Touch>& b) {
    return std::any_of(
        a.begin(), a.end(),
        [&](const Touch& x) {
            return std::any_of(
                b.begin(), b.end(),
                [&](const Touch& y) {
                    return x.allocation == y.allocation && (x.written || y.written) && x.lo < y.hi && y.lo < x.hi &&
                           !are_other_columns(x, y);
                });
        });
}

} // namespace

bool lies_apart(const PlanRequest& request, const Binding& binding, const std::vector<bool>& written) {
    if (request.tables != nullptr || request.reaches_rows || binding.unknown != Binding::none)
        return false;
    const std::vector<int>& of_slot = binding.of_slot;
    for (std::size_t a = 0; a < binding.allocations.size(); ++a)
        if (written[a] && std::count(of_slot.begin(), of_slot.end(), static_cast<int>(a)) > 1)
            return false;
    return true;
}

// Whether the compiler's proof that iterations do not meet holds for this launch: each array that it writes is reached
// by one pointer. To ask each thread what it touches takes longer than all else where there are many threads.
static bool is_proved_apart(const PlanRequest& request, const Binding& binding, const std::vector<bool>& written) {
    return (request.loop->flags & HYDRA_RT_INDEPENDENT) != 0 && lies_apart(request, binding, written);
}

bool threads_are_apart(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                       const ThreadsShare& share) {
    if (is_proved_apart(request, binding, share.written))
        return true;
    const std::vector<std::vector<Interval>> shares = context.device.shares(share.accumulators, share.iterations);
    std::vector<std::vector<Touch>> touched(shares.size());
    for (std::size_t thread = 0; shares.size() > 1 && thread < shares.size(); ++thread) {
        hydra_rt_footprint footprint(request.loop->slots);
        request.describe(shares[thread], footprint);
        if (!touches_of(footprint, binding, touched[thread]))
            return false;
        for (std::size_t before = 0; before < thread; ++before)
            if (meet(touched[before], touched[thread]))
                return false;
    }
    return true;
}

bool threads_overlap(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                     const ThreadsShare& share) {
    const bool offloads = context.keeps_access && request.loop->offload != nullptr;
    if ((context.device.threads() < 2 && !offloads) || is_proved_apart(request, binding, share.written))
        return false;
    std::vector<std::vector<Interval>> shares =
        side_by_side(context.device.shares(share.accumulators, share.iterations), offloads);
    if (offloads && request.inspection == nullptr)
        shares = cut_finely(std::move(shares));
    if (shares.size() < 2 || (shares.size() > 2 && apart_by_rules(request, binding, share.written)))
        return false;
    std::vector<std::vector<RankAccess>> accesses(binding.allocations.size());
    // Where inspectors gave up, there are no findings by thread: anything may be touched. Array reductions may cut the
    // iterations in another way than the inspectors did; then each thread counts as touching what the rank does.
    const bool by_thread =
        request.inspection != nullptr && !request.inspection->given_up && request.inspection->cut == shares;
    for (std::size_t thread = 0; thread < shares.size(); ++thread) {
        Access access = evaluate(request, binding, static_cast<int>(thread), shares[thread],
                                 by_thread ? Parties(request.inspection->shares).subspan(thread, 1)
                                           : found_by(request, context.rank));
        for (std::size_t a = 0; a < accesses.size(); ++a)
            accesses[a].push_back(std::move(access[a]));
    }
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        const std::vector<Finding> findings = find_overlaps(binding.allocations[a]->shape.dims(), accesses[a]);
        if (!findings.empty()) {
            warn_overlap(context.rank, request, binding, a, findings.front(), "threads",
                         offloads ? "one of the host's threads runs a rank's iterations"
                                  : "one thread runs a rank's iterations");
            return true;
        }
    }
    return false;
}

} // namespace hydra::rt
