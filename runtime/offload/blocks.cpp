// What a loop's reductions accumulate on a device (a part of DeviceReduction): blocks of partial results, which a
// kernel clears before the launch, and joins behind it in the tree of combine_blocks. Nothing of them goes to the
// device, and only the values come back.
#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/scalars.h"
#include "runtime/base/text.h"
#include "runtime/offload/device_reduction.h"
#include "runtime/offload/params.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

constexpr std::int64_t flag_bytes = 16; // behind the last block; the long at its start is used

// Values of a reduction in a block, for the kernel that joins blocks: where they begin, how many there are, and which
// of them, from low on to before high, are the section's. The others lie around it, and are only to be looked at.
struct Values {
    std::int64_t start = 0, all = 0, low = 0, high = 0;
};

enum class Which { all, before, after };

Values values_of(const Accumulator& accumulator, Which which) {
    if (accumulator.in_place)
        return {};
    const auto each = static_cast<std::int64_t>(scalar_bytes(accumulator.type));
    const auto count = static_cast<std::int64_t>(accumulator.count);
    const auto before = static_cast<std::int64_t>(accumulator.before),
               after = static_cast<std::int64_t>(accumulator.after);
    const std::int64_t start = static_cast<std::int64_t>(accumulator.offset) - before;
    switch (which) {
    case Which::before:
        return {start, before / each, before / each, before / each};
    case Which::after:
        return {start + before + static_cast<std::int64_t>(accumulator.bytes), after / each, after / each,
                after / each};
    default:
        return {start, count + (before + after) / each, before / each, before / each + count};
    }
}

bool is_watched(const std::vector<Accumulator>& list) {
    return std::any_of(
        list.begin(), list.end(), [](const Accumulator& one) { return !one.in_place && one.before + one.after > 0; });
}

// Of blocks that begin at this byte. step: as the kernel has it.
void join(const hydra_rt_loop& loop, const Accumulators& accumulators, Device& device, Device::Memory memory,
          std::int64_t first_byte, std::int64_t blocks, std::int64_t step, Which which = Which::all) {
    std::int64_t elements = 0;
    for (const Accumulator& accumulator : accumulators.list)
        elements += values_of(accumulator, which).all;
    if (elements == 0)
        return;
    const std::int64_t a_group = step == 0 ? 1 : step * HYDRA_RT_JOINED;
    const std::int64_t items = (blocks + a_group - 1) / a_group * elements;
    hydra_rt_params params;
    params.add(memory);
    for (const std::int64_t one : {static_cast<std::int64_t>(accumulators.bytes), blocks, step,
                                   std::int64_t{(loop.flags & HYDRA_RT_DESCENDING) != 0}, items, elements})
        params.add(one);
    for (const Accumulator& accumulator : accumulators.list) {
        const Values values = values_of(accumulator, which);
        for (const std::int64_t one : {first_byte + values.start, values.all, values.low, values.high,
                                       static_cast<std::int64_t>(neutral_bits(accumulator))})
            params.add(one);
    }
    Grid grid;
    grid.items[0] = items;
    device.launch(*loop.offload->join, params.list, grid);
}

// A subtree of combine_blocks' tree: blocks by their numbers in the program's order.
struct Subtree {
    std::int64_t first, count;
};

// The largest subtrees that have no blocks but those from `first` to `last`, of so many in all.
std::vector<Subtree> subtrees(std::int64_t first, std::int64_t last, std::int64_t blocks) {
    std::vector<Subtree> found;
    for (std::int64_t at = first; at <= last; at += found.back().count) {
        std::int64_t count = 1;
        while (at % (2 * count) == 0 && count < blocks - at && std::min(at + 2 * count, blocks) <= last + 1)
            count *= 2;
        found.push_back({at, std::min(count, blocks - at)});
    }
    return found;
}

} // namespace

DeviceBlocks DeviceReduction::make_blocks(const DeviceLaunch& launch, std::size_t device) {
    const Accumulators& accumulators = launch.plan.accumulators;
    Residence& here = residences_[device];
    DeviceBlocks blocks;
    blocks.bytes = static_cast<std::int64_t>(accumulators.bytes);
    blocks.count = reduction_blocks(accumulators, launch.plan.iteration_count);
    for (const Accumulator& accumulator : accumulators.list)
        blocks.places.push_back(static_cast<std::int64_t>(accumulator.offset) + accumulator.shift);
    const std::int64_t bytes = blocks.count * blocks.bytes + flag_bytes;
    blocks.memory = here.device()->allocate(bytes);
    if (blocks.memory == nullptr) {
        here.for_each([&here](Allocation& allocation) { here.leave(allocation); });
        blocks.memory = here.device()->allocate(bytes);
    }
    if (blocks.memory == nullptr)
        fail(launch.loop.at, text("the device has no room for ", bytes, " bytes of partial results"));
    join(launch.loop, accumulators, *here.device(), blocks.memory, 0, blocks.count, 0);
    return blocks;
}

