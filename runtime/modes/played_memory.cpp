// See played_memory.h. Memory counts by pages, as it does in a run (ArrayMemories::resident).
#include "runtime/modes/played_memory.h"

#include "runtime/explain/rank_parts.h"
#include "runtime/plan/access.h"

#include <algorithm>
#include <numeric>
#include <unistd.h>
#include <utility>

namespace hydra::rt {
namespace {

std::int64_t page_bytes() {
    static const std::int64_t bytes = sysconf(_SC_PAGESIZE);
    return bytes;
}

// Of the allocation's base in its page.
std::int64_t phase(const Allocation& allocation) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(allocation.base)) & (page_bytes() - 1);
}

} // namespace

PlayedMemory::PlayedMemory(const LaunchParts& parts, bool is_exact_scheme)
    : registry_(parts.registry), counters_(parts.counters), size_(parts.transport.size()), is_known_(is_exact_scheme) {
    counters_.memory_of_ranks = this;
    registry_.tell_of_going([this](const Allocation& allocation) { note(allocation); });
}

PlayedMemory::~PlayedMemory() {
    counters_.memory_of_ranks = nullptr;
    registry_.tell_of_going({});
}

Restrictions PlayedMemory::restrictions() const {
    Restrictions all;
    all.keeps_request = true;
    return all;
}

std::vector<int> PlayedMemory::ranks() const {
    std::vector<int> all(static_cast<std::size_t>(size_));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

void PlayedMemory::add(const Allocation& allocation, int rank, const Region& region) {
    std::vector<Range> ranges;
    const std::int64_t before = phase(allocation), page = page_bytes();
    for_each_run(region, allocation.shape, [&](Run run) {
        const std::int64_t lo = (before + run.offset) / page, hi = (before + run.offset + run.bytes - 1) / page + 1;
        if (!ranges.empty() && lo <= ranges.back().hi)
            ranges.back().hi = std::max(ranges.back().hi, hi);
        else
            ranges.push_back({lo, hi, 1});
    });
    add(allocation, rank, ranges);
}

void PlayedMemory::add(const Allocation& allocation, int rank, const std::vector<Range>& pages) {
    if (pages.empty())
        return;
    auto& known = pages_.try_emplace(allocation.serial, static_cast<std::size_t>(size_), Region(1)).first->second;
    known[static_cast<std::size_t>(rank)] |= Region::from_boxes(1, pages);
}

void PlayedMemory::add_to_all(const Allocation& allocation, std::int64_t offset, std::int64_t bytes) {
    if (bytes <= 0)
        return;
    const std::int64_t from = phase(allocation) + offset;
    for (const int rank : ranks())
        add(allocation, rank, std::vector<Range>{{from / page_bytes(), (from + bytes - 1) / page_bytes() + 1, 1}});
}

void PlayedMemory::touch(const PlanRequest& request, const Binding& binding, int rank,
                         const std::vector<Interval>& iterations) {
    if (iterations.empty())
        return;
    const Access access = evaluate(request, binding, rank, iterations, found_by(request, rank));
    for (std::size_t a = 0; a < access.size(); ++a) {
        const Allocation& allocation = *binding.allocations[a];
        add(allocation, rank, access[a].touched());
    }
}

void PlayedMemory::committed(LaunchContext& context, const hydra_rt_launch& launch) {
    const Plan& plan = *static_cast<const Plan*>(launch.plan);
    const Binding& binding = context.binding();
    const PlanRequest& request = context.request;
    is_known_ = is_known_ && !request.reaches_rows && plan.settling == nullptr && binding.unknown == Binding::none &&
                plan.arrays.empty();
    if (!is_known_)
        return;
    std::vector<std::uint64_t> like = {reinterpret_cast<std::uintptr_t>(request.loop), plan.key_hash};
    for (const Allocation* allocation : binding.allocations)
        like.push_back(allocation->serial);
    if (!seen_.insert(std::move(like)).second)
        return;
    for (const Binding::Beside& beside : binding.beside)
        add_to_all(*beside.allocation, 0, static_cast<std::int64_t>(beside.allocation->bytes));
    for (const int rank : ranks()) {
        const RankShare share = share_of(request, plan, rank, true);
        touch(share.request, binding, rank, share.iterations);
    }
}

void PlayedMemory::served(const PlanRequest& request, const Binding& binding) {
    if (binding.unknown != Binding::none || request.reaches_rows)
        is_known_ = false;
    for (const int rank : ranks())
        if (is_known_ && (rank == 0 || !request.alone))
            touch(request, binding, rank, {{request.begin, request.end}});
}

void PlayedMemory::gathered(const char*, const Binding& binding) {
    for (const Allocation* allocation : binding.allocations)
        add_to_all(*allocation, 0, static_cast<std::int64_t>(allocation->bytes));
}

void PlayedMemory::copied(const Allocation& target, std::int64_t offset, const Allocation& source, std::int64_t from,
                          std::size_t bytes) {
    add_to_all(target, offset, static_cast<std::int64_t>(bytes));
    add_to_all(source, from, static_cast<std::int64_t>(bytes));
}

void PlayedMemory::moved(std::uint64_t serial, Allocation& allocation) {
    auto pages = pages_.extract(serial);
    if (pages.empty())
        return;
    is_known_ = is_known_ && phase(allocation) == 0;
    pages.key() = allocation.serial;
    pages_.insert(std::move(pages));
}

void PlayedMemory::note(const Allocation& allocation) {
    const auto its = pages_.extract(allocation.serial);
    if (allocation.counter < 0 || !is_known_)
        return;
    std::vector<Range> there;
    ArrayMemories::each_resident(allocation.base, allocation.bytes, [&](std::int64_t first, std::int64_t last) {
        there.push_back({first, last, 1});
    });
    const Region touched = Region::from_boxes(1, there); // by serial code
    auto& peaks = peaks_.try_emplace(allocation.name, static_cast<std::size_t>(size_), 0).first->second;
    const std::int64_t before = phase(allocation), page = page_bytes();
    const auto end = static_cast<std::int64_t>(allocation.bytes);
    for (std::size_t rank = 0; rank < peaks.size(); ++rank) {
        const Region all = its.empty() ? touched : touched | its.mapped()[rank];
        std::int64_t bytes = 0;
        for (std::size_t box = 0; box < all.boxes(); ++box) {
            const Range& range = all.box(box).front();
            const std::int64_t lo = range.lo * page - before, hi = (range.hi - 1) * page - before + page;
            if (range.step == 1)
                bytes += std::min(hi, end) - std::max<std::int64_t>(lo, 0);
            else // pages apart from each other
                for (std::int64_t one = range.lo; one < range.hi; one += range.step)
                    bytes += std::min((one + 1) * page - before, end) - std::max<std::int64_t>(one * page - before, 0);
        }
        peaks[rank] = std::max(peaks[rank], bytes);
    }
}

std::vector<ArrayMemory> PlayedMemory::of_ranks() {
    registry_.for_each([this](const Allocation& allocation) { note(allocation); });
    std::vector<ArrayMemory> all;
    if (!is_known_ || !pages_.empty()) // an array went otherwise than one by one
        return all;
    all.reserve(peaks_.size());
    for (const auto& [name, bytes] : peaks_)
        all.push_back({name, bytes});
    return all;
}

} // namespace hydra::rt
