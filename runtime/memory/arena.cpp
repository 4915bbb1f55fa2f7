// See arena.h. Large blocks: best place first by address (deterministic, and it keeps the range compact), freed pages
// are given back to the system, which makes them zero again. Small blocks: sizes rounded up to four classes for each
// power of two; a slot that was used before is cleared when handed out again.
#include "runtime/memory/arena.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <iterator>
#include <sys/mman.h>
#include <tuple>

namespace hydra::rt {
namespace {

constexpr std::uintptr_t fixed_address = 0x200000000000; // far from where Linux puts anything by itself
constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t least_span = 256 * 1024;
constexpr std::size_t many_spans = 1024; // so many may be opened, of addresses alone
constexpr std::size_t least_reserve = std::size_t{1} << 26;
constexpr std::size_t smallest_class = 16;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

// Classes 0.. hold 16, 32, 48, 64 bytes, then four sizes for each power of two.
std::size_t class_of(std::size_t bytes) {
    if (bytes <= 4 * smallest_class)
        return bytes <= smallest_class ? 0 : (bytes - 1) / smallest_class;
    std::size_t log = static_cast<std::size_t>(std::bit_width(bytes - 1)) - 1; // 2^log < bytes <= 2^(log+1)
    std::size_t quarter = (bytes - 1 - (std::size_t{1} << log)) >> (log - 2);
    return 4 + (log - 6) * 4 + quarter;
}

std::size_t class_bytes(std::size_t index) {
    if (index < 4)
        return (index + 1) * smallest_class;
    std::size_t log = (index - 4) / 4 + 6, quarter = (index - 4) % 4;
    return (std::size_t{1} << log) + (quarter + 1) * (std::size_t{1} << (log - 2));
}

void* map_zero(void* at, std::size_t bytes, int extra) {
    return mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | extra, -1, 0);
}

} // namespace

Arena::Arena(std::size_t reserve) {
    void* wanted = reinterpret_cast<void*>(fixed_address);
    for (; reserve >= least_reserve; reserve /= 2) {
        void* got = map_zero(wanted, reserve, MAP_FIXED_NOREPLACE);
        if (got == MAP_FAILED)
            got = map_zero(nullptr, reserve, 0);
        if (got == MAP_FAILED)
            continue;
        base_ = static_cast<char*>(got);
        reserved_ = reserve;
        break;
    }
    span_bytes_ = std::max(least_span, std::bit_floor(reserved_ / 4 / many_spans));
    small_bytes_ = reserved_ / 4 / span_bytes_ * span_bytes_;
    if (reserved_ > small_bytes_)
        free_large_[small_bytes_] = reserved_ - small_bytes_;
    classes_.resize(class_of(large_bytes + red_zone) + 1);
    spans_.push_back({span_bytes_}); // never used: what lies before the first block
}

Arena::~Arena() {
    if (base_ != nullptr)
        munmap(base_, reserved_);
}

void* Arena::allocate(std::size_t bytes) { return allocate(bytes, smallest_class); }

void* Arena::allocate(std::size_t bytes, std::size_t alignment) {
    return bytes < large_bytes && alignment <= smallest_class ? allocate_small(bytes)
                                                              : allocate_large(bytes, std::max(alignment, page));
}

void* Arena::allocate_large(std::size_t bytes, std::size_t alignment) {
    if (bytes > reserved_ || alignment > reserved_)
        return nullptr;
    const std::size_t mapped = round_up(bytes + red_zone, page);
    const auto aligned = [&](std::size_t start) { return beside_edges(start, mapped, alignment); };
    auto hole = std::find_if(free_large_.begin(), free_large_.end(),
                             [&](auto& h) { return aligned(h.first) + mapped <= h.first + h.second; });
    if (hole == free_large_.end())
        return nullptr;
    auto [first, room] = *hole;
    const std::size_t start = aligned(first), end = first + room;
    free_large_.erase(hole);
    if (start > first)
        free_large_[first] = start - first;
    if (end > start + mapped)
        free_large_[start + mapped] = end - (start + mapped);
    Large& block = large_[start] = {bytes, mapped};
    ask_for_huge_pages(start, block);
    return base_ + start;
}

std::size_t Arena::beside_edges(std::size_t start, std::size_t bytes, std::size_t alignment) const {
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    const auto aligned = [&](std::size_t at) { return round_up(base + at, alignment) - base; };
    for (start = aligned(start);;) {
        const auto next = closed_.upper_bound(start);
        if (next != closed_.begin() && std::prev(next)->second > start && start + bytes > std::prev(next)->second)
            start = aligned(std::prev(next)->second);
        else if (next != closed_.end() && start + bytes > next->first)
            start = aligned(next->first);
        else
            break;
    }
    return start;
}

