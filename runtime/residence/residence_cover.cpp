// How a launch gets room for what it touches (residence.h): which of a resident's buffers has it, or how one comes to.
// Launches come again and again, so the last ones are remembered; a block of columns has a section for each row.
#include "runtime/policy/worth_devices.h"
#include "runtime/residence/residence_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hydra::rt {

// What the launch touches, by group, once there is room for it; null: there is none.
const Residence::Covered* Residence::cover_all(Resident& resident, const Region& both, std::span<const Hull> groups,
                                               bool may_page) {
    constexpr std::size_t most_known = 4;
    const auto is_this = [&](const Covered& one) {
        return both.boxes() <= worth::few_boxes_compared && one.touched.boxes() == both.boxes() &&
               one.shape_id == resident.shape_id && one.may_page == may_page &&
               std::equal(groups.begin(), groups.end(), one.groups.begin(), one.groups.end()) && one.touched == both;
    };
    auto known = std::find_if(resident.known.begin(), resident.known.end(), is_this);
    if (known != resident.known.end() && known->changes == changes_ && ++known->times == worth::often_looked_up &&
        !saves_room_ && resident.cache.page == 0)
        straighten(resident, *known);
    if (known != resident.known.end() && known->changes == changes_) {
        for (std::size_t group = 0; group < known->pieces.size(); ++group)
            for (const Stretch& piece : known->pieces[group]) {
                known->buffers[group]->layout.use(piece, resident.launches);
                if (known->buffers[group]->layout.is_tight())
                    break;
            }
        return &*known;
    }
    if (known != resident.known.end())
        resident.known.erase(known);
    else if (resident.known.size() == most_known)
        resident.known.pop_front();
    Covered& wanted = resident.known.emplace_back(
        Covered{both, resident.shape_id, may_page, {groups.begin(), groups.end()}, {}, {}, -1, 0});
    if (!cover_anew(resident, wanted, may_page))
        return nullptr;
    bool is_there = true; // room for one group may have moved those before it
    for (const std::vector<Stretch>& pieces : wanted.pieces) {
        wanted.buffers.push_back(pieces.empty() ? nullptr : covering(resident, pieces, may_page));
        is_there = is_there && (pieces.empty() || wanted.buffers.back() != nullptr);
    }
    wanted.changes = is_there ? changes_ : -1;
    return &wanted;
}

bool Residence::cover_anew(Resident& resident, Covered& wanted, bool may_page) {
    const Region& both = wanted.touched;
    const std::int64_t gap = page_ > 0 ? page_ : worth::most_gap_of_rows;
    constexpr std::int64_t any_gap = std::int64_t{1} << 60;
    std::vector<Stretch> groups;
    for (const Hull& group : wanted.groups)
        groups.push_back(resident.stretch(group));
    std::vector<Stretch> all = stretches(both, resident.shape, resident.base(), any_gap);
    const bool together = all.empty() || (wanted.groups.size() == 1 && !may_page) ||
                          std::any_of(resident.buffers.begin(), resident.buffers.end(), [&](const auto& buffer) {
                              return buffer->layout.around(all.front()) != nullptr;
                          });
    if (!together)
        all = stretches(both, resident.shape, resident.base(), gap);
    bool tight = false;
    if (!together && may_page && !saves_room_ && resident.cache.page == 0)
        if (auto touched = touched_stretches(both, resident.shape, resident.base(), gap_of_tight());
            touched && is_better_tight(resident, all, *touched)) {
            tight = true;
            all = std::move(*touched);
        }
    if (saves_room_ && !together) {
        Least way = least(both, resident.shape, resident.base(), groups, may_page);
        all = std::move(way.all);
        tight = way.tight;
    }
    wanted.pieces = by_group(all, groups);
    return std::all_of(wanted.pieces.begin(), wanted.pieces.end(), [&](const std::vector<Stretch>& pieces) {
        return tight ? cover_tight(resident, pieces) : cover(resident, pieces, may_page);
    });
}

// The resident's buffer that has all of these pieces, in one section or in pages; null: none.
Residence::Buffer* Residence::covering(const Resident& resident, const std::vector<Stretch>& pieces,
                                       bool may_page) const {
    const Stretch hull{pieces.front().from, pieces.back().to};
    for (const std::shared_ptr<Buffer>& buffer : resident.buffers) {
        const Layout& layout = buffer->layout;
        if (layout.around(hull) != nullptr ||
            (may_page && buffer->in_pages() &&
             std::all_of(pieces.begin(), pieces.end(), [&](const Stretch& piece) { return layout.holds(piece); })))
            return buffer.get();
    }
    return nullptr;
}

