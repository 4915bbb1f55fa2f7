// See packing.h.
#include "runtime/residence/packing.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hydra::rt {

std::vector<std::vector<Stretch>> Packing::by_group(const std::vector<Stretch>& all,
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

// Whether these take much less memory in pages than in one section.
bool Packing::is_apart(const std::vector<Stretch>& pieces, std::int64_t page) const {
    const Stretch hull{pieces.front().from, pieces.back().to};
    return pieces.size() > 1 &&
           (page_ > 0 || total_bytes(in_pages(pieces, page)) + table_bytes(hull, page) <= hull.bytes() / 8 * 5);
}

// The bytes of the pages in which these take least, with the table by which they are found; 0: one section.
std::int64_t Packing::least_page(const std::vector<Stretch>& pieces) const {
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

// 0: they lie too close together.
std::int64_t Packing::tight_page(const std::vector<Stretch>& parts) const {
    const std::int64_t largest = Layout::page_between(parts);
    return page_ > 0 ? std::min(page_, largest) : largest;
}

// Whether tight sections of these take less than all between the first and the last.
bool Packing::pays_tight(const std::vector<Stretch>& parts) const {
    const std::int64_t page = tight_page(parts);
    const Stretch hull{parts.front().from, parts.back().to};
    return page > 0 && parts.size() > 1 && total_bytes(parts) + table_bytes(parts, page) <= hull.bytes() / 8 * 7;
}

// What one buffer with these pieces takes, as cover() and cover_tight() make it while they save room.
std::int64_t Packing::buffer_bytes(const std::vector<Stretch>& pieces, bool tight, bool may_page) const {
    if (pieces.empty())
        return 0;
    const auto hull = static_cast<std::int64_t>(pieces.back().to - pieces.front().from);
    if (tight && pays_tight(pieces))
        return Layout::tight(pieces, tight_page(pieces)).bytes() + table_bytes(pieces, tight_page(pieces));
    const std::int64_t page = may_page && !tight ? least_page(pieces) : 0;
    return page > 0 ? paged_bytes(pieces, page) : hull;
}

Packing::Least Packing::least(const Region& touched, const Shape& shape, std::uintptr_t base,
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

} // namespace hydra::rt
