// See row_windows.h.
#include "runtime/residence/row_windows.h"

#include "runtime/policy/worth_devices.h"
#include <algorithm>
#include <map>
#include <utility>

namespace hydra::rt {
namespace {

// Whole rows, since launches that begin in the middle of one are followed by others that do not.
Hull rows_around(const DeviceMemory& memory, const Resident& resident, const Region& touched) {
    const Hull all = byte_hull(touched, resident.shape());
    const Hull rows = byte_hull(rows_of(resident.shape(), all.lo, all.hi), resident.shape());
    return memory.has_room_for(rows.hi - rows.lo) ? rows : all;
}

// The resident's first buffer; null: none.
DeviceBuffer* first_buffer(const Resident& resident) {
    return resident.buffers().empty() ? nullptr : resident.buffers().front().get();
}

} // namespace

// The resident's only buffer, of one section; null: it has none.
DeviceBuffer* RowWindows::single(Resident& resident) {
    std::vector<DeviceBuffer*> all;
    Stretch hull{~std::uintptr_t{0}, 0};
    for (const std::shared_ptr<DeviceBuffer>& buffer : resident.buffers()) {
        all.push_back(buffer.get());
        hull.from = std::min(hull.from, buffer->layout().hull().from);
        hull.to = std::max(hull.to, buffer->layout().hull().to);
    }
    const auto is_whole = [](const Layout& layout) {
        return layout.list().size() == 1 && layout.list().front().at == 0;
    };
    const bool is_single = all.size() == 1 && is_whole(all.front()->layout());
    if (all.empty() || (!is_single && !store_.replace({&resident}, all, Layout(hull), rules_.by_host)))
        return nullptr;
    return resident.buffers().front().get();
}

TouchedRows RowWindows::near(Allocation& allocation, const Region& touched) {
    const Resident& resident = residents_.made(allocation);
    const Hull hull = rows_around(memory_, resident, touched);
    const std::uintptr_t base = resident.base();
    return {&allocation, base + static_cast<std::uintptr_t>(hull.lo), base + static_cast<std::uintptr_t>(hull.hi), base,
            base + allocation.bytes};
}

struct RowWindows::Cluster {
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

// What is to lie in one buffer with what it lies in one with already.
std::vector<RowWindows::Cluster> RowWindows::clusters(const std::vector<TouchedRows>& list) {
    std::vector<Cluster> all;
    std::map<const DeviceBuffer*, std::size_t> of_buffer;
    for (const TouchedRows& one : list) {
        if (one.from >= one.to)
            continue;
        Resident& resident = residents_.made(*one.allocation);
        const DeviceBuffer* buffer = single(resident);
        const Stretch known_part = buffer == nullptr ? Stretch{one.from, one.to} : buffer->layout().hull();
        const Cluster alone{
            std::min(one.from, known_part.from), std::max(one.to, known_part.to), one.first, one.last, {&resident}};
        const auto [known, is_new] = of_buffer.try_emplace(buffer, all.size());
        if (buffer != nullptr && !is_new)
            all[known->second].join(alone);
        else
            all.push_back(alone);
    }
    return all;
}

// What overlaps belongs together, and beyond the number what has the smallest gaps.
std::vector<RowWindows::Cluster> RowWindows::joined(std::vector<Cluster> all, std::size_t most) {
    std::sort(all.begin(), all.end(), [](const Cluster& a, const Cluster& b) { return a.first < b.first; });
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
    std::vector<Cluster> within;
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
            within.push_back(apart[i]);
        else
            within.back().join(apart[i]);
    }
    return within;
}

// False: the device has no room.
bool RowWindows::put_together(Cluster& cluster) {
    const Stretch all_of_it{cluster.from, cluster.to};
    const DeviceBuffer* first = first_buffer(*cluster.members.front());
    const bool together = first != nullptr && first->layout().around(all_of_it) != nullptr &&
                          std::all_of(cluster.members.begin(), cluster.members.end(),
                                      [&](const Resident* member) { return first_buffer(*member) == first; });
    if (together)
        return true;
    const std::vector<Resident*> asked = cluster.members;
    std::vector<DeviceBuffer*> before;
    for (const Resident* member : asked)
        if (DeviceBuffer* buffer = first_buffer(*member)) {
            before.push_back(buffer);
            if (member->is_shared())
                residents_.add_sharing(buffer, cluster.members);
        }
    return store_.replace(cluster.members, before, Layout(all_of_it), rules_.by_host);
}

std::string RowWindows::gather(const std::vector<TouchedRows>& list, std::size_t most) {
    std::vector<Cluster> all = joined(clusters(list), most);
    std::uintptr_t wanted = 0, taken = 0;
    for (const TouchedRows& one : list)
        wanted += one.from < one.to ? one.to - one.from : 0;
    for (const Cluster& cluster : all)
        taken += cluster.to - cluster.from;
    if (taken > worth::small_piece_bytes && taken / worth::most_waste_of_piece > wanted)
        return "what its pointers lead to lies too far apart for one piece of the device's memory";
    for (Cluster& cluster : all)
        if (!put_together(cluster))
            return "the device has too little memory for what its pointers lead to";
    return "";
}

std::vector<RowWindow> RowWindows::windows(const std::vector<TouchedRows>& list) const {
    std::vector<RowWindow> found;
    for (const TouchedRows& one : list) {
        const Resident* resident = residents_.of(*one.allocation);
        if (one.from >= one.to || resident == nullptr || resident->buffers().empty())
            continue;
        const DeviceBuffer& buffer = *resident->buffers().front();
        const auto known = std::find_if(found.begin(), found.end(),
                                        [&](const RowWindow& window) { return window.memory == buffer.memory(); });
        if (known == found.end()) {
            found.push_back({buffer.memory(), buffer.layout().hull().from, one.first, one.last});
        } else {
            known->first = std::min(known->first, one.first);
            known->last = std::max(known->last, one.last);
        }
    }
    return found;
}

} // namespace hydra::rt
