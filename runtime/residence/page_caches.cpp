// See page_caches.h.
#include "runtime/residence/page_caches.h"

#include "runtime/policy/worth_devices.h"
#include <algorithm>
#include <utility>

namespace hydra::rt {
namespace {

// Of pages of this size, how many bytes these have.
std::int64_t in_whole_pages(std::vector<Stretch> parts, std::int64_t page) {
    return total_bytes(in_pages(std::move(parts), page));
}

} // namespace

// What it takes to keep the array in pages; nullopt: pages would have much that pieces do not touch.
std::optional<PageCache> PageCaches::cache_for(const TouchedPieces& array) const {
    constexpr std::int64_t line = 64;
    const Allocation& allocation = *array.allocation;
    const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
    const auto parts = [&](const Region& region) { return stretches(region, allocation.shape, base, line); };
    const std::vector<Stretch> all = parts(array.all);
    if (all.empty())
        return PageCache{};
    const Stretch hull{all.front().from, all.back().to};
    PageCache cache;
    std::int64_t fewest = 0;
    for (std::int64_t page = packing_.page() > 0 ? packing_.page() : smallest_page;
         page <= (packing_.page() > 0 ? packing_.page() : largest_page); page *= 2)
        if (const std::int64_t bytes = worth::pages_to_spare * page + table_bytes(hull, page);
            cache.page == 0 || bytes < fewest) {
            cache.page = page;
            fewest = bytes;
        }
    cache.all = in_whole_pages(all, cache.page);
    cache.table = table_bytes(hull, cache.page);
    for (const Region& piece : array.pieces) {
        const std::int64_t bytes = in_whole_pages(parts(piece), cache.page);
        if (bytes > 2 * region_bytes(piece, allocation.shape) + worth::pages_to_spare * cache.page)
            return std::nullopt;
        cache.least = std::max(cache.least, bytes);
    }
    if (2 * cache.least > cache.all) // all pieces touch much the same
        cache.least = cache.all;
    return cache;
}

// The array's only buffer, where it may serve as such a cache; null: it has others.
const DeviceBuffer* PageCaches::kept(const Allocation& allocation, const PageCache& cache) const {
    const Resident* resident = residents_.of(allocation);
    if (resident == nullptr || resident->buffers().size() != 1 || resident->buffers().front().use_count() > 1)
        return nullptr;
    const DeviceBuffer& buffer = *resident->buffers().front();
    return buffer.in_loose_pages() && buffer.layout().page() == cache.page && buffer.layout().bytes() >= cache.least
               ? &buffer
               : nullptr;
}

bool PageCaches::begin(const std::vector<TouchedPieces>& arrays) {
    std::vector<PageCache> caches;
    for (const TouchedPieces& array : arrays) {
        const auto cache = cache_for(array);
        if (!cache)
            return false;
        caches.push_back(*cache);
    }
    std::int64_t ideal = memory_.bytes(), wanted = 0; // room for more than the least, and how much more
    for (const PageCache& cache : caches) {
        ideal -= cache.table + cache.least;
        wanted += cache.all - cache.least;
    }
    if (ideal < 0)
        return false;
    // What is there stays as large as it is, if about as much is left for the others as they would get without that.
    std::vector<bool> stays;
    std::int64_t room = ideal, lacking = wanted;
    for (std::size_t a = 0; a < arrays.size(); ++a) {
        const PageCache& cache = caches[a];
        const DeviceBuffer* kept = this->kept(*arrays[a].allocation, cache);
        stays.push_back(kept != nullptr);
        if (kept != nullptr) {
            room -= kept->layout().bytes() - cache.least;
            lacking -= cache.all - cache.least;
        }
    }
    const auto part = [](std::int64_t of, std::int64_t all) {
        return all <= 0 ? 1.0 : std::min(1.0, static_cast<double>(of) / static_cast<double>(all));
    };
    if (room < 0 || part(room, lacking) < part(ideal, wanted) / 2) {
        stays.assign(arrays.size(), false);
        room = ideal;
        lacking = wanted;
    }
    for (std::size_t a = 0; a < arrays.size(); ++a) {
        PageCache& cache = caches[a];
        if (cache.all == 0)
            continue;
        const auto more = static_cast<std::int64_t>(static_cast<double>(cache.all - cache.least) * part(room, lacking));
        cache.bytes = (cache.least + more) / cache.page * cache.page;
        if (!stays[a])
            residents_.leave(*arrays[a].allocation);
        residents_.made(*arrays[a].allocation).cache = cache;
    }
    have_served_ = true;
    return true;
}

void PageCaches::end() {
    residents_.for_each([this](Allocation& allocation) { residents_.of(allocation)->cache = {}; });
}

// One buffer of the resident's has all of these pieces, from now on; in pages of its cache's.
bool PageCaches::cover(Resident& resident, const std::vector<Stretch>& pieces, bool by_host) {
    const PageCache& cache = resident.cache;
    std::vector<Stretch> parts = in_pages(pieces, cache.page);
    if (resident.buffers().empty()) {
        const std::int64_t bytes = std::max(cache.bytes, total_bytes(parts));
        if (!memory_.has_room_for(bytes) ||
            !store_.replace({&resident}, {}, Layout(parts, cache.page, bytes - total_bytes(parts)), by_host))
            return false;
        resident.buffers().front()->use(pieces, resident.history.launches);
        return true;
    }
    DeviceBuffer& buffer = *resident.buffers().front();
    Layout& layout = buffer.layout();
    buffer.use(pieces, resident.history.launches); // of it, what is there stays
    const std::vector<Stretch> wanted = parts;
    for (const Section& section : layout.list())
        parts.push_back(section.stretch());
    if (const std::int64_t missing = total_bytes(joined(std::move(parts))) - layout.bytes(); missing > 0) {
        free_oldest(resident, layout, pieces.front(), missing);
        memory_.arrive(); // before it is sent again
    }
    store_.changed(buffer);
    if (!layout.add(wanted, resident.history.launches))
        return false;
    buffer.use(pieces, resident.history.launches);
    return true;
}

// So many bytes of the pages that this launch does not use go, the oldest first, and of these what lies farthest from
// the piece; what the host lacks of them comes there.
void PageCaches::free_oldest(Resident& resident, Layout& layout, const Stretch& piece, std::int64_t bytes) {
    const std::int64_t page = layout.page();
    while (bytes > 0) {
        const std::vector<Section>& list = layout.list();
        std::size_t oldest = list.size();
        Stretch gone; // at one end of it
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Section& section = list[i];
            if (oldest < list.size() && section.used >= list[oldest].used)
                continue;
            Stretch free = section.stretch();
            if (section.used == resident.history.launches) { // what it does not use lies at the ends
                if (section.near.from >= section.near.to)
                    continue;
                const Stretch kept = in_pages({section.near}, page).front();
                free = kept.from > section.from ? Stretch{section.from, kept.from} : Stretch{kept.to, section.to};
                if (free.from >= free.to)
                    continue;
            }
            oldest = i;
            gone = free;
        }
        if (oldest == list.size())
            return;
        const auto length = static_cast<std::uintptr_t>(std::min(gone.bytes(), (bytes + page - 1) / page * page));
        if (gone.from > list[oldest].from || (gone.to == list[oldest].to && gone.from >= piece.to))
            gone.from = gone.to - length;
        else
            gone.to = gone.from + length;
        const Region lost = resident.elements(gone) & resident.validity().valid();
        resident.fetch(lost);
        resident.validity().lose(lost);
        layout.cut(oldest, gone);
        bytes -= gone.bytes();
    }
}

} // namespace hydra::rt
