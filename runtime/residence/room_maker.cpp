// See room_maker.h.
#include "runtime/residence/room_maker.h"

#include "runtime/policy/worth_devices.h"
#include <algorithm>
#include <iterator>
#include <utility>

namespace hydra::rt {
namespace {

// What a buffer in place of these has to have for this launch: the pieces, and what else it has found a place for.
std::vector<Stretch> needed_now(const Resident& resident, const std::vector<Stretch>& pieces,
                                const std::vector<DeviceBuffer*>& met) {
    std::vector<Stretch> needed = pieces;
    for (const DeviceBuffer* buffer : met)
        for (const Section& section : buffer->layout().list())
            if (section.used == resident.history.launches ||
                (buffer->layout().is_tight() && buffer->layout().last_used() == resident.history.launches))
                needed.push_back(section.stretch());
    return joined(std::move(needed));
}

} // namespace

const CoveredLaunch* RoomMaker::cover_all(Resident& resident, const Region& both, std::span<const Hull> groups,
                                          bool may_page) {
    constexpr std::size_t most_known = 4;
    const auto is_this = [&](const CoveredLaunch& one) {
        return both.boxes() <= worth::few_boxes_compared && one.touched.boxes() == both.boxes() &&
               one.shape_id == resident.validity().shape_id() && one.may_page == may_page &&
               std::equal(groups.begin(), groups.end(), one.groups.begin(), one.groups.end()) && one.touched == both;
    };
    auto known = std::find_if(resident.history.known.begin(), resident.history.known.end(), is_this);
    if (known != resident.history.known.end() && known->changes == store_.changes() &&
        ++known->times == worth::often_looked_up && !rules_.saves_room && resident.cache.page == 0)
        straighten(resident, *known);
    if (known != resident.history.known.end() && known->changes == store_.changes()) {
        for (std::size_t group = 0; group < known->pieces.size(); ++group)
            for (const Stretch& piece : known->pieces[group]) {
                known->buffers[group]->layout().use(piece, resident.history.launches);
                if (known->buffers[group]->layout().is_tight())
                    break;
            }
        return &*known;
    }
    if (known != resident.history.known.end())
        resident.history.known.erase(known);
    else if (resident.history.known.size() == most_known)
        resident.history.known.pop_front();
    CoveredLaunch& wanted = resident.history.known.emplace_back(
        CoveredLaunch{both, resident.validity().shape_id(), may_page, {groups.begin(), groups.end()}, {}, {}, -1, 0});
    if (!cover_anew(resident, wanted, may_page))
        return nullptr;
    bool is_there = true; // room for one group may have moved those before it
    for (const std::vector<Stretch>& pieces : wanted.pieces) {
        wanted.buffers.push_back(pieces.empty() ? nullptr : resident.buffer_with(pieces, may_page));
        is_there = is_there && (pieces.empty() || wanted.buffers.back() != nullptr);
    }
    wanted.changes = is_there ? store_.changes() : -1;
    return &wanted;
}

bool RoomMaker::cover_anew(Resident& resident, CoveredLaunch& wanted, bool may_page) {
    const Region& both = wanted.touched;
    const std::int64_t gap = packing_.page() > 0 ? packing_.page() : worth::most_gap_of_rows;
    constexpr std::int64_t any_gap = std::int64_t{1} << 60;
    std::vector<Stretch> groups;
    for (const Hull& group : wanted.groups)
        groups.push_back(resident.stretch(group));
    std::vector<Stretch> all = stretches(both, resident.shape(), resident.base(), any_gap);
    const bool together = all.empty() || (wanted.groups.size() == 1 && !may_page) ||
                          std::any_of(resident.buffers().begin(), resident.buffers().end(), [&](const auto& buffer) {
                              return buffer->layout().around(all.front()) != nullptr;
                          });
    if (!together)
        all = stretches(both, resident.shape(), resident.base(), gap);
    bool tight = false;
    if (!together && may_page && !rules_.saves_room && resident.cache.page == 0)
        if (auto touched = touched_stretches(both, resident.shape(), resident.base(), packing_.gap_of_tight());
            touched && sizing_.is_better_tight(resident, all, *touched)) {
            tight = true;
            all = std::move(*touched);
        }
    if (rules_.saves_room && !together) {
        Packing::Least way = packing_.least(both, resident.shape(), resident.base(), groups, may_page);
        all = std::move(way.all);
        tight = way.tight;
    }
    wanted.pieces = Packing::by_group(all, groups);
    return std::all_of(wanted.pieces.begin(), wanted.pieces.end(), [&](const std::vector<Stretch>& pieces) {
        return tight ? cover_tight(resident, pieces) : cover(resident, pieces, may_page);
    });
}

bool RoomMaker::cover(Resident& resident, const std::vector<Stretch>& pieces, bool may_page) {
    if (pieces.empty())
        return true;
    const auto use = [&](DeviceBuffer& buffer) {
        buffer.use(pieces, resident.history.launches);
        return true;
    };
    if (DeviceBuffer* known = resident.buffer_with(pieces, may_page))
        return use(*known);
    if (resident.cache.page > 0 && may_page && !rules_.saves_room)
        return caches_.cover(resident, pieces, rules_.by_host);
    if (resident.is_shared()) // it has no others
        return cover_shared(resident, {pieces.front().from, pieces.back().to});
    const auto room = [&](bool in_place) {
        DeviceBuffer* found = may_page ? add_pages(resident, pieces) : nullptr;
        return found != nullptr || in_place ? found : cover_beside(resident, pieces, may_page);
    };
    if (DeviceBuffer* has_room = room(rules_.may_drop))
        return use(*has_room);
    if (!rules_.may_drop)
        return false;
    // What launches do not use any more gives way; where there is no room beside what is there, what this one does not
    // use, the oldest first.
    for (std::int64_t patience = resident.history.patience;; patience /= 2) {
        store_.drop_idle(resident, patience);
        if (DeviceBuffer* has_room = room(false))
            return use(*has_room);
        if (patience == 0)
            break;
    }
    if (!rules_.by_host)
        return false;
    for (const std::shared_ptr<DeviceBuffer>& buffer : resident.buffers()) // of it, what is there stays
        buffer->use(pieces, resident.history.launches);
    give_way(resident);
    if (DeviceBuffer* has_room = room(false))
        return use(*has_room);
    return cover_by_host(resident, pieces, may_page) && use(*resident.buffers().back());
}

// Another buffer with the pieces and all that those have which they meet; null: there is no room beside these.
DeviceBuffer* RoomMaker::cover_beside(Resident& resident, const std::vector<Stretch>& pieces, bool may_page) {
    std::vector<Stretch> parts = pieces;
    std::vector<DeviceBuffer*> met = resident.met_by(parts, 1);
    const bool is_first = met.empty();
    bool instead = false; // of those that it meets, by way of the host
    if (parts.size() == 1 && !is_first)
        parts.front() = sizing_.with_share(resident, parts.front(), met, instead);
    std::int64_t page = may_page ? sizing_.page_for(resident, parts, met) : 0;
    met = resident.met_by(parts, page);
    if (page > 0 && is_first && pieces.size() == 1 && !met.empty()) { // rounded to pages it meets what it would not
        page = 0;
        parts = pieces;
        met = resident.met_by(parts, 0);
    }
    const auto made = [&](const Layout& layout) {
        const bool is_made = (instead || memory_.has_room_for(layout.bytes())) &&
                             store_.replace({&resident}, met, layout, rules_.by_host || instead);
        return is_made ? resident.buffers().back().get() : nullptr;
    };
    if (parts.size() == 1 && !rules_.saves_room) {
        const Stretch section = parts.front();
        Stretch wide = sizing_.with_borders(resident, section, met.empty() && resident.history.is_filled);
        if (page == 0)
            wide = sizing_.with_room_to_grow(resident, wide, met);
        if (memory_.has_room_for(wide.bytes())) {
            parts.assign(1, wide);
            met = resident.met_by(parts, page);
        }
    }
    if (page == 0)
        return made(Layout(parts.front()));
    const bool grows_again =
        std::any_of(met.begin(), met.end(), [](const DeviceBuffer* one) { return one->in_loose_pages(); }) &&
        resident.history.grown++ > 0;
    return made(Layout(parts, page, sizing_.spare_for(resident, parts, page, grows_again)));
}

// The same where that has no room: what is there comes to the host and goes.
bool RoomMaker::cover_by_host(Resident& resident, const std::vector<Stretch>& pieces, bool may_page) {
    std::vector<Stretch> parts = pieces;
    std::vector<DeviceBuffer*> met = resident.met_by(parts, 1);
    const std::int64_t page = may_page ? sizing_.page_for(resident, parts, met) : 0;
    met = resident.met_by(parts, page);
    parts = needed_now(resident, pieces, met);
    if (page > 0)
        return replace(resident, met, Layout(in_pages(parts, page), page, 0));
    // Once, if there is room for all of the array.
    const Stretch whole = resident.whole();
    std::int64_t given_back = 0;
    for (const std::shared_ptr<DeviceBuffer>& buffer : resident.buffers())
        given_back += buffer->layout().bytes();
    Stretch section{parts.front().from, parts.back().to};
    if (!met.empty() && !rules_.saves_room && memory_.has_room_for(whole.bytes() - given_back)) {
        section = {std::min(section.from, whole.from), std::max(section.to, whole.to)};
        parts.assign(1, section);
        met = resident.met_by(parts, 0);
        section = parts.front();
    }
    return replace(resident, met, Layout(section));
}

// The resident lies in a buffer with others.
bool RoomMaker::cover_shared(Resident& resident, Stretch hull) {
    DeviceBuffer* buffer = resident.buffers().front().get();
    hull.from = std::min(hull.from, buffer->layout().hull().from);
    hull.to = std::max(hull.to, buffer->layout().hull().to);
    std::vector<Resident*> members{&resident};
    residents_.add_sharing(buffer, members);
    return store_.replace(members, {buffer}, Layout(hull), rules_.by_host);
}

bool RoomMaker::cover_tight(Resident& resident, const std::vector<Stretch>& pieces) {
    if (pieces.empty())
        return true;
    const auto use = [&](DeviceBuffer& buffer) {
        buffer.use(pieces, resident.history.launches);
        return true;
    };
    if (DeviceBuffer* known = resident.buffer_with(pieces, true))
        return use(*known);
    store_.drop_idle(resident, resident.history.patience);
    std::vector<Stretch> parts = joined(pieces, packing_.gap_of_tight());
    std::vector<DeviceBuffer*> met;
    for (bool more = true; more;) {
        more = false;
        for (const std::shared_ptr<DeviceBuffer>& buffer : resident.buffers())
            if (std::find(met.begin(), met.end(), buffer.get()) == met.end() && buffer->meets(parts)) {
                met.push_back(buffer.get());
                for (const Section& section : buffer->layout().list())
                    parts.push_back(section.stretch());
                more = true;
            }
        parts = joined(std::move(parts), packing_.gap_of_tight());
    }
    if (met.empty() && resident.history.is_filled && !rules_.saves_room) { // a halo must not reach into another buffer
        std::vector<Stretch> wider = sizing_.with_halos(resident, parts);
        if (std::none_of(resident.buffers().begin(), resident.buffers().end(),
                         [&](const auto& buffer) { return buffer->meets(wider); }))
            parts = std::move(wider);
    }
    if (!packing_.pays_tight(parts))
        return cover(resident, {{parts.front().from, parts.back().to}}, true);
    resident.history.grown_tight += met.empty() ? 0 : 1;
    return replace(resident, met, Layout::tight(parts, packing_.tight_page(parts))) && use(*resident.buffers().back());
}

// The pieces in free pages of the buffer that has some of them, or of any; null: there is none.
DeviceBuffer* RoomMaker::add_pages(Resident& resident, const std::vector<Stretch>& pieces) {
    std::vector<Stretch> parts = pieces;
    const std::vector<DeviceBuffer*> met = resident.met_by(parts, 1);
    for (const std::shared_ptr<DeviceBuffer>& buffer : resident.buffers()) {
        if (!buffer->in_loose_pages() || buffer.use_count() > 1 || met.size() > 1 ||
            (met.size() == 1 && met.front() != buffer.get()))
            continue;
        Layout& layout = buffer->layout();
        const Stretch hull{std::min(parts.front().from, layout.hull().from),
                           std::max(parts.back().to, layout.hull().to)};
        std::vector<Stretch> pages = parts;
        const std::vector<DeviceBuffer*> near = resident.met_by(pages, layout.page());
        const bool alone = near.empty() || (near.size() == 1 && near.front() == buffer.get());
        if (!alone || table_bytes(hull, layout.page()) > std::max(layout.bytes() / 8, worth::least_bytes_saved) ||
            !layout.add(pages, resident.history.launches))
            continue;
        store_.changed(*buffer);
        return buffer.get();
    }
    return nullptr;
}

// What this launch does not use goes, by pages; what the host lacks of it comes there.
void RoomMaker::give_way(Resident& resident) {
    for (const std::shared_ptr<DeviceBuffer>& buffer : resident.buffers()) {
        if (buffer.use_count() > 1 || !buffer->in_loose_pages())
            continue;
        Layout& layout = buffer->layout();
        for (std::size_t i = layout.list().size(); i-- > 0;) {
            const Section section = layout.list()[i];
            const bool is_used = section.used == resident.history.launches;
            if (is_used && section.near.from >= section.near.to)
                continue;
            const Stretch kept = is_used ? in_pages({section.near}, layout.page()).front() : Stretch{};
            for (const Stretch& part : is_used ? std::vector<Stretch>{{section.from, kept.from}, {kept.to, section.to}}
                                               : std::vector<Stretch>{section.stretch()}) {
                const Region lost = resident.elements(part) & resident.validity().valid();
                resident.to_host(lost);
                resident.validity().drop(lost);
            }
            if (is_used && !layout.trim(i).empty())
                store_.changed(*buffer);
        }
    }
    store_.drop_idle(resident, 0);
}

// A launch that comes again and again need not look up what lies close together on the host.
void RoomMaker::straighten(Resident& resident, const CoveredLaunch& covered) {
    for (std::size_t group = 0; group < covered.pieces.size(); ++group) {
        const std::vector<Stretch>& pieces = covered.pieces[group];
        DeviceBuffer* buffer = covered.buffers[group];
        if (buffer == nullptr || !buffer->in_loose_pages() || resident.is_shared())
            continue;
        const Stretch hull{pieces.front().from, pieces.back().to};
        if (buffer->layout().around(hull) != nullptr || packing_.is_apart(pieces, buffer->layout().page()))
            continue;
        std::vector<Stretch> parts{hull};
        for (const Section& section : buffer->layout().list())
            parts.push_back(section.stretch());
        const std::int64_t page = buffer->layout().page();
        const std::vector<DeviceBuffer*> met = resident.met_by(parts, page);
        if (memory_.has_room_for(total_bytes(parts))) {
            replace(resident, met, Layout(parts, page, sizing_.spare_for(resident, parts, page, false)));
            return;
        }
    }
}

} // namespace hydra::rt
