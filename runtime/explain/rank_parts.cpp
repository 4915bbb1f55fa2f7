// See rank_parts.h.
#include "runtime/explain/rank_parts.h"

#include "runtime/base/text.h"
#include "runtime/explain/drawn_parts.h"
#include "runtime/explain/part_words.h"
#include "runtime/plan/names.h"

#include <utility>

namespace hydra::rt {
namespace {

// How the iterations lo <= x < hi are known to the user.
std::string interval_words(const hydra_rt_loop& loop, const Interval& interval) {
    const long first = loop.told == nullptr ? 0 : loop.told->first, step = loop.told == nullptr ? 1 : loop.told->step;
    if (step == 0)
        return interval.hi - interval.lo == 1 ? text("number ", interval.lo)
                                              : text("number ", interval.lo, " to ", interval.hi - 1);
    long from = first + step * interval.lo, to = first + step * (interval.hi - 1);
    if (from > to)
        std::swap(from, to);
    const long by = step < 0 ? -step : step;
    return from == to ? text(from) : text(from, " to ", to, by == 1 ? "" : text(" by ", by));
}

// Those at an edge of the grid have no end on that side.
std::string rounds_words(const Interval& rounds) {
    const bool begins = rounds.lo > all_rounds.lo, ends = rounds.hi < all_rounds.hi;
    if (!begins && !ends)
        return "";
    return text(", in the rounds ", begins ? text(ends ? "" : "from ", rounds.lo) : "up",
                ends ? text(" to ", rounds.hi - 1) : " on", " of the inner loop");
}

} // namespace

std::string iteration_words(const hydra_rt_loop& loop, long x) { return interval_words(loop, {x, x + 1}); }

std::string iterations_words(const hydra_rt_loop& loop, std::span<const Interval> intervals, const Interval* rounds) {
    constexpr std::size_t most = 4;
    std::string out;
    std::int64_t count = 0;
    std::size_t named = 0;
    for (const Interval& interval : intervals) {
        if (interval.hi <= interval.lo)
            continue;
        count += interval.hi - interval.lo;
        if (++named <= most)
            out += text(named == 1 ? "" : ", ", interval_words(loop, interval));
    }
    if (count == 0)
        return "no iterations";
    if (named > most)
        out += text(" … (", count, " in ", named, " blocks)");
    return text(count == 1 ? "iteration " : "iterations ", out, rounds == nullptr ? "" : rounds_words(*rounds));
}

std::string shown_name(const std::string& name) { return name.empty() ? "memory without a name" : name; }

std::string array_words(const std::string& part, const std::string& array, const std::string& here) {
    const char* const comma = part.find(", but for ") != std::string::npos ? "," : "";
    return text(part, comma, " of '", array, "'", here.empty() ? "" : text(" (here '", here, "')"));
}

std::string arrays_words(const RankPart& part) {
    std::string out;
    for (const TouchedPart& array : part.arrays) {
        const bool both = !array.reads.empty() && array.reads == array.writes;
        if (both)
            out += "; reads and writes " + array_words(array.reads, array.array, array.here);
        if (!both && !array.reads.empty())
            out += "; reads " + array_words(array.reads, array.array, array.here);
        if (!both && !array.writes.empty())
            out += "; writes " + array_words(array.writes, array.array, array.here);
        if (!array.may.empty())
            out += "; may write " + array_words(array.may, array.array, array.here);
    }
    return out;
}

RankShare share_of(const PlanRequest& request, const Plan& plan, int rank, bool plays_all) {
    const auto r = static_cast<std::size_t>(rank);
    RankShare share{request, {{request.begin, request.end}}, plan.rounds.has_value()};
    if (plan.rounds)
        share.request.rounds = plays_all ? &plan.rounds_of[r] : &*plan.rounds;
    if (!plan.replicated)
        share.iterations = plays_all ? plan.shares[r] : plan.iterations;
    return share;
}

RankPart rank_part(const RankShare& share, const Binding& binding, int rank, bool drawn, Access& access) {
    const PlanRequest& request = share.request;
    RankPart part{
        rank, iterations_words(*request.loop, share.iterations, share.in_boxes ? request.rounds : nullptr), {}, {}};
    if (drawn)
        part.shares = drawn_intervals(share.iterations);
    access.clear();
    if (share.iterations.empty() || request.reaches_rows)
        return part;
    access = evaluate(request, binding, rank, share.iterations, found_by(request, rank));
    for (std::size_t a = 0; a < access.size(); ++a) {
        const Region reads = access[a].reads(), may = access[a].maywrite - access[a].write;
        const Region& writes = access[a].write;
        if (reads.empty() && writes.empty() && may.empty())
            continue;
        const Allocation& array = *binding.allocations[a];
        const std::vector<ElementNamer> namers = faces_of(request, binding, a);
        const auto words = [&](const Region& region) {
            return region.empty()
                       ? std::string()
                       : part_words(region, array.shape, namer_at(namers, runs(region, array.shape).front().offset));
        };
        const std::string name = shown_name(array.name), here = array_of(request, binding, a);
        TouchedPart touched{name, here == name ? "" : here, words(reads), words(writes), words(may), "", "", ""};
        if (drawn) {
            touched.read_boxes = drawn_boxes(reads, array.shape);
            touched.written_boxes = drawn_boxes(writes, array.shape);
            touched.extents = drawn_extents(array.shape);
        }
        part.arrays.push_back(std::move(touched));
    }
    return part;
}

} // namespace hydra::rt