void Arena::close(const char* lo, const char* hi) {
    closed_[static_cast<std::size_t>(lo - base_)] = static_cast<std::size_t>(hi - base_);
}

void Arena::open(const char* lo) { closed_.erase(static_cast<std::size_t>(lo - base_)); }

void Arena::use_huge_pages(std::size_t least, std::size_t most) {
    least_huge_ = std::max(least, huge_page);
    most_huge_ = most;
}

void Arena::use_small_pages(const void* block) {
    const auto found = large_.find(static_cast<std::size_t>(static_cast<const char*>(block) - base_));
    if (owns(block) && found != large_.end() && found->second.huge)
        madvise(base_ + found->first, found->second.mapped, MADV_NOHUGEPAGE);
}

// Only for whole huge pages of the block's own. Where the system has none, nothing changes.
void Arena::ask_for_huge_pages(std::size_t start, Large& block) {
    if (least_huge_ == 0 || block.bytes < least_huge_ || huge_bytes_ + block.mapped > most_huge_)
        return;
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    const std::uintptr_t from = round_up(base + start, huge_page);
    const std::uintptr_t to = (base + start + block.mapped) / huge_page * huge_page;
    if (from >= to || madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE) != 0)
        return;
    block.huge = true;
    huge_bytes_ += block.mapped;
}

// Joins a free range with its free neighbours.
void Arena::give_back(std::size_t start, std::size_t bytes) {
    auto after = free_large_.lower_bound(start);
    if (after != free_large_.end() && after->first == start + bytes) {
        bytes += after->second;
        after = free_large_.erase(after);
    }
    if (after != free_large_.begin()) {
        auto before = std::prev(after);
        if (before->first + before->second == start) {
            before->second += bytes;
            return;
        }
    }
    free_large_[start] = bytes;
}

char* Arena::slot_address(std::size_t span, std::size_t slot) const {
    return base_ + span * span_bytes_ + slot * spans_[span].slot_bytes;
}

// One more free slot behind those that have been handed out.
bool Arena::add_slot(std::size_t size_class) {
    Class& of = classes_[size_class];
    if (of.span == 0 || spans_[of.span].slots.size() == spans_[of.span].most) {
        if ((spans_.size() + 1) * span_bytes_ > small_bytes_)
            return false;
        of.span = static_cast<std::uint32_t>(spans_.size());
        spans_.push_back({class_bytes(size_class), span_bytes_ / class_bytes(size_class)});
    }
    std::vector<Slot>& slots = spans_[of.span].slots;
    of.free.emplace_back(of.span, static_cast<std::uint32_t>(slots.size()));
    slots.emplace_back();
    return true;
}

void* Arena::allocate_small(std::size_t bytes) {
    std::size_t size_class = class_of(bytes + (bytes <= most_close_bytes ? close_zone : red_zone));
    auto& free_slots = classes_[size_class].free;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> passed_over; // they would cross an edge
    std::uint32_t span = 0, index = 0;
    for (bool found = false; !found;) {
        if (free_slots.empty() && !add_slot(size_class))
            break;
        std::pop_heap(free_slots.begin(), free_slots.end(), std::greater<>());
        std::tie(span, index) = free_slots.back();
        const auto start = static_cast<std::size_t>(slot_address(span, index) - base_);
        found = closed_.empty() || beside_edges(start, spans_[span].slot_bytes, 1) == start;
        if (!found)
            passed_over.push_back(free_slots.back());
        free_slots.pop_back();
        if (!found)
            span = 0;
    }
    for (const auto& one : passed_over) {
        free_slots.push_back(one);
        std::push_heap(free_slots.begin(), free_slots.end(), std::greater<>());
    }
    if (span == 0)
        return nullptr;
    Slot& slot = spans_[span].slots[index];
    slot.bytes_plus_one = static_cast<std::uint32_t>(bytes) + 1;
    char* address = slot_address(span, index);
    if (slot.used_before)
        std::memset(address, 0, spans_[span].slot_bytes);
    slot.used_before = true;
    return address;
}

std::optional<Arena::SmallPlace> Arena::find_small(const void* address) const {
    auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - base_);
    std::size_t span = offset / span_bytes_;
    if (span >= spans_.size())
        return std::nullopt;
    std::size_t slot = offset % span_bytes_ / spans_[span].slot_bytes;
    if (slot >= spans_[span].slots.size() || spans_[span].slots[slot].bytes_plus_one == 0)
        return std::nullopt;
    return SmallPlace{&spans_[span], span, slot};
}