void DeviceReduction::bring_blocks(const DeviceLaunch& launch, const Plan::DevicePart& part, const DeviceBlocks& from,
                                   std::size_t to_device, const DeviceBlocks& to) {
    const hydra_rt_loop& loop = launch.loop;
    const Plan& plan = launch.plan;
    const std::int64_t last = part.number + count_of(part.iterations) - 1;
    const std::int64_t low = block_of(part.number, plan.iteration_count, from.count);
    const std::int64_t high = block_of(last, plan.iteration_count, from.count);
    Residence& source = residences_[part.device];
    Device& device = *source.device();
    const auto read = [&](std::int64_t first_byte, std::int64_t bytes, char* target) {
        const Slab all{0, bytes, 1, 0, 1, 0};
        device.read(from.memory, Device::as_on_host(all, -first_byte), target, all);
        device.arrive();
        source.count_reduced(bytes);
    };
    const auto bring = [&](std::int64_t first_byte, std::int64_t bytes) {
        std::vector<char> partial(static_cast<std::size_t>(bytes));
        const Slab all{0, bytes, 1, 0, 1, 0};
        read(first_byte, bytes, partial.data());
        residences_[to_device].device()->write(to.memory, Device::as_on_host(all, -first_byte), partial.data(), all);
    };
    const std::vector<Accumulator>& list = plan.accumulators.list;
    std::int64_t outside = 0;
    if (is_watched(list)) {
        for (const Which which : {Which::before, Which::after})
            join(loop, plan.accumulators, device, from.memory, 0, from.count, 1, which);
        read(from.count * from.bytes, sizeof outside, reinterpret_cast<char*>(&outside));
    }
    if (outside != 0)
        return bring(low * from.bytes, (high + 1 - low) * from.bytes);
    const bool backwards = (loop.flags & HYDRA_RT_DESCENDING) != 0;
    const std::int64_t first = backwards ? from.count - 1 - high : low;
    for (const Subtree& tree : subtrees(first, first + high - low, from.count)) {
        const std::int64_t lowest = backwards ? from.count - tree.first - tree.count : tree.first;
        const std::int64_t result = backwards ? lowest + tree.count - 1 : lowest;
        for (std::int64_t step = 1; step < tree.count; step *= HYDRA_RT_JOINED)
            join(loop, plan.accumulators, device, from.memory, lowest * from.bytes, tree.count, step);
        for (const Accumulator& one : list)
            if (!one.in_place)
                bring(result * from.bytes + static_cast<std::int64_t>(one.offset),
                      static_cast<std::int64_t>(one.bytes));
    }
}

void DeviceReduction::collect_blocks(const DeviceLaunch& launch, std::size_t number, const DeviceBlocks& blocks) {
    const hydra_rt_loop& loop = launch.loop;
    const Plan& plan = launch.plan;
    Residence& here = residences_[number];
    Device& device = *here.device();
    const std::vector<Accumulator>& list = plan.accumulators.list;
    const bool watched = is_watched(list);
    for (std::int64_t step = 1; step < blocks.count || (step == 1 && watched); step *= HYDRA_RT_JOINED)
        join(loop, plan.accumulators, device, blocks.memory, 0, blocks.count, step);

    // What became the first block of the user's order has all. around: also what lies there that belongs to nobody.
    const std::int64_t start = (loop.flags & HYDRA_RT_DESCENDING) != 0 ? (blocks.count - 1) * blocks.bytes : 0;
    find_combined(launch, here, blocks);
    std::vector<bool> stays(list.size(), false);
    for (std::size_t i = 0; i < plan.arrays.size(); ++i)
        stays[static_cast<std::size_t>(plan.arrays[i].reduction)] = combined_[i];
    const auto read_all = [&](bool around) {
        for (std::size_t r = 0; r < list.size(); ++r) {
            const Accumulator& one = list[r];
            if (one.in_place || (stays[r] && !around))
                continue;
            const std::size_t before = around ? one.before : 0, after = around ? one.after : 0;
            const Slab values{static_cast<std::int64_t>(one.offset - before),
                              static_cast<std::int64_t>(before + one.bytes + after),
                              1,
                              0,
                              1,
                              0};
            device.read(blocks.memory, Device::as_on_host(values, -start), reinterpret_cast<char*>(launch.results),
                        values);
            here.count_reduced(values.bytes);
        }
    };
    for (const Accumulator& one : list)
        set_neutral(one, launch.results);
    read_all(false);
    std::int64_t outside = 0;
    if (watched) {
        device.read(blocks.memory, {blocks.count * blocks.bytes}, reinterpret_cast<char*>(&outside),
                    {0, sizeof outside, 1, 0, 1, 0});
        here.count_reduced(sizeof outside);
    }
    device.arrive();
    if (outside == 0)
        return combine_on_device(launch, number, blocks);
    read_all(true);
    device.arrive();
    for (std::size_t r = 0; r < list.size(); ++r)
        if (const auto at = touched_outside(list[r], launch.results))
            fail_outside_section(loop, plan.accumulators, r, *at);
}

} // namespace hydra::rt