// One buffer of the resident's has all of these pieces, from now on.
bool Residence::cover(Resident& resident, const std::vector<Stretch>& pieces, bool may_page) {
    if (pieces.empty())
        return true;
    const auto use = [&](Buffer& buffer) {
        for (const Stretch& piece : pieces)
            buffer.layout.use(piece, resident.launches);
        return true;
    };
    if (Buffer* known = covering(resident, pieces, may_page))
        return use(*known);
    if (resident.cache.page > 0 && may_page && !saves_room_)
        return cover_cached(resident, pieces);
    if (!resident.buffers.empty() && resident.buffers.front().use_count() > 1) // it has no others
        return cover_shared(resident, {pieces.front().from, pieces.back().to});
    const auto room = [&](bool in_place) {
        Buffer* found = may_page ? add_pages(resident, pieces) : nullptr;
        return found != nullptr || in_place ? found : cover_beside(resident, pieces, may_page);
    };
    if (Buffer* has_room = room(may_drop_))
        return use(*has_room);
    if (!may_drop_)
        return false;
    // What launches do not use any more gives way; where there is no room beside what is there, what this one does not
    // use, the oldest first.
    for (std::int64_t patience = resident.patience;; patience /= 2) {
        drop_idle(resident, patience);
        if (Buffer* has_room = room(false))
            return use(*has_room);
        if (patience == 0)
            break;
    }
    if (!by_host_)
        return false;
    for (const Stretch& piece : pieces) // of it, what is there stays
        for (const std::shared_ptr<Buffer>& buffer : resident.buffers)
            buffer->layout.use(piece, resident.launches);
    give_way(resident);
    if (Buffer* has_room = room(false))
        return use(*has_room);
    return cover_by_host(resident, pieces, may_page) && use(*resident.buffers.back());
}

// Another buffer with the pieces and all that those have which they meet; null: there is no room beside these.
Residence::Buffer* Residence::cover_beside(Resident& resident, const std::vector<Stretch>& pieces, bool may_page) {
    std::vector<Stretch> parts = pieces;
    std::vector<Buffer*> met = met_by(resident, parts, 1);
    const bool is_first = met.empty();
    bool instead = false; // of those that it meets, by way of the host
    if (parts.size() == 1 && !is_first)
        parts.front() = with_share(resident, parts.front(), met, instead);
    std::int64_t page = may_page ? page_for(resident, parts, met) : 0;
    met = met_by(resident, parts, page);
    if (page > 0 && is_first && pieces.size() == 1 && !met.empty()) { // rounded to pages it meets what it would not
        page = 0;
        parts = pieces;
        met = met_by(resident, parts, 0);
    }
    const auto made = [&](const Layout& layout) {
        const bool by_host = std::exchange(by_host_, by_host_ || instead);
        const bool is_made = (instead || has_room_for(layout.bytes())) && replace({&resident}, met, layout);
        by_host_ = by_host;
        return is_made ? resident.buffers.back().get() : nullptr;
    };
    if (parts.size() == 1 && !saves_room_) {
        const Stretch section = parts.front();
        Stretch wide = with_borders(resident, section, met.empty() && resident.is_filled);
        if (page == 0)
            wide = with_room_to_grow(resident, wide, met);
        if (has_room_for(wide.bytes())) {
            parts.assign(1, wide);
            met = met_by(resident, parts, page);
        }
    }
    if (page == 0)
        return made(Layout(parts.front()));
    const bool grows_again =
        std::any_of(met.begin(), met.end(), [](const Buffer* one) { return one->in_loose_pages(); }) &&
        resident.grown++ > 0;
    return made(Layout(parts, page, spare_for(resident, parts, page, grows_again)));
}

// The same where that has no room: what is there comes to the host and goes.
bool Residence::cover_by_host(Resident& resident, const std::vector<Stretch>& pieces, bool may_page) {
    std::vector<Stretch> parts = pieces;
    std::vector<Buffer*> met = met_by(resident, parts, 1);
    const std::int64_t page = may_page ? page_for(resident, parts, met) : 0;
    met = met_by(resident, parts, page);
    parts = needed_now(resident, pieces, met);
    if (page > 0)
        return replace({&resident}, met, Layout(in_pages(parts, page), page, 0));
    // Once, if there is room for all of the array.
    const Stretch whole{resident.base(), resident.base() + resident.allocation->bytes};
    std::int64_t given_back = 0;
    for (const std::shared_ptr<Buffer>& buffer : resident.buffers)
        given_back += buffer->layout.bytes();
    Stretch section{parts.front().from, parts.back().to};
    if (!met.empty() && !saves_room_ && has_room_for(whole.bytes() - given_back)) {
        section = {std::min(section.from, whole.from), std::max(section.to, whole.to)};
        parts.assign(1, section);
        met = met_by(resident, parts, 0);
        section = parts.front();
    }
    return replace({&resident}, met, Layout(section));
}

// The resident lies in a buffer with others.
bool Residence::cover_shared(Resident& resident, Stretch hull) {
    Buffer* buffer = resident.buffers.front().get();
    hull.from = std::min(hull.from, buffer->layout.hull().from);
    hull.to = std::max(hull.to, buffer->layout.hull().to);
    std::vector<Resident*> members{&resident};
    share(buffer, members);
    return replace(members, {buffer}, Layout(hull));
}

} // namespace hydra::rt
