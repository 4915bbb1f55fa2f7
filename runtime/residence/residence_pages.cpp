// Buffers whose sections come and go in pages: when a buffer has pages, how many are left free, and what takes them. A
// launch that reads another rank's row beside its own (the k of Floyd and Warshall, a pivot's row) reads another one in
// the next launch. So a buffer that has a part of an array has pages from the beginning, with room for a few such rows,
// and each takes the place of one that nobody reads any more: nothing grows to all that lies between.
#include "runtime/policy/worth_devices.h"
#include "runtime/residence/residence_parts.h"

#include <algorithm>
#include <limits>

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

} // namespace

bool Residence::has_room_for(std::int64_t bytes) const { return allocated_ + bytes <= device_->memory_bytes(); }

// Of what rows (planes) have beside the section: one, if it is less than an eighth of it.
std::int64_t Residence::border_of(const Resident& resident, const Stretch& section) {
    const Shape& shape = resident.shape;
    std::int64_t border = 0;
    for (int d = 0; d < std::max(1, shape.dims() - 1); ++d)
        if (const std::int64_t row = shape.stride(d) * shape.elem; row <= section.bytes() / 8)
            border = std::max(border, row);
    return border;
}

// The bytes of the pages in which these are best kept; 0: one section is not much larger.
std::int64_t Residence::page_for(const Resident& resident, const std::vector<Stretch>& pieces,
                                 const std::vector<Buffer*>& met) const {
    if (saves_room_ && met.empty())
        return least_page(pieces);
    const Stretch hull{pieces.front().from, pieces.back().to};
    const auto of_whole = static_cast<std::int64_t>(resident.allocation->bytes) / 8 * 7;
    std::int64_t known = 0;
    for (const Buffer* buffer : met)
        if (buffer->in_loose_pages())
            known = known == 0 ? buffer->layout.page() : std::min(known, buffer->layout.page());
    if (pieces.size() == 1)
        return hull.bytes() >= of_whole                            ? 0
               : known == 0 && (met.empty() || resident.grown > 0) ? page_to_grow(resident, hull)
                                                                   : known;
    if (page_ > 0 || known > 0)
        return known > 0 ? known : page_;
    const std::int64_t total = total_bytes(pieces);
    if (hull.bytes() - total < worth::least_bytes_saved)
        return 0;
    const std::int64_t page = page_of(hull, [&](std::int64_t one) { return total_bytes(in_pages(pieces, one)); });
    return is_apart(pieces, page) ? page : 0;
}

// Whether these take much less memory in pages than in one section.
bool Residence::is_apart(const std::vector<Stretch>& pieces, std::int64_t page) const {
    const Stretch hull{pieces.front().from, pieces.back().to};
    return pieces.size() > 1 &&
           (page_ > 0 || total_bytes(in_pages(pieces, page)) + table_bytes(hull, page) <= hull.bytes() / 8 * 5);
}

// The same where rows from elsewhere may be read beside the array's only section: at first if they are small beside it,
// or when it has grown already. 0: they are too large.
std::int64_t Residence::page_to_grow(const Resident& resident, const Stretch& section) const {
    if (saves_room_ || resident.shape.dims() < 2 || (page_ == 0 && section.bytes() < worth::least_bytes_saved))
        return 0;
    const Stretch whole{resident.base(), resident.base() + resident.allocation->bytes};
    const std::int64_t row = border_of(resident, section);
    const std::int64_t page =
        page_ > 0 ? page_ : page_of(whole, [](std::int64_t one) { return worth::rows_to_spare * one; });
    const std::int64_t two = 2 * (row + page), table = table_bytes(whole, page);
    const bool is_small = resident.grown > 0 || page_ > 0 ? two <= section.bytes() / 8
                                                          : two / 2 * worth::rows_to_spare <= section.bytes() / 16;
    return row > 0 && is_small && table <= section.bytes() / 8 && has_room_for(section.bytes() + two + table) ? page
                                                                                                              : 0;
}

// The bytes to be left free in a buffer of these sections, as far as there is room: for rows of other ranks, which come
// and go.
std::int64_t Residence::spare_for(const Resident& resident, const std::vector<Stretch>& parts, std::int64_t page,
                                  bool grows_again) const {
    if (saves_room_)
        return 0;
    std::int64_t largest = 0;
    for (const Stretch& part : parts)
        largest = std::max(largest, part.bytes());
    const std::int64_t total = total_bytes(parts);
    const std::int64_t row = border_of(resident, {0, static_cast<std::uintptr_t>(largest)}) + page;
    const Stretch whole{resident.base(), resident.base() + resident.allocation->bytes};
    const std::int64_t free = device_->memory_bytes() - allocated_ - total - table_bytes(whole, page);
    std::int64_t wanted = std::min(total / 8, worth::rows_to_spare * std::max(row, total - largest));
    if (grows_again) // and again: what launches touch moves on through the array
        wanted = resident.grown > 2 && !is_short_ ? std::clamp<std::int64_t>(whole.bytes() - total, total / 4, total)
                                                  : total / 4;
    return std::clamp<std::int64_t>(free, 0, wanted) / page * page;
}

