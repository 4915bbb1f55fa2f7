// How what a launch touches takes as little of the device's memory as it can, with nothing to spare for later launches:
// for the launch that found no room in any other way, and for the message that says how much an iteration needs.
#include "runtime/residence/residence_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hydra::rt {

std::vector<std::vector<Stretch>> Residence::by_group(const std::vector<Stretch>& all,
                                                      const std::vector<Stretch>& groups) {
    std::vector<std::vector<Stretch>> pieces;
    for (const Stretch& group : groups)
        std::copy_if(all.begin(), all.end(), std::back_inserter(pieces.emplace_back()),
                     [&](const Stretch& piece) { return piece.meets(group); });
    for (const Stretch& piece : all)
        if (std::none_of(groups.begin(), groups.end(), [&](const Stretch& group) { return piece.meets(group); }))
            pieces.push_back({piece});
    return pieces;
}

// The bytes of the pages in which these take least, with the table by which they are found; 0: one section.
std::int64_t Residence::least_page(const std::vector<Stretch>& pieces) const {
    if (page_ > 0 || pieces.size() < 2)
        return pieces.size() < 2 ? 0 : page_;
    std::int64_t best = 0, bytes = pieces.back().to - pieces.front().from;
    for (std::int64_t page = smallest_page; page <= largest_page; page *= 2)
        if (const std::int64_t these = paged_bytes(pieces, page); these < bytes) {
            best = page;
            bytes = these;
        }
    return best;
}

// What one buffer with these pieces takes, as cover() and cover_tight() make it while they save room.
std::int64_t Residence::buffer_bytes(const std::vector<Stretch>& pieces, bool tight, bool may_page) const {
    if (pieces.empty())
        return 0;
    const auto hull = static_cast<std::int64_t>(pieces.back().to - pieces.front().from);
    if (tight && pays_tight(pieces))
        return Layout::tight(pieces, tight_page(pieces)).bytes() + table_bytes(pieces, tight_page(pieces));
    const std::int64_t page = may_page && !tight ? least_page(pieces) : 0;
    return page > 0 ? paged_bytes(pieces, page) : hull;
}

Residence::Least Residence::least(const Region& touched, const Shape& shape, std::uintptr_t base,
                                  const std::vector<Stretch>& groups, bool may_page) const {
    constexpr std::int64_t any_gap = std::int64_t{1} << 60, line = 64;
    std::vector<Least> ways{{stretches(touched, shape, base, any_gap), false, 0}};
    if (groups.size() > 1 || may_page)
        ways.push_back({stretches(touched, shape, base, page_ > 0 ? page_ : line), false, 0});
    if (auto parts = may_page ? touched_stretches(touched, shape, base, gap_of_tight()) : std::nullopt)
        ways.push_back({std::move(*parts), true, 0});
    for (Least& way : ways)
        for (const std::vector<Stretch>& pieces : by_group(way.all, groups))
            way.bytes += buffer_bytes(pieces, way.tight, may_page);
    return *std::min_element(ways.begin(), ways.end(),
                             [](const Least& a, const Least& b) { return a.bytes < b.bytes; });
}

std::int64_t Residence::needed_bytes(const Allocation& allocation, const Region& touched, std::span<const Hull> groups,
                                     bool may_page) const {
    const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
    std::vector<Stretch> parts;
    for (const Hull& group : groups)
        parts.push_back({base + static_cast<std::uintptr_t>(group.lo), base + static_cast<std::uintptr_t>(group.hi)});
    return touched.empty() ? 0 : least(touched, allocation.shape, base, parts, may_page).bytes;
}

} // namespace hydra::rt
