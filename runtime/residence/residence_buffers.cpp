// The buffers of a residence: which sections of an allocation they have, and how they grow. Sections of one
// allocation's buffers never meet, and when a buffer is replaced, the next one has all that it had; so whatever a
// launch has been given a place for keeps one while places for the rest are sought.
#include "runtime/base/rectangles.h"
#include "runtime/policy/worth_devices.h"
#include "runtime/residence/residence_parts.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace hydra::rt {
namespace {

template <class T> bool contains(const std::vector<T*>& list, const T* one) {
    return std::find(list.begin(), list.end(), one) != list.end();
}

} // namespace

// Null where there is no room.
std::shared_ptr<Residence::Buffer> Residence::make_buffer(const Layout& layout) {
    const Device::Memory memory = has_room_for(layout.bytes()) ? device_->allocate(layout.bytes()) : nullptr;
    if (memory == nullptr)
        return nullptr;
    allocated_ += layout.bytes();
    volume_.peak = std::max(volume_.peak, allocated_);
    return std::make_shared<Buffer>(*this, memory, layout);
}

// Adds all that lie in the buffer.
void Residence::share(const Buffer* buffer, std::vector<Resident*>& members) const {
    for (const Allocation* allocation : residents_) {
        Resident* resident = of(*allocation);
        if (!resident->buffers.empty() && resident->buffers.front().get() == buffer &&
            std::find(members.begin(), members.end(), resident) == members.end())
            members.push_back(resident);
    }
}

// What is valid there, as far as both have it.
void Residence::copy_valid(const Resident& member, const Buffer& from, const Buffer& to) {
    const std::vector<Section>&old = from.layout.list(), &fresh = to.layout.list();
    const bool closely = old.size() <= worth::few_sections && fresh.size() <= worth::few_sections;
    const Stretch own{member.base(), member.base() + member.allocation->bytes};
    RowJoiner joiner([&](const Rectangle& one) {
        device_->copy(from.memory, {one.here, one.here_pitch}, to.memory, {one.there, one.there_pitch}, one.bytes,
                      one.rows);
        volume_.inside += one.bytes * one.rows;
    });
    for (std::size_t i = 0, j = 0; i < old.size() && j < fresh.size();) {
        const Section &section = old[i], &next = fresh[j];
        section.to <= next.to ? ++i : ++j;
        Stretch part{std::max({section.from, next.from, own.from}), std::min({section.to, next.to, own.to})};
        if (part.from < part.to && closely) {
            const Hull kept = byte_hull(member.valid & member.elements(part), member.shape);
            part.from = std::max(part.from, own.from + static_cast<std::uintptr_t>(kept.lo));
            part.to = std::min(part.to, own.from + static_cast<std::uintptr_t>(kept.hi));
        }
        const auto place = [&](const Section& in) { return in.at + static_cast<std::int64_t>(part.from - in.from); };
        if (part.from < part.to)
            joiner.add(place(section), place(next), part.bytes());
    }
    joiner.flush();
}

// A new buffer with these sections instead of the members' old ones, which has all that was valid there; where the old
// ones have to go first, nothing is.
bool Residence::replace(const std::vector<Resident*>& members, const std::vector<Buffer*>& old, const Layout& layout) {
    const auto is_old = [&](const std::shared_ptr<Buffer>& buffer) { return contains(old, buffer.get()); };
    std::shared_ptr<Buffer> larger = make_buffer(layout);
    if (larger == nullptr && !by_host_)
        return false;
    ++moves_;
    ++changes_;
    if (larger == nullptr) { // not both at a time: by way of the host
        for (Resident* member : members) {
            all_to_host(*member->allocation);
            for (const std::shared_ptr<Buffer>& buffer : member->buffers)
                if (is_old(buffer))
                    member->valid -= member->elements(buffer->layout);
            std::erase_if(member->buffers, is_old);
        }
        larger = make_buffer(layout);
        if (larger == nullptr)
            return false;
    }
    for (Resident* member : members) {
        for (const std::shared_ptr<Buffer>& buffer : member->buffers)
            if (is_old(buffer))
                copy_valid(*member, *buffer, *larger);
        std::erase_if(member->buffers, is_old);
        member->buffers.push_back(larger);
    }
    return true;
}

// The resident's only buffer, of one section; null: it has none.
Residence::Buffer* Residence::single(Resident& resident) {
    std::vector<Buffer*> all;
    Stretch hull{~std::uintptr_t{0}, 0};
    for (const std::shared_ptr<Buffer>& buffer : resident.buffers) {
        all.push_back(buffer.get());
        hull.from = std::min(hull.from, buffer->layout.hull().from);
        hull.to = std::max(hull.to, buffer->layout.hull().to);
    }
    const auto is_whole = [](const Layout& layout) {
        return layout.list().size() == 1 && layout.list().front().at == 0;
    };
    const bool is_single = all.size() == 1 && is_whole(all.front()->layout);
    if (all.empty() || (!is_single && !replace({&resident}, all, Layout(hull))))
        return nullptr;
    return resident.buffers.front().get();
}