std::optional<Block> Arena::find(const void* address) const {
    if (!owns(address))
        return std::nullopt;
    auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - base_);
    if (offset < small_bytes_) {
        auto place = find_small(address);
        if (!place)
            return std::nullopt;
        char* base = slot_address(place->span_index, place->slot);
        std::size_t bytes = place->span->slots[place->slot].bytes_plus_one - 1;
        if (address != base && static_cast<const char*>(address) >= base + bytes)
            return std::nullopt;
        return Block{base, bytes};
    }
    auto after = large_.upper_bound(offset);
    if (after == large_.begin())
        return std::nullopt;
    auto [start, block] = *std::prev(after);
    if (offset >= start + block.bytes)
        return std::nullopt;
    return Block{base_ + start, block.bytes};
}

std::optional<Block> Arena::first_in(const char* lo, const char* hi) const {
    const char* const small_end = base_ + small_bytes_;
    for (const char* at = std::max<const char*>(lo, base_); at < std::min(hi, small_end);) {
        const auto offset = static_cast<std::size_t>(at - base_);
        const std::size_t index = offset / span_bytes_;
        if (index >= spans_.size())
            break;
        const Span& span = spans_[index];
        for (std::size_t slot = offset % span_bytes_ / span.slot_bytes; slot < span.slots.size(); ++slot) {
            char* const base = slot_address(index, slot);
            if (base >= hi)
                return std::nullopt;
            if (const std::uint32_t bytes = span.slots[slot].bytes_plus_one; bytes != 0 && base + bytes - 1 > lo)
                return Block{base, bytes - 1};
        }
        at = base_ + (index + 1) * span_bytes_;
    }
    const auto from = static_cast<std::size_t>(std::max(lo, small_end) - base_);
    auto block = large_.upper_bound(from);
    if (block != large_.begin() && std::prev(block)->first + std::prev(block)->second.bytes > from)
        --block;
    if (block == large_.end() || base_ + block->first >= hi)
        return std::nullopt;
    return Block{base_ + block->first, block->second.bytes};
}

bool Arena::release(void* address) {
    std::optional<Block> block = find(address);
    if (!block || block->base != address)
        return false;
    auto offset = static_cast<std::size_t>(block->base - base_);
    if (offset < small_bytes_) {
        SmallPlace place = *find_small(address);
        Span& span = spans_[place.span_index];
        Slot& slot = span.slots[place.slot];
        slot.bytes_plus_one = 0;
        slot.registered = false;
        auto& free_slots = classes_[class_of(span.slot_bytes)].free;
        free_slots.emplace_back(static_cast<std::uint32_t>(place.span_index), static_cast<std::uint32_t>(place.slot));
        std::push_heap(free_slots.begin(), free_slots.end(), std::greater<>());
        return true;
    }
    auto entry = large_.find(offset);
    const auto [bytes, mapped, registered, huge] = entry->second;
    large_.erase(entry);
    // Mapped anew, the range has ordinary pages again.
    if (!huge || map_zero(address, mapped, MAP_FIXED) == MAP_FAILED)
        madvise(address, mapped, MADV_DONTNEED);
    huge_bytes_ -= huge ? mapped : 0;
    give_back(offset, mapped);
    return true;
}

void* Arena::resize(void* address, std::size_t bytes) {
    std::optional<Block> old = find(address);
    if (!old)
        return nullptr;
    char* fresh = static_cast<char*>(allocate(bytes));
    if (fresh == nullptr)
        return nullptr;
    std::size_t kept = std::min(bytes, old->bytes);
    std::size_t whole_pages = 0;
    if (old->bytes >= large_bytes && bytes >= large_bytes) {
        whole_pages = kept / page * page;
        // The pages themselves move; the hole that they leave is mapped anew.
        if (whole_pages > 0 &&
            mremap(old->base, whole_pages, whole_pages, MREMAP_MAYMOVE | MREMAP_FIXED, fresh) != MAP_FAILED) {
            map_zero(old->base, whole_pages, MAP_FIXED);
            Large& moved = large_.at(static_cast<std::size_t>(fresh - base_));
            const bool asked = large_.at(static_cast<std::size_t>(old->base - base_)).huge && !moved.huge;
            huge_bytes_ += asked ? moved.mapped : 0; // as its pages did
            moved.huge = moved.huge || asked;
        } else {
            whole_pages = 0;
        }
    }
    std::memcpy(fresh + whole_pages, old->base + whole_pages, kept - whole_pages);
    release(old->base);
    return fresh;
}

void Arena::set_registered(const void* base) {
    auto offset = static_cast<std::size_t>(static_cast<const char*>(base) - base_);
    if (offset >= small_bytes_)
        large_.at(offset).registered = true;
    else if (auto place = find_small(base))
        spans_[place->span_index].slots[place->slot].registered = true;
}

bool Arena::registered(const void* base) const {
    auto offset = static_cast<std::size_t>(static_cast<const char*>(base) - base_);
    if (offset < small_bytes_) {
        auto place = find_small(base);
        return place && place->span->slots[place->slot].registered;
    }
    auto entry = large_.find(offset);
    return entry != large_.end() && entry->second.registered;
}

} // namespace hydra::rt
