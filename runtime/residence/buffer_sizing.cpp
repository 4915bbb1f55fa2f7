// See buffer_sizing.h.
#include "runtime/residence/buffer_sizing.h"

#include "runtime/policy/worth_devices.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace hydra::rt {
namespace {

// The page with which least memory is taken: `taken` by what there is and by rows to come, the rest by the table.
template <class F> std::int64_t page_of(const Stretch& hull, F taken) {
    std::int64_t best = smallest_page, fewest = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t page = smallest_page; page <= largest_page; page *= 2)
        if (const std::int64_t bytes = taken(page) + table_bytes(hull, page); bytes < fewest) {
            best = page;
            fewest = bytes;
        }
    return best;
}

// Of what rows (planes) have beside the section: one, if it is less than an eighth of it.
std::int64_t border_of(const Resident& resident, const Stretch& section) {
    const Shape& shape = resident.shape();
    std::int64_t border = 0;
    for (int d = 0; d < std::max(1, shape.dims() - 1); ++d)
        if (const std::int64_t row = shape.stride(d) * shape.elem; row <= section.bytes() / 8)
            border = std::max(border, row);
    return border;
}

// The rows (planes) that a loop which fills an array leaves room for on either side, in bytes: what stencils are going
// to read there, if it is little beside the section.
std::int64_t halo_of(const Resident& resident, const Stretch& section) {
    constexpr std::int64_t line = 64; // bytes, where elements are rows
    const std::int64_t row = border_of(resident, section);
    return row == 0 ? 0
                    : row * std::clamp<std::int64_t>(section.bytes() / worth::halo_share_of_rows / row, 1,
                                                     std::max(worth::widest_halo, line / row));
}

// So that elements stay aligned.
std::uintptr_t aligned(const Resident& resident, std::int64_t bytes) {
    const std::int64_t unit = std::lcm(std::max<std::int64_t>(1, resident.shape().elem), std::int64_t{64});
    return static_cast<std::uintptr_t>((bytes + unit - 1) / unit * unit);
}

} // namespace

std::int64_t BufferSizing::page_for(const Resident& resident, const std::vector<Stretch>& pieces,
                                    const std::vector<DeviceBuffer*>& met) const {
    if (rules_.saves_room && met.empty())
        return packing_.least_page(pieces);
    const Stretch hull{pieces.front().from, pieces.back().to};
    const auto of_whole = static_cast<std::int64_t>(resident.allocation().bytes) / 8 * 7;
    std::int64_t known = 0;
    for (const DeviceBuffer* buffer : met)
        if (buffer->in_loose_pages())
            known = known == 0 ? buffer->layout().page() : std::min(known, buffer->layout().page());
    if (pieces.size() == 1)
        return hull.bytes() >= of_whole                                    ? 0
               : known == 0 && (met.empty() || resident.history.grown > 0) ? page_to_grow(resident, hull)
                                                                           : known;
    if (packing_.page() > 0 || known > 0)
        return known > 0 ? known : packing_.page();
    const std::int64_t total = total_bytes(pieces);
    if (hull.bytes() - total < worth::least_bytes_saved)
        return 0;
    const std::int64_t page = page_of(hull, [&](std::int64_t one) { return total_bytes(in_pages(pieces, one)); });
    return packing_.is_apart(pieces, page) ? page : 0;
}

// The same where rows from elsewhere may be read beside the array's only section: at first if they are small beside it,
// or when it has grown already. 0: they are too large.
std::int64_t BufferSizing::page_to_grow(const Resident& resident, const Stretch& section) const {
    if (rules_.saves_room || resident.shape().dims() < 2 ||
        (packing_.page() == 0 && section.bytes() < worth::least_bytes_saved))
        return 0;
    const Stretch whole = resident.whole();
    const std::int64_t row = border_of(resident, section);
    const std::int64_t page = packing_.page() > 0
                                  ? packing_.page()
                                  : page_of(whole, [](std::int64_t one) { return worth::rows_to_spare * one; });
    const std::int64_t two = 2 * (row + page), table = table_bytes(whole, page);
    const bool is_small = resident.history.grown > 0 || packing_.page() > 0
                              ? two <= section.bytes() / 8
                              : two / 2 * worth::rows_to_spare <= section.bytes() / 16;
    return row > 0 && is_small && table <= section.bytes() / 8 && memory_.has_room_for(section.bytes() + two + table)
               ? page
               : 0;
}

std::int64_t BufferSizing::spare_for(const Resident& resident, const std::vector<Stretch>& parts, std::int64_t page,
                                     bool grows_again) const {
    if (rules_.saves_room)
        return 0;
    std::int64_t largest = 0;
    for (const Stretch& part : parts)
        largest = std::max(largest, part.bytes());
    const std::int64_t total = total_bytes(parts);
    const std::int64_t row = border_of(resident, {0, static_cast<std::uintptr_t>(largest)}) + page;
    const Stretch whole = resident.whole();
    const std::int64_t free = memory_.bytes() - memory_.allocated() - total - table_bytes(whole, page);
    std::int64_t wanted = std::min(total / 8, worth::rows_to_spare * std::max(row, total - largest));
    if (grows_again) // and again: what launches touch moves on through the array
        wanted = resident.history.grown > 2 && !rules_.is_short
                     ? std::clamp<std::int64_t>(whole.bytes() - total, total / 4, total)
                     : total / 4;
    return std::clamp<std::int64_t>(free, 0, wanted) / page * page;
}

