// See cuts.h.
#include "runtime/backend/cuts.h"

#include "runtime/backend/accumulators.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hydra::rt {

std::int64_t count_of(std::span<const Interval> intervals) {
    std::int64_t total = 0;
    for (const Interval& interval : intervals)
        total += interval.hi - interval.lo;
    return total;
}

std::vector<Interval> take_first(std::vector<Interval>& intervals, std::int64_t count) {
    std::vector<Interval> first;
    std::size_t whole = 0; // intervals that are taken altogether
    while (count > 0) {
        Interval& next = intervals[whole];
        const std::int64_t length = std::min(count, next.hi - next.lo);
        first.push_back({next.lo, next.lo + length});
        next.lo += length;
        count -= length;
        whole += next.lo == next.hi ? 1 : 0;
    }
    intervals.erase(intervals.begin(), intervals.begin() + static_cast<std::ptrdiff_t>(whole));
    return first;
}

std::vector<std::vector<Interval>> side_by_side(std::vector<std::vector<Interval>> shares, bool offloads) {
    if (!offloads || shares.size() != 1 || count_of(shares.front()) < 2)
        return shares;
    std::vector<Interval> rest = std::move(shares.front());
    std::vector<Interval> first = take_first(rest, count_of(rest) / 2);
    return {std::move(first), std::move(rest)};
}

std::vector<std::vector<Interval>> cut_finely(std::vector<std::vector<Interval>> shares) {
    constexpr std::size_t enough = 8;
    for (bool cuts = true; cuts && shares.size() < enough;) {
        cuts = false;
        std::vector<std::vector<Interval>> finer;
        for (std::vector<Interval>& share : shares) {
            if (const std::int64_t count = count_of(share); count > 1) {
                finer.push_back(take_first(share, count / 2));
                cuts = true;
            }
            finer.push_back(std::move(share));
        }
        shares = std::move(finer);
    }
    return shares;
}

std::int64_t block_of(std::int64_t number, std::int64_t total, std::int64_t blocks) {
    const std::int64_t small = total / blocks, large = total % blocks; // so many have one more
    return number < (small + 1) * large ? number / (small + 1) : large + (number - (small + 1) * large) / small;
}

std::vector<std::int64_t> cut_by_weight(std::int64_t total, std::int64_t blocks, std::span<const double> weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<std::int64_t> cuts{0};
    double weight = 0;
    for (std::size_t device = 0; device + 1 < weights.size(); ++device) {
        weight += weights[device];
        std::int64_t cut =
            std::clamp<std::int64_t>(std::llround(static_cast<double>(total) * (weight / sum)), 0, total);
        if (blocks > 0 && cut < total) { // the nearer end of the block that it lies in
            const std::int64_t block = block_of(cut, total, blocks);
            const std::int64_t from = part_start(total, blocks, block), to = part_start(total, blocks, block + 1);
            cut = cut - from <= to - cut ? from : to;
        }
        cuts.push_back(std::max(cuts.back(), cut));
    }
    cuts.push_back(total);
    return cuts;
}

} // namespace hydra::rt
