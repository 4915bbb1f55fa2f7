// Buffers of which rows have only a part (columns dealt out, boxes of a grid): when they are worth it, and how they are
// made. They take what is touched and no more, for kernels that look up where each number lies; and since all of their
// rows would have to move when one gets longer, they are replaced as a whole.
#include "runtime/policy/worth_devices.h"
#include "runtime/residence/residence_parts.h"

#include <algorithm>

namespace hydra::rt {

namespace {

// With what the next launches are likely to touch beside them, of an array that a loop fills first: a halo.
std::vector<Stretch> with_halos(std::vector<Stretch> parts, const Stretch& whole, const Shape& shape,
                                std::int64_t gap) {
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
    return joined(std::move(parts), gap);
}

} // namespace

// What has less between it, in bytes, may as well lie in one section.
std::int64_t Residence::gap_of_tight() const { return page_ > 0 ? page_ : worth::most_gap_of_parts; }

// 0: they lie too close together.
std::int64_t Residence::tight_page(const std::vector<Stretch>& parts) const {
    const std::int64_t largest = Layout::page_between(parts);
    return page_ > 0 ? std::min(page_, largest) : largest;
}

// Whether what is touched is much less than whole rows, in sections that are worth looking up; with what the resident's
// buffers have already, either way.
bool Residence::is_better_tight(const Resident& resident, const std::vector<Stretch>& wide,
                                const std::vector<Stretch>& touched) const {
    bool is_tight = false;
    std::vector<Stretch> with_rows = wide, without = touched;
    for (const std::shared_ptr<Buffer>& buffer : resident.buffers) {
        if (buffer.use_count() > 1)
            return false;
        is_tight = is_tight || buffer->layout.is_tight();
        for (const Section& section : buffer->layout.list()) {
            with_rows.push_back(section.stretch());
            without.push_back(section.stretch());
        }
    }
    const bool has_room = allocated_ + total_bytes(wide) <= device_->memory_bytes();
    if (is_tight) // where launches touch other parts each time, it is better to have all of them
        return !has_room || resident.grown_tight < worth::often_grown || covering(resident, touched, true) != nullptr;
    without = joined(std::move(without), gap_of_tight());
    const std::int64_t page = tight_page(without);
    if (without.size() < 2 || page == 0)
        return false;
    const std::int64_t needed = total_bytes(joined(std::move(with_rows)));
    const std::int64_t saved = needed - total_bytes(without) - table_bytes(without, page);
    if (!has_room)
        return saved > 0;
    const auto count = static_cast<std::int64_t>(touched.size());
    const auto hull = static_cast<std::int64_t>(touched.back().to - touched.front().from);
    const bool few = total_bytes(touched) / count >= worth::long_part || hull / count >= worth::long_row;
    return saved >= needed / 4 && (page_ > 0 || (saved >= worth::least_bytes_saved && few));
}

// Whether tight sections of these take less than all between the first and the last.
bool Residence::pays_tight(const std::vector<Stretch>& parts) const {
    const std::int64_t page = tight_page(parts);
    const Stretch hull{parts.front().from, parts.back().to};
    return page > 0 && parts.size() > 1 && total_bytes(parts) + table_bytes(parts, page) <= hull.bytes() / 8 * 7;
}

// One buffer of the resident's has all of these pieces, in tight sections if they are several.
bool Residence::cover_tight(Resident& resident, const std::vector<Stretch>& pieces) {
    if (pieces.empty())
        return true;
    const auto use = [&](Buffer& buffer) {
        for (const Stretch& piece : pieces)
            buffer.layout.use(piece, resident.launches);
        return true;
    };
    if (Buffer* known = covering(resident, pieces, true))
        return use(*known);
    drop_idle(resident, resident.patience);
    std::vector<Stretch> parts = joined(pieces, gap_of_tight());
    std::vector<Buffer*> met;
    const auto meets = [](const Buffer& buffer, const std::vector<Stretch>& list) {
        return std::any_of(list.begin(), list.end(), [&](const Stretch& part) { return buffer.layout.meets(part); });
    };
    for (bool more = true; more;) {
        more = false;
        for (const std::shared_ptr<Buffer>& buffer : resident.buffers)
            if (std::find(met.begin(), met.end(), buffer.get()) == met.end() && meets(*buffer, parts)) {
                met.push_back(buffer.get());
                for (const Section& section : buffer->layout.list())
                    parts.push_back(section.stretch());
                more = true;
            }
        parts = joined(std::move(parts), gap_of_tight());
    }
    if (met.empty() && resident.is_filled && !saves_room_) { // a halo must not reach into another buffer
        std::vector<Stretch> wider = with_halos(parts, {resident.base(), resident.base() + resident.allocation->bytes},
                                                resident.shape, gap_of_tight());
        if (std::none_of(resident.buffers.begin(), resident.buffers.end(),
                         [&](const auto& buffer) { return meets(*buffer, wider); }))
            parts = std::move(wider);
    }
    if (!pays_tight(parts))
        return cover(resident, {{parts.front().from, parts.back().to}}, true);
    resident.grown_tight += met.empty() ? 0 : 1;
    return replace({&resident}, met, Layout::tight(parts, tight_page(parts))) && use(*resident.buffers.back());
}

} // namespace hydra::rt
