// See resident.h.
#include "runtime/residence/resident.h"

#include "runtime/base/fail.h"
#include "runtime/base/rectangles.h"
#include "runtime/policy/worth_devices.h"

#include <algorithm>

namespace hydra::rt {

Region Resident::elements(const Stretch& part) const {
    const std::vector<long> box = box_of(part);
    return box.empty() ? Region(shape().dims()) : convert(shape(), View{0, shape().elem, {}}, box).region;
}

Region Resident::elements(const Layout& layout) const {
    std::vector<long> all;
    for (const Section& section : layout.list()) {
        const std::vector<long> box = box_of(section.stretch());
        all.insert(all.end(), box.begin(), box.end());
    }
    return all.empty() ? Region(shape().dims()) : convert_all(shape(), View{0, shape().elem, {}}, all).region;
}

std::vector<long> Resident::box_of(const Stretch& part) const {
    const std::uintptr_t from = std::max(part.from, base()), to = std::min(part.to, base() + allocation_.bytes);
    if (from >= to)
        return {};
    return {static_cast<long>(from - base()) / shape().elem,
            (static_cast<long>(to - base()) + shape().elem - 1) / shape().elem, 1};
}

// ---- buffers
// ---------------------------------------------------------------------------------------------------------------

DeviceBuffer* Resident::buffer_with(const std::vector<Stretch>& pieces, bool may_page) const {
    const Stretch hull{pieces.front().from, pieces.back().to};
    for (const std::shared_ptr<DeviceBuffer>& buffer : buffers_) {
        const Layout& layout = buffer->layout();
        if (layout.around(hull) != nullptr ||
            (may_page && buffer->in_pages() &&
             std::all_of(pieces.begin(), pieces.end(), [&](const Stretch& piece) { return layout.holds(piece); })))
            return buffer.get();
    }
    return nullptr;
}

std::vector<DeviceBuffer*> Resident::met_by(std::vector<Stretch>& parts, std::int64_t page) const {
    std::vector<DeviceBuffer*> met;
    for (bool more = true; more;) {
        more = false;
        parts = page > 0 ? in_pages(std::move(parts), page) : joined({{parts.front().from, parts.back().to}});
        for (const std::shared_ptr<DeviceBuffer>& buffer : buffers_)
            if (std::find(met.begin(), met.end(), buffer.get()) == met.end() && buffer->meets(parts)) {
                met.push_back(buffer.get());
                for (const Section& section : buffer->layout().list())
                    parts.push_back(section.stretch());
                more = true;
            }
        parts = joined(std::move(parts));
    }
    return met;
}

std::optional<DevicePlace> Resident::place_of(const std::vector<Stretch>& pieces) const {
    if (pieces.empty())
        return DevicePlace{};
    for (const std::shared_ptr<DeviceBuffer>& buffer : buffers_)
        if (const auto place = buffer->place_of(pieces, base()))
            return place;
    return std::nullopt;
}

// ---- copies
// ---------------------------------------------------------------------------------------------------------------

template <class F> void Resident::for_each_piece(const Region& region, F f) const {
    const DeviceBuffer* buffer = nullptr;
    const Section* section = nullptr;
    const auto find = [&](std::uintptr_t address) { // most often in the next section, or in the same one
        if (section != nullptr && address >= section->to && section != &buffer->layout().list().back())
            ++section;
        if (section != nullptr && section->from <= address && address < section->to)
            return;
        for (const std::shared_ptr<DeviceBuffer>& one : buffers_)
            if (const Section* found = one->layout().at(address)) {
                buffer = one.get();
                section = found;
                return;
            }
        fail("", "internal error: an array's values are in none of its buffers on the device");
    };
    const DeviceBuffer* begun = nullptr; // whose rows are being joined
    RowJoiner joiner([&](const Rectangle& one) {
        f(Slab{one.here, one.bytes, one.rows, one.here_pitch, 1, 0}, begun->memory(),
          Device::Spot{one.there, one.there_pitch, 0});
    });
    const auto add = [&](std::int64_t at, std::int64_t bytes) {
        for (std::int64_t done = 0; done < bytes;) {
            const std::uintptr_t address = base() + static_cast<std::uintptr_t>(at + done);
            find(address);
            if (buffer != begun)
                joiner.flush();
            begun = buffer;
            const std::int64_t part = std::min(bytes - done, static_cast<std::int64_t>(section->to - address));
            joiner.add(at + done, section->at + static_cast<std::int64_t>(address - section->from), part);
            done += part;
        }
    };
    for (const Slab& slab : slabs(region, shape())) {
        const std::uintptr_t first = base() + static_cast<std::uintptr_t>(slab.offset);
        const std::int64_t rows = (slab.rows - 1) * slab.row_pitch;
        const std::int64_t length = (slab.planes - 1) * slab.plane_pitch + rows + slab.bytes;
        find(first);
        if (first + static_cast<std::uintptr_t>(length) <= section->to) {
            f(slab, buffer->memory(),
              Device::as_on_host(slab, static_cast<std::int64_t>(section->from - base()) - section->at));
            continue;
        }
        for (std::int64_t plane = 0; plane < slab.planes; ++plane)
            for (std::int64_t row = 0; row < slab.rows; ++row)
                add(slab.offset + plane * slab.plane_pitch + row * slab.row_pitch, slab.bytes);
    }
    joiner.flush();
}

template <class F> void Resident::for_each_plane(const Region& part, F f) const {
    for_each_piece(
        part,
        [&](const Slab& slab, Device::Memory memory, const Device::Spot& there) {
            for (std::int64_t plane = 0; plane < slab.planes; ++plane)
                f(memory, Device::Spot{there.offset + plane * there.plane_pitch, there.row_pitch, 0},
                  Device::Spot{slab.offset + plane * slab.plane_pitch, slab.row_pitch, 0}, slab.bytes, slab.rows);
        });
}

void Resident::fetch(const Region& part) {
    if (validity_.stale().empty())
        return;
    const Region wanted = validity_.stale() & part;
    if (!wanted.empty())
        validity_.host_asks();
    for_each_piece(wanted, [&](const Slab& slab, Device::Memory memory, const Device::Spot& there) {
        memory_.fetch(memory, there, allocation_.base, slab);
    });
    validity_.is_on_host(wanted);
}

void Resident::to_host(const Region& part) {
    fetch(part);
    memory_.arrive();
}

void Resident::all_to_host() {
    if (!validity_.stale().empty())
        to_host(Region(validity_.stale()));
}

void Resident::send(const Region& read) {
    const Region wanted = read - validity_.valid();
    if (!read.empty())
        validity_.kernel_asks();
    if (validity_.takes_back(wanted)) // too early: it takes longer for it to be used again
        history.patience *= 2;
    for_each_piece(wanted, [&](const Slab& slab, Device::Memory memory, const Device::Spot& there) {
        memory_.send(memory, there, allocation_.base, slab);
    });
    validity_.is_on_device(wanted);
}

void Resident::copy_valid(const DeviceBuffer& from, const DeviceBuffer& to) const {
    const std::vector<Section>&old = from.layout().list(), &fresh = to.layout().list();
    const bool closely = old.size() <= worth::few_sections && fresh.size() <= worth::few_sections;
    const Stretch own = whole();
    RowJoiner joiner([&](const Rectangle& one) {
        memory_.rearrange(from.memory(), {one.here, one.here_pitch}, to.memory(), {one.there, one.there_pitch},
                          one.bytes, one.rows);
    });
    for (std::size_t i = 0, j = 0; i < old.size() && j < fresh.size();) {
        const Section &section = old[i], &next = fresh[j];
        section.to <= next.to ? ++i : ++j;
        Stretch part{std::max({section.from, next.from, own.from}), std::min({section.to, next.to, own.to})};
        if (part.from < part.to && closely) {
            const Hull kept = byte_hull(validity_.valid() & elements(part), shape());
            part.from = std::max(part.from, own.from + static_cast<std::uintptr_t>(kept.lo));
            part.to = std::min(part.to, own.from + static_cast<std::uintptr_t>(kept.hi));
        }
        const auto place = [&](const Section& in) { return in.at + static_cast<std::int64_t>(part.from - in.from); };
        if (part.from < part.to)
            joiner.add(place(section), place(next), part.bytes());
    }
    joiner.flush();
}

void Resident::copy_out(const Region& part, Device::Memory to, std::int64_t shift) const {
    for_each_plane(
        part,
        [&](Device::Memory memory, const Device::Spot& there, Device::Spot here, std::int64_t bytes,
            std::int64_t rows) {
            here.offset += shift;
            memory_.device()->copy(memory, there, to, here, bytes, rows);
        });
}

void Resident::copy_in(const Region& part, Device::Memory from, std::int64_t shift) const {
    for_each_plane(
        part,
        [&](Device::Memory memory, const Device::Spot& there, Device::Spot here, std::int64_t bytes,
            std::int64_t rows) {
            here.offset += shift;
            memory_.device()->copy(from, here, memory, there, bytes, rows);
        });
}

} // namespace hydra::rt