// What so many launches have not used, or at least not this one where it is worth nothing any more, goes, if the host
// has it.
void Residence::drop_idle(Resident& resident, std::int64_t patience) {
    const auto may_go = [&](std::int64_t used, const Region& part) {
        const Region lost = part & resident.valid;
        const bool idle = used + patience < resident.launches;
        if ((!lost.empty() && !idle) || part.intersects(resident.stale))
            return false;
        resident.valid -= lost;
        resident.dropped |= lost;
        return true;
    };
    std::erase_if(resident.buffers, [&](const std::shared_ptr<Buffer>& buffer) {
        Layout& layout = buffer->layout;
        if (buffer.use_count() > 1)
            return false;
        if (layout.is_tight()) { // all or nothing
            const std::int64_t used = layout.last_used();
            const bool goes = used != resident.launches && may_go(used, resident.elements(layout));
            changes_ += goes ? 1 : 0;
            return goes;
        }
        for (std::size_t i = layout.list().size(); i-- > 0;) {
            const Section& section = layout.list()[i];
            if (section.used == resident.launches || !may_go(section.used, resident.elements(section.stretch())))
                continue;
            layout.remove(i);
            buffer->forget_moved();
            ++changes_;
        }
        return layout.list().empty();
    });
}

// The buffers that one of the parts meets. The parts then have all of these buffers' sections, too; without pages (0)
// they are one.
std::vector<Residence::Buffer*> Residence::met_by(const Resident& resident, std::vector<Stretch>& parts,
                                                  std::int64_t page) const {
    std::vector<Buffer*> met;
    for (bool more = true; more;) {
        more = false;
        parts = page > 0 ? in_pages(std::move(parts), page) : joined({{parts.front().from, parts.back().to}});
        for (const std::shared_ptr<Buffer>& buffer : resident.buffers)
            if (!contains(met, buffer.get()) && std::any_of(parts.begin(), parts.end(), [&](const Stretch& part) {
                    return buffer->layout.meets(part);
                })) {
                met.push_back(buffer.get());
                for (const Section& section : buffer->layout.list())
                    parts.push_back(section.stretch());
                more = true;
            }
        parts = joined(std::move(parts));
    }
    return met;
}

// The rows (planes) that a loop which fills an array leaves room for on either side, in bytes: what stencils are going
// to read there, if it is little beside the section.
std::int64_t Residence::halo_of(const Resident& resident, const Stretch& section) {
    constexpr std::int64_t line = 64; // bytes, where elements are rows
    const std::int64_t row = border_of(resident, section);
    return row == 0 ? 0
                    : row * std::clamp<std::int64_t>(section.bytes() / worth::halo_share_of_rows / row, 1,
                                                     std::max(worth::widest_halo, line / row));
}

// The section, and what the next launches are likely to touch beside it: all of an array that lacks little; of others,
// where a loop fills their first section, a halo at both ends.
Stretch Residence::with_borders(const Resident& resident, Stretch section, bool first) {
    const Stretch whole{resident.base(), resident.base() + resident.allocation->bytes};
    std::int64_t border = first ? halo_of(resident, section) : 0;
    if (section.bytes() >= whole.bytes() / 8 * 7)
        border = whole.bytes();
    const auto before = std::min(border, static_cast<std::int64_t>(section.from - std::min(section.from, whole.from)));
    const auto behind = std::min(border, static_cast<std::int64_t>(std::max(section.to, whole.to) - section.to));
    return {section.from - static_cast<std::uintptr_t>(before), section.to + static_cast<std::uintptr_t>(behind)};
}

