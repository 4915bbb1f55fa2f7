// Launches that run piece by piece since their arrays do not all fit: each array keeps as much on the device as it has
// room for, in one buffer whose pages come and go. What a piece lacks takes the place of what pieces have not used for
// longest; where pieces come in turn from one end and from the other, that is what is needed last, and a launch moves
// no more than what does not fit.
#include "runtime/policy/worth_devices.h"
#include "runtime/residence/residence_parts.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// Of pages of this size, how many bytes these have.
std::int64_t in_whole_pages(std::vector<Stretch> parts, std::int64_t page) {
    return total_bytes(in_pages(std::move(parts), page));
}

} // namespace

// What it takes to keep the array in pages; nullopt: pages would have much that pieces do not touch.
std::optional<Residence::Cache> Residence::cache_for(const Pieces& array) const {
    constexpr std::int64_t line = 64;
    const Allocation& allocation = *array.allocation;
    const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
    const auto parts = [&](const Region& region) { return stretches(region, allocation.shape, base, line); };
    const std::vector<Stretch> all = parts(array.all);
    if (all.empty())
        return Cache{};
    const Stretch hull{all.front().from, all.back().to};
    Cache cache;
    std::int64_t fewest = 0;
    for (std::int64_t page = page_ > 0 ? page_ : smallest_page; page <= (page_ > 0 ? page_ : largest_page); page *= 2)
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
const Residence::Buffer* Residence::kept_cache(const Allocation& allocation, const Cache& cache) const {
    const Resident* resident = of(allocation);
    if (resident == nullptr || resident->buffers.size() != 1 || resident->buffers.front().use_count() > 1)
        return nullptr;
    const Buffer& buffer = *resident->buffers.front();
    return buffer.in_loose_pages() && buffer.layout.page() == cache.page && buffer.layout.bytes() >= cache.least
               ? &buffer
               : nullptr;
}

bool Residence::begin_pieces(const std::vector<Pieces>& arrays) {
    std::vector<Cache> caches;
    for (const Pieces& array : arrays) {
        const auto cache = cache_for(array);
        if (!cache)
            return false;
        caches.push_back(*cache);
    }
    std::int64_t ideal = device_->memory_bytes(), wanted = 0; // room for more than the least, and how much more
    for (const Cache& cache : caches) {
        ideal -= cache.table + cache.least;
        wanted += cache.all - cache.least;
    }
    if (ideal < 0)
        return false;
    // What is there stays as large as it is, if about as much is left for the others as they would get without that.
    std::vector<bool> stays;
    std::int64_t room = ideal, lacking = wanted;
    for (std::size_t a = 0; a < arrays.size(); ++a) {
        const Cache& cache = caches[a];
        const Buffer* kept = kept_cache(*arrays[a].allocation, cache);
        stays.push_back(kept != nullptr);
        if (kept != nullptr) {
            room -= kept->layout.bytes() - cache.least;
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
        Cache& cache = caches[a];
        if (cache.all == 0)
            continue;
        const auto more = static_cast<std::int64_t>(static_cast<double>(cache.all - cache.least) * part(room, lacking));
        cache.bytes = (cache.least + more) / cache.page * cache.page;
        if (!stays[a])
            leave(*arrays[a].allocation);
        made(*arrays[a].allocation).cache = cache;
    }
    has_pieces_ = true;
    return true;
}

void Residence::end_pieces() {
    for (Allocation* allocation : residents_)
        of(*allocation)->cache = {};
}

// One buffer of the resident's has all of these pieces, from now on; in pages of its cache's.
bool Residence::cover_cached(Resident& resident, const std::vector<Stretch>& pieces) {
    const Cache& cache = resident.cache;
    std::vector<Stretch> parts = in_pages(pieces, cache.page);
    if (resident.buffers.empty()) {
        const std::int64_t bytes = std::max(cache.bytes, total_bytes(parts));
        if (!has_room_for(bytes) || !replace({&resident}, {}, Layout(parts, cache.page, bytes - total_bytes(parts))))
            return false;
        for (const Stretch& piece : pieces)
            resident.buffers.front()->layout.use(piece, resident.launches);
        return true;
    }
    Buffer& buffer = *resident.buffers.front();
    Layout& layout = buffer.layout;
    const auto use = [&] {
        for (const Stretch& piece : pieces)
            layout.use(piece, resident.launches);
    };
    use(); // of it, what is there stays
    const std::vector<Stretch> wanted = parts;
    for (const Section& section : layout.list())
        parts.push_back(section.stretch());
    if (const std::int64_t missing = total_bytes(joined(std::move(parts))) - layout.bytes(); missing > 0) {
        free_oldest(resident, layout, pieces.front(), missing);
        arrive(); // before it is sent again
    }
    buffer.forget_moved();
    ++changes_;
    if (!layout.add(wanted, resident.launches))
        return false;
    use();
    return true;
}

// So many bytes of the pages that this launch does not use go, the oldest first, and of these what lies farthest from
// the piece; what the host lacks of them comes there.
void Residence::free_oldest(Resident& resident, Layout& layout, const Stretch& piece, std::int64_t bytes) {
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
            if (section.used == resident.launches) { // what it does not use lies at the ends
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
        const Region lost = resident.elements(gone) & resident.valid;
        fetch(*resident.allocation, lost);
        resident.valid -= lost;
        layout.cut(oldest, gone);
        bytes -= gone.bytes();
    }
}

} // namespace hydra::rt