// The pieces in free pages of the buffer that has some of them, or of any; null: there is none.
Residence::Buffer* Residence::add_pages(Resident& resident, const std::vector<Stretch>& pieces) {
    std::vector<Stretch> parts = pieces;
    const std::vector<Buffer*> met = met_by(resident, parts, 1);
    for (const std::shared_ptr<Buffer>& buffer : resident.buffers) {
        if (!buffer->in_loose_pages() || buffer.use_count() > 1 || met.size() > 1 ||
            (met.size() == 1 && met.front() != buffer.get()))
            continue;
        Layout& layout = buffer->layout;
        const Stretch hull{std::min(parts.front().from, layout.hull().from),
                           std::max(parts.back().to, layout.hull().to)};
        std::vector<Stretch> pages = parts;
        const std::vector<Buffer*> near = met_by(resident, pages, layout.page());
        const bool alone = near.empty() || (near.size() == 1 && near.front() == buffer.get());
        if (!alone || table_bytes(hull, layout.page()) > std::max(layout.bytes() / 8, worth::least_bytes_saved) ||
            !layout.add(pages, resident.launches))
            continue;
        buffer->forget_moved();
        ++changes_;
        return buffer.get();
    }
    return nullptr;
}

// What a buffer in place of these has to have for this launch: the pieces, and what else it has found a place for.
std::vector<Stretch> Residence::needed_now(const Resident& resident, const std::vector<Stretch>& pieces,
                                           const std::vector<Buffer*>& met) const {
    std::vector<Stretch> needed = pieces;
    for (const Buffer* buffer : met)
        for (const Section& section : buffer->layout.list())
            if (section.used == resident.launches ||
                (buffer->layout.is_tight() && buffer->layout.last_used() == resident.launches))
                needed.push_back(section.stretch());
    return joined(std::move(needed));
}

// What this launch does not use goes, by pages; what the host lacks of it comes there.
void Residence::give_way(Resident& resident) {
    for (const std::shared_ptr<Buffer>& buffer : resident.buffers) {
        if (buffer.use_count() > 1 || !buffer->in_loose_pages())
            continue;
        Layout& layout = buffer->layout;
        for (std::size_t i = layout.list().size(); i-- > 0;) {
            const Section section = layout.list()[i];
            const bool is_used = section.used == resident.launches;
            if (is_used && section.near.from >= section.near.to)
                continue;
            const Stretch kept = is_used ? in_pages({section.near}, layout.page()).front() : Stretch{};
            for (const Stretch& part : is_used ? std::vector<Stretch>{{section.from, kept.from}, {kept.to, section.to}}
                                               : std::vector<Stretch>{section.stretch()}) {
                const Region lost = resident.elements(part) & resident.valid;
                to_host(*resident.allocation, lost);
                resident.valid -= lost;
                resident.dropped |= lost;
            }
            if (is_used && !layout.trim(i).empty()) {
                buffer->forget_moved();
                ++changes_;
            }
        }
    }
    drop_idle(resident, 0);
}

// A launch that comes again and again need not look up what lies close together on the host.
void Residence::straighten(Resident& resident, const Covered& covered) {
    for (std::size_t group = 0; group < covered.pieces.size(); ++group) {
        const std::vector<Stretch>& pieces = covered.pieces[group];
        Buffer* buffer = covered.buffers[group];
        if (buffer == nullptr || !buffer->in_loose_pages() || resident.buffers.front().use_count() > 1)
            continue;
        const Stretch hull{pieces.front().from, pieces.back().to};
        if (buffer->layout.around(hull) != nullptr || is_apart(pieces, buffer->layout.page()))
            continue;
        std::vector<Stretch> parts{hull};
        for (const Section& section : buffer->layout.list())
            parts.push_back(section.stretch());
        const std::int64_t page = buffer->layout.page();
        const std::vector<Buffer*> met = met_by(resident, parts, page);
        if (has_room_for(total_bytes(parts))) {
            replace({&resident}, met, Layout(parts, page, spare_for(resident, parts, page, false)));
            return;
        }
    }
}

} // namespace hydra::rt