// The section where it is to take the place of these buffers. Where much has come to them at once, launches go through
// the array part by part; then it is to have as much as all of them are going to touch on this device: its share of the
// array. So it grows once, while it is small. instead: there is room for it where they have gone.
Stretch Residence::with_share(const Resident& resident, Stretch section, const std::vector<Buffer*>& old,
                              bool& instead) const {
    std::int64_t before = 0;
    for (const Buffer* buffer : old)
        before += buffer->layout.bytes();
    const Stretch first = old.front()->layout.hull();
    const Stretch whole{resident.base(), resident.base() + resident.allocation->bytes};
    const std::int64_t share = sharers_ > 0 ? whole.bytes() / sharers_ : 0;
    const std::int64_t more = std::min(share - section.bytes(), worth::most_growth * section.bytes());
    instead = false;
    if (saves_room_ || is_short_ || more <= 0 || section.bytes() - before < before / 4)
        return section;
    Stretch wide = section;
    if (sharers_ == 1 && more == share - section.bytes())
        wide = {std::min(section.from, whole.from), std::max(section.to, whole.to)};
    else if (section.to > first.to)
        wide.to += std::min(aligned(resident, more), std::max(section.to, whole.to) - section.to);
    else
        wide.from -= std::min(aligned(resident, more), section.from - std::min(section.from, whole.from));
    if (has_room_for(wide.bytes()))
        return wide;
    instead = may_drop_ && before <= wide.bytes() / 4 && has_room_for(wide.bytes() - before);
    return instead ? wide : section;
}

// So that elements stay aligned.
std::uintptr_t Residence::aligned(const Resident& resident, std::int64_t bytes) {
    const std::int64_t unit = std::lcm(std::max<std::int64_t>(1, resident.shape.elem), std::int64_t{64});
    return static_cast<std::uintptr_t>((bytes + unit - 1) / unit * unit);
}

// The section where it is to take the place of these buffers, with more to spare on the sides on which it grows, if it
// has grown before: what steps through an array launch by launch (the k of Floyd-Warshall) soon wants the next row.
Stretch Residence::with_room_to_grow(Resident& resident, Stretch section, const std::vector<Buffer*>& old) {
    if (old.empty() || resident.grown++ == 0)
        return section;
    Stretch before = old.front()->layout.hull();
    for (const Buffer* buffer : old) {
        before.from = std::min(before.from, buffer->layout.hull().from);
        before.to = std::max(before.to, buffer->layout.hull().to);
    }
    const Stretch whole{resident.base(), resident.base() + resident.allocation->bytes};
    const std::uintptr_t more = aligned(resident, resident.grown > 2 ? before.bytes() : before.bytes() / 2);
    if (section.from < before.from)
        section.from -= std::min(more, section.from - std::min(section.from, whole.from));
    if (section.to > before.to)
        section.to += std::min(more, std::max(section.to, whole.to) - section.to);
    return section;
}

// Where a kernel finds the pieces, which are covered; nullopt: there is no room for the table that tells it.
std::optional<Residence::Place> Residence::place_of(Resident& resident, const std::vector<Stretch>& pieces) {
    if (pieces.empty())
        return Place{};
    const Stretch hull{pieces.front().from, pieces.back().to};
    const auto from_base = [&](std::uintptr_t address) { return static_cast<std::int64_t>(address - resident.base()); };
    for (const std::shared_ptr<Buffer>& buffer : resident.buffers) {
        const Layout& layout = buffer->layout;
        if (const Section* section = layout.around(hull))
            return Place{buffer->memory, from_base(section->from) - section->at, nullptr, 0};
        if (!buffer->in_pages() || !layout.holds(pieces.front()))
            continue;
        if (buffer->moved == nullptr) {
            const std::vector<std::int64_t> moved = layout.moved();
            const auto bytes = static_cast<std::int64_t>(moved.size() * sizeof moved[0]);
            buffer->moved = has_room_for(bytes) ? device_->allocate(bytes) : nullptr;
            if (buffer->moved == nullptr)
                return std::nullopt;
            buffer->moved_bytes = bytes;
            allocated_ += bytes;
            volume_.peak = std::max(volume_.peak, allocated_);
            device_->write(buffer->moved, {}, reinterpret_cast<const char*>(moved.data()), {0, bytes, 1, 0, 1, 0});
        }
        return Place{buffer->memory, from_base(layout.first_page()), buffer->moved,
                     std::countr_zero(static_cast<std::uint64_t>(layout.page()))};
    }
    return std::nullopt;
}

// ---- kernels that follow addresses
// ----------------------------------------------------------------------------------------------

// Whole rows, since launches that begin in the middle of one are followed by others that do not.
Hull Residence::rows_around(const Resident& resident, const Region& touched) const {
    const Hull all = byte_hull(touched, resident.shape);
    const Hull rows = byte_hull(rows_of(resident.shape, all.lo, all.hi), resident.shape);
    return allocated_ + (rows.hi - rows.lo) <= device_->memory_bytes() ? rows : all;
}

Residence::Near Residence::near(Allocation& allocation, const Region& touched) {
    const Resident& resident = made(allocation);
    const Hull hull = rows_around(resident, touched);
    const std::uintptr_t base = resident.base();
    return {&allocation, base + static_cast<std::uintptr_t>(hull.lo), base + static_cast<std::uintptr_t>(hull.hi), base,
            base + allocation.bytes};
}

