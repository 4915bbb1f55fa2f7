// What a loop's reductions accumulate on the device (a part of Runtime): blocks of partial results, which a kernel
// clears before the launch, and joins behind it in the tree of combine_blocks. Nothing of them goes to the device, and
// only the values come back.
#include "runtime/acc/reduce.h"
#include "runtime/host/device_parts.h"
#include "runtime/host/fail.h"
#include "runtime/host/params.h"
#include "runtime/host/runtime.h"
#include "runtime/host/text.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

constexpr std::int64_t flag_bytes = 16; // behind the last block; the long at its start is used

std::int64_t values_around(const Accumulator& accumulator) {
    return static_cast<std::int64_t>((accumulator.before + accumulator.after) / scalar_bytes(accumulator.type));
}

// Whether the kernel that joins blocks does with a value of the array on its left as the host does, bit by bit.
bool joins_elements(const Accumulator& accumulator) {
    switch (accumulator.op) {
    case HYDRA_RT_ADD:
    case HYDRA_RT_MUL:
    case HYDRA_RT_BITAND:
    case HYDRA_RT_BITOR:
    case HYDRA_RT_BITXOR:
    case HYDRA_RT_MIN:
    case HYDRA_RT_MAX:
    case HYDRA_RT_MIN_LAST:
    case HYDRA_RT_MAX_LAST:
        return true;
    default:
        return false;
    }
}

// What the kernel has to know of a reduction.
void describe(const Accumulator& accumulator, hydra_rt_params& params) {
    const auto each = static_cast<std::int64_t>(scalar_bytes(accumulator.type));
    const auto before = static_cast<std::int64_t>(accumulator.before);
    const auto count = static_cast<std::int64_t>(accumulator.in_place ? 0 : accumulator.count);
    params.add(static_cast<std::int64_t>(accumulator.offset) - before);
    params.add(accumulator.in_place ? 0 : count + values_around(accumulator));
    params.add(before / each);
    params.add(before / each + count);
    params.add(static_cast<std::int64_t>(neutral_bits(accumulator)));
}

} // namespace

// step: as the kernel has it.
void Runtime::join_blocks(const hydra_rt_loop& loop, const Plan& plan, const DeviceBlocks& blocks, std::int64_t step) {
    std::int64_t elements = 0;
    for (const Accumulator& accumulator : plan.accumulators.list)
        if (!accumulator.in_place)
            elements += static_cast<std::int64_t>(accumulator.count) + values_around(accumulator);
    if (elements == 0)
        return;
    const std::int64_t a_group = step == 0 ? 1 : step * HYDRA_RT_JOINED;
    const std::int64_t items = (blocks.count + a_group - 1) / a_group * elements;
    hydra_rt_params params;
    params.add(blocks.memory);
    for (const std::int64_t one :
         {blocks.bytes, blocks.count, step, std::int64_t{(loop.flags & HYDRA_RT_DESCENDING) != 0}, items, elements})
        params.add(one);
    for (const Accumulator& accumulator : plan.accumulators.list)
        describe(accumulator, params);
    Grid grid;
    grid.items[0] = items;
    here().device()->launch(*loop.offload->join, params.list, grid);
}

void Runtime::make_blocks(const hydra_rt_loop& loop, const Plan& plan, DeviceBlocks& blocks) {
    const Accumulators& accumulators = plan.accumulators;
    blocks.bytes = static_cast<std::int64_t>(accumulators.bytes);
    blocks.count = reduction_blocks(accumulators, plan.iteration_count);
    for (const Accumulator& accumulator : accumulators.list)
        blocks.places.push_back(static_cast<std::int64_t>(accumulator.offset) + accumulator.shift);
    const std::int64_t bytes = blocks.count * blocks.bytes + flag_bytes;
    blocks.memory = here().device()->allocate(bytes);
    if (blocks.memory == nullptr) {
        here().for_each([this](Allocation& allocation) { here().leave(allocation); });
        blocks.memory = here().device()->allocate(bytes);
    }
    if (blocks.memory == nullptr)
        fail(active_loop_->at, text("the device has no room for ", bytes, " bytes of partial results"));
    join_blocks(loop, plan, blocks, 0);
}

// The arrays that are newest on the device that joins the blocks, and in which nobody else has a share: what the launch
// has accumulated is joined with them there.
void Runtime::find_combined(const Plan& plan, const DeviceBlocks& blocks) {
    combined_.assign(plan.arrays.size(), false);
    if (transport_->size() > 1 || verifier_ || blocks.count < 2) // the block beside the result has to be free
        return;
    for (std::size_t i = 0; i < plan.arrays.size(); ++i) {
        const ReducedArray& array = plan.arrays[i];
        const Accumulator& accumulator = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
        const Allocation& allocation = *active_->binding.allocations[static_cast<std::size_t>(array.allocation)];
        combined_[i] = !accumulator.in_place && array.gaps.empty() && joins_elements(accumulator) &&
                       here().has_valid(allocation, array.section);
    }
}