bool BufferSizing::is_better_tight(const Resident& resident, const std::vector<Stretch>& wide,
                                   const std::vector<Stretch>& touched) const {
    bool is_tight = false;
    std::vector<Stretch> with_rows = wide, without = touched;
    for (const std::shared_ptr<DeviceBuffer>& buffer : resident.buffers()) {
        if (buffer.use_count() > 1)
            return false;
        is_tight = is_tight || buffer->layout().is_tight();
        for (const Section& section : buffer->layout().list()) {
            with_rows.push_back(section.stretch());
            without.push_back(section.stretch());
        }
    }
    const bool has_room = memory_.allocated() + total_bytes(wide) <= memory_.bytes();
    if (is_tight) // where launches touch other parts each time, it is better to have all of them
        return !has_room || resident.history.grown_tight < worth::often_grown ||
               resident.buffer_with(touched, true) != nullptr;
    without = joined(std::move(without), packing_.gap_of_tight());
    const std::int64_t page = packing_.tight_page(without);
    if (without.size() < 2 || page == 0)
        return false;
    const std::int64_t needed = total_bytes(joined(std::move(with_rows)));
    const std::int64_t saved = needed - total_bytes(without) - table_bytes(without, page);
    if (!has_room)
        return saved > 0;
    const auto count = static_cast<std::int64_t>(touched.size());
    const auto hull = static_cast<std::int64_t>(touched.back().to - touched.front().from);
    const bool few = total_bytes(touched) / count >= worth::long_part || hull / count >= worth::long_row;
    return saved >= needed / 4 && (packing_.page() > 0 || (saved >= worth::least_bytes_saved && few));
}

std::vector<Stretch> BufferSizing::with_halos(const Resident& resident, std::vector<Stretch> parts) const {
    const Stretch whole = resident.whole();
    const Shape& shape = resident.shape();
    constexpr std::int64_t line = 64;
    const std::int64_t typical = total_bytes(parts) / static_cast<std::int64_t>(parts.size());
    std::int64_t halo = std::min(line, typical / worth::halo_share_of_part) / shape.elem * shape.elem;
    for (int d = 0; d < shape.dims(); ++d)
        if (const std::int64_t one = shape.stride(d) * shape.elem; one <= typical / worth::halo_share_of_part)
            halo = std::max(halo, one);
    for (Stretch& part : parts) {
        part.from -= std::min(static_cast<std::uintptr_t>(halo), part.from - std::min(part.from, whole.from));
        part.to += std::min(static_cast<std::uintptr_t>(halo), std::max(part.to, whole.to) - part.to);
    }
    return joined(std::move(parts), packing_.gap_of_tight());
}

Stretch BufferSizing::with_borders(const Resident& resident, Stretch section, bool first) {
    const Stretch whole = resident.whole();
    std::int64_t border = first ? halo_of(resident, section) : 0;
    if (section.bytes() >= whole.bytes() / 8 * 7)
        border = whole.bytes();
    const auto before = std::min(border, static_cast<std::int64_t>(section.from - std::min(section.from, whole.from)));
    const auto behind = std::min(border, static_cast<std::int64_t>(std::max(section.to, whole.to) - section.to));
    return {section.from - static_cast<std::uintptr_t>(before), section.to + static_cast<std::uintptr_t>(behind)};
}

Stretch BufferSizing::with_share(const Resident& resident, Stretch section, const std::vector<DeviceBuffer*>& old,
                                 bool& instead) const {
    std::int64_t before = 0;
    for (const DeviceBuffer* buffer : old)
        before += buffer->layout().bytes();
    const Stretch first = old.front()->layout().hull();
    const Stretch whole = resident.whole();
    const std::int64_t share = rules_.sharers > 0 ? whole.bytes() / rules_.sharers : 0;
    const std::int64_t more = std::min(share - section.bytes(), worth::most_growth * section.bytes());
    instead = false;
    if (rules_.saves_room || rules_.is_short || more <= 0 || section.bytes() - before < before / 4)
        return section;
    Stretch wide = section;
    if (rules_.sharers == 1 && more == share - section.bytes())
        wide = {std::min(section.from, whole.from), std::max(section.to, whole.to)};
    else if (section.to > first.to)
        wide.to += std::min(aligned(resident, more), std::max(section.to, whole.to) - section.to);
    else
        wide.from -= std::min(aligned(resident, more), section.from - std::min(section.from, whole.from));
    if (memory_.has_room_for(wide.bytes()))
        return wide;
    instead = rules_.may_drop && before <= wide.bytes() / 4 && memory_.has_room_for(wide.bytes() - before);
    return instead ? wide : section;
}

Stretch BufferSizing::with_room_to_grow(Resident& resident, Stretch section, const std::vector<DeviceBuffer*>& old) {
    if (old.empty() || resident.history.grown++ == 0)
        return section;
    Stretch before = old.front()->layout().hull();
    for (const DeviceBuffer* buffer : old) {
        before.from = std::min(before.from, buffer->layout().hull().from);
        before.to = std::max(before.to, buffer->layout().hull().to);
    }
    const Stretch whole = resident.whole();
    const std::uintptr_t more = aligned(resident, resident.history.grown > 2 ? before.bytes() : before.bytes() / 2);
    if (section.from < before.from)
        section.from -= std::min(more, section.from - std::min(section.from, whole.from));
    if (section.to > before.to)
        section.to += std::min(more, std::max(section.to, whole.to) - section.to);
    return section;
}

} // namespace hydra::rt