struct Residence::Cluster {
    std::uintptr_t from, to;    // of the memory
    std::uintptr_t first, last; // of the pointers
    std::vector<Resident*> members;

    void join(const Cluster& next) {
        from = std::min(from, next.from);
        to = std::max(to, next.to);
        first = std::min(first, next.first);
        last = std::max(last, next.last);
        members.insert(members.end(), next.members.begin(), next.members.end());
    }
};

std::string Residence::gather(const std::vector<Near>& list, std::size_t most) {
    std::vector<Cluster> all;
    std::map<const Buffer*, std::size_t> of_buffer;
    std::uintptr_t wanted = 0;
    for (const Near& one : list) {
        if (one.from >= one.to)
            continue;
        Resident& resident = made(*one.allocation);
        const Buffer* buffer = single(resident);
        wanted += one.to - one.from;
        const Stretch known_part = buffer == nullptr ? Stretch{one.from, one.to} : buffer->layout.hull();
        const Cluster alone{
            std::min(one.from, known_part.from), std::max(one.to, known_part.to), one.first, one.last, {&resident}};
        const auto [known, is_new] = of_buffer.try_emplace(buffer, all.size());
        if (buffer != nullptr && !is_new)
            all[known->second].join(alone);
        else
            all.push_back(alone);
    }
    std::sort(all.begin(), all.end(), [](const Cluster& a, const Cluster& b) { return a.first < b.first; });
    // What overlaps belongs together, and beyond the number what has the smallest gaps.
    std::vector<Cluster> apart;
    std::vector<std::uintptr_t> gaps;
    for (const Cluster& next : all)
        if (!apart.empty() && next.first < apart.back().last) {
            apart.back().join(next);
        } else {
            if (!apart.empty())
                gaps.push_back(next.first - apart.back().last);
            apart.push_back(next);
        }
    std::vector<Cluster> joined;
    std::vector<std::uintptr_t> large = gaps;
    std::sort(large.rbegin(), large.rend());
    std::size_t breaks = most - 1; // equal gaps: the first ones
    const std::uintptr_t least = gaps.size() < most ? 0 : large[breaks];
    breaks -=
        static_cast<std::size_t>(std::count_if(large.begin(), large.end(), [&](auto gap) { return gap > least; }));
    for (std::size_t i = 0; i < apart.size(); ++i) {
        bool split = i == 0 || gaps.size() < most || gaps[i - 1] > least;
        if (!split && breaks > 0 && gaps[i - 1] == least) {
            --breaks;
            split = true;
        }
        if (split)
            joined.push_back(apart[i]);
        else
            joined.back().join(apart[i]);
    }
    std::uintptr_t taken = 0;
    for (const Cluster& cluster : joined)
        taken += cluster.to - cluster.from;
    if (taken > worth::small_piece_bytes && taken / worth::most_waste_of_piece > wanted)
        return "what its pointers lead to lies too far apart for one piece of the device's memory";
    for (Cluster& cluster : joined) {
        const Stretch all_of_it{cluster.from, cluster.to};
        const auto buffer_of = [](const Resident* member) {
            return member->buffers.empty() ? nullptr : member->buffers.front().get();
        };
        const Buffer* first = buffer_of(cluster.members.front());
        const bool together = first != nullptr && first->layout.around(all_of_it) != nullptr &&
                              std::all_of(cluster.members.begin(), cluster.members.end(),
                                          [&](const Resident* member) { return buffer_of(member) == first; });
        if (together)
            continue;
        const std::vector<Resident*> asked = cluster.members;
        std::vector<Buffer*> before;
        for (const Resident* member : asked)
            if (Buffer* buffer = buffer_of(member)) {
                before.push_back(buffer);
                if (member->buffers.front().use_count() > 1)
                    share(buffer, cluster.members);
            }
        if (!replace(cluster.members, before, Layout(all_of_it)))
            return "the device has too little memory for what its pointers lead to";
    }
    return "";
}

std::vector<Residence::Window> Residence::windows(const std::vector<Near>& list) const {
    std::vector<Window> found;
    for (const Near& one : list) {
        const Resident* resident = of(*one.allocation);
        if (one.from >= one.to || resident == nullptr || resident->buffers.empty())
            continue;
        const Buffer& buffer = *resident->buffers.front();
        const auto known = std::find_if(found.begin(), found.end(),
                                        [&](const Window& window) { return window.memory == buffer.memory; });
        if (known == found.end()) {
            found.push_back({buffer.memory, buffer.layout.hull().from, one.first, one.last});
        } else {
            known->first = std::min(known->first, one.first);
            known->last = std::max(known->last, one.last);
        }
    }
    return found;
}

} // namespace hydra::rt