// As combine_arrays does on the host. The old values take the place of a block that has been joined already.
void Runtime::combine_on_device(const hydra_rt_loop& loop, const Plan& plan, const DeviceBlocks& blocks) {
    const bool backwards = (loop.flags & HYDRA_RT_DESCENDING) != 0;
    const std::int64_t result = backwards ? blocks.count - 1 : 0, beside = backwards ? result - 1 : 1;
    std::vector<bool> joined(plan.accumulators.list.size(), false);
    std::int64_t elements = 0;
    const auto each = [&](auto f) { // f(array, allocation, its accumulator, what leads from its bytes to the block's)
        for (std::size_t i = 0; i < plan.arrays.size(); ++i) {
            const ReducedArray& array = plan.arrays[i];
            const Accumulator& one = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
            if (combined_[i])
                f(array, *active_->binding.allocations[static_cast<std::size_t>(array.allocation)], one,
                  beside * blocks.bytes + static_cast<std::int64_t>(one.offset) - array.lo);
        }
    };
    each([&](const ReducedArray& array, const Allocation& allocation, const Accumulator& one, std::int64_t shift) {
        here().copy_out(allocation, array.section, blocks.memory, shift);
        joined[static_cast<std::size_t>(array.reduction)] = true;
        elements += static_cast<std::int64_t>(one.count);
    });
    if (elements == 0)
        return;
    hydra_rt_params params;
    params.add(blocks.memory);
    // Two blocks; the array is the first of them in the program's order.
    for (const std::int64_t one :
         {blocks.bytes, std::int64_t{2}, std::int64_t{1}, std::int64_t{beside > result}, elements, elements})
        params.add(one);
    for (std::size_t r = 0; r < joined.size(); ++r) {
        const Accumulator& one = plan.accumulators.list[r];
        const std::int64_t count = joined[r] ? static_cast<std::int64_t>(one.count) : 0;
        for (const std::int64_t number :
             {static_cast<std::int64_t>(one.offset) + std::min(result, beside) * blocks.bytes, count, std::int64_t{0},
              count, static_cast<std::int64_t>(neutral_bits(one))})
            params.add(number);
    }
    Grid grid;
    grid.items[0] = elements;
    here().device()->launch(*loop.offload->join, params.list, grid);
    each([&](const ReducedArray& array, Allocation& allocation, const Accumulator&, std::int64_t shift) {
        here().copy_in(allocation, array.section, blocks.memory, shift);
        here().written_by_device(allocation, array.section);
        residence_.written_beside(here_, allocation, array.section);
    });
}

// Partial results that a part's device has come to the one that joins all: by way of the host, with what lies around
// sections.
void Runtime::bring_blocks(const Plan& plan, const Plan::DevicePart& part, const DeviceBlocks& from,
                           std::size_t to_device, const DeviceBlocks& to) {
    const std::int64_t last = part.number + count_of(part.iterations) - 1;
    const std::int64_t first_byte = block_of(part.number, plan.iteration_count, from.count) * from.bytes;
    const std::int64_t bytes = (block_of(last, plan.iteration_count, from.count) + 1) * from.bytes - first_byte;
    std::vector<char> partial(static_cast<std::size_t>(bytes));
    const Slab all{0, bytes, 1, 0, 1, 0};
    Residence& source = residence_[part.device];
    source.device()->read(from.memory, Device::as_on_host(all, -first_byte), partial.data(), all);
    source.device()->arrive();
    source.count_reduced(bytes);
    residence_[to_device].device()->write(to.memory, Device::as_on_host(all, -first_byte), partial.data(), all);
}

void Runtime::collect_blocks(const hydra_rt_loop& loop, const Plan& plan, const DeviceBlocks& blocks) {
    const std::vector<Accumulator>& list = plan.accumulators.list;
    const bool watched = std::any_of(list.begin(), list.end(),
                                     [](const Accumulator& one) { return !one.in_place && values_around(one) > 0; });
    for (std::int64_t step = 1; step < blocks.count || (step == 1 && watched); step *= HYDRA_RT_JOINED)
        join_blocks(loop, plan, blocks, step);

    // What became the first block of the user's order has all. around: also what lies there that belongs to nobody.
    const std::int64_t start = (loop.flags & HYDRA_RT_DESCENDING) != 0 ? (blocks.count - 1) * blocks.bytes : 0;
    Device& device = *here().device();
    find_combined(plan, blocks);
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
            device.read(blocks.memory, Device::as_on_host(values, -start), reinterpret_cast<char*>(results_.data()),
                        values);
            here().count_reduced(values.bytes);
        }
    };
    for (const Accumulator& one : list)
        set_neutral(one, results_.data());
    read_all(false);
    std::int64_t outside = 0;
    if (watched) {
        device.read(blocks.memory, {blocks.count * blocks.bytes}, reinterpret_cast<char*>(&outside),
                    {0, sizeof outside, 1, 0, 1, 0});
        here().count_reduced(sizeof outside);
    }
    device.arrive();
    if (outside == 0)
        return combine_on_device(loop, plan, blocks);
    read_all(true);
    device.arrive();
    for (std::size_t r = 0; r < list.size(); ++r)
        if (const auto at = touched_outside(list[r], results_.data()))
            fail_outside_section(loop, plan, r, *at);
}

} // namespace hydra::rt
