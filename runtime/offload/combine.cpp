// What a launch has accumulated into arrays joins their old values (part of DeviceReduction). Those that the host has
// are joined here, and so are those that host code asks for next as a rule. The others, which a device alone has, stay
// there: what has been accumulated comes to them, and nothing goes back.
#include "runtime/backend/touched.h"
#include "runtime/base/scalars.h"
#include "runtime/offload/device_reduction.h"
#include "runtime/offload/params.h"

#include <algorithm>

namespace hydra::rt {
namespace {

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

Allocation& allocation_of(const Binding& binding, const ReducedArray& array) {
    return *binding.allocations[static_cast<std::size_t>(array.allocation)];
}

// Two blocks, of which the array's values are one, as the program has it first. values: of each reduction, where they
// begin in the first block, and how many there are.
void join_pair(const hydra_rt_loop& loop, const Plan& plan, Device& device, Device::Memory memory,
               std::int64_t block_bytes, bool backwards, const std::vector<Run>& values) {
    std::int64_t elements = 0;
    for (const Run& of_one : values)
        elements += of_one.bytes;
    hydra_rt_params params;
    params.add(memory);
    for (const std::int64_t one :
         {block_bytes, std::int64_t{2}, std::int64_t{1}, std::int64_t{backwards}, elements, elements})
        params.add(one);
    for (std::size_t r = 0; r < values.size(); ++r)
        for (const std::int64_t number : {values[r].offset, values[r].bytes, std::int64_t{0}, values[r].bytes,
                                          static_cast<std::int64_t>(neutral_bits(plan.accumulators.list[r]))})
            params.add(number);
    Grid grid;
    grid.items[0] = elements;
    device.launch(*loop.offload->join, params.list, grid);
}

} // namespace

// The arrays that are newest on the device that joins the blocks, and in which nobody else has a share: what the launch
// has accumulated is joined with them there.
void DeviceReduction::find_combined(const DeviceLaunch& launch, const Residence& here, const DeviceBlocks& blocks) {
    const Plan& plan = launch.plan;
    combined_.assign(plan.arrays.size(), false);
    if (ranks_ > 1 || verifies_ || blocks.count < 2) // the block beside the result has to be free
        return;
    for (std::size_t i = 0; i < plan.arrays.size(); ++i) {
        const ReducedArray& array = plan.arrays[i];
        const Accumulator& accumulator = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
        combined_[i] = !accumulator.in_place && array.gaps.empty() && joins_elements(accumulator) &&
                       here.has_valid(allocation_of(launch.binding, array), array.section);
    }
}

// As combine_arrays does on the host. The old values take the place of a block that has been joined already.
void DeviceReduction::combine_on_device(const DeviceLaunch& launch, std::size_t device, const DeviceBlocks& blocks) {
    const hydra_rt_loop& loop = launch.loop;
    const Plan& plan = launch.plan;
    Residence& here = residences_[device];
    const bool backwards = (loop.flags & HYDRA_RT_DESCENDING) != 0;
    const std::int64_t result = backwards ? blocks.count - 1 : 0, beside = backwards ? result - 1 : 1;
    std::vector<Run> values(plan.accumulators.list.size());
    for (std::size_t r = 0; r < values.size(); ++r)
        values[r].offset =
            static_cast<std::int64_t>(plan.accumulators.list[r].offset) + std::min(result, beside) * blocks.bytes;
    const auto each = [&](auto f) { // f(array, allocation, its accumulator, what leads from its bytes to the block's)
        for (std::size_t i = 0; i < plan.arrays.size(); ++i) {
            const ReducedArray& array = plan.arrays[i];
            const Accumulator& one = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
            if (combined_[i])
                f(array, allocation_of(launch.binding, array), one,
                  beside * blocks.bytes + static_cast<std::int64_t>(one.offset) - array.lo);
        }
    };
    bool any = false;
    each([&](const ReducedArray& array, const Allocation& allocation, const Accumulator& one, std::int64_t shift) {
        here.copy_out(allocation, array.section, blocks.memory, shift);
        values[static_cast<std::size_t>(array.reduction)].bytes = static_cast<std::int64_t>(one.count);
        any = true;
    });
    if (!any)
        return;
    join_pair(loop, plan, *here.device(), blocks.memory, blocks.bytes, beside > result, values);
    each([&](const ReducedArray& array, Allocation& allocation, const Accumulator&, std::int64_t shift) {
        here.copy_in(allocation, array.section, blocks.memory, shift);
        here.written_by_device(allocation, array.section);
        residences_.written_beside(device, allocation, array.section);
    });
}

void DeviceReduction::find_kept(const hydra_rt_loop& loop, const Plan& plan, const Binding& binding) {
    kept_.assign(plan.arrays.size(), {});
    for (std::size_t i = 0; i < plan.arrays.size(); ++i) {
        const ReducedArray& array = plan.arrays[i];
        if (!combined_.empty() && combined_[i])
            continue;
        Allocation& sum = allocation_of(binding, array);
        Region rest = array.section;
        const Accumulator& accumulator = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
        const bool may_stay = !combined_.empty() && !verifies_ && !accumulator.in_place && joins_elements(accumulator);
        for (std::size_t device = 0; device < residences_.size() && may_stay; ++device) {
            std::string why_not;
            Region kept = residences_[device].keeps_sum(sum, mine_of(array));
            if (kept.empty() || !residences_[device].device()->prepare(*loop.offload->join, why_not))
                continue;
            rest -= kept;
            kept_[i].push_back({device, std::move(kept)});
        }
        residences_.to_host(sum, rest);
        residences_.written_by_host(sum, rest);
    }
}

// What this rank combines of the array.
const Region& DeviceReduction::mine_of(const ReducedArray& array) const {
    return array.parts.empty() ? array.section : array.parts[static_cast<std::size_t>(rank_)];
}

// False: the device has no room.
bool DeviceReduction::combine_there(const hydra_rt_loop& loop, const Plan& plan, const ReducedArray& array,
                                    const Kept& kept, Allocation& sum, const unsigned char* results) {
    Residence& residence = residences_[kept.device];
    Device& device = *residence.device();
    const auto reduction = static_cast<std::size_t>(array.reduction);
    const Accumulator& accumulator = plan.accumulators.list[reduction];
    const std::vector<Run> parts = runs(kept.part, sum.shape);
    const std::int64_t lo = parts.front().offset, bytes = parts.back().offset + parts.back().bytes - lo;
    const std::int64_t width = (bytes + largest_scalar - 1) / largest_scalar * largest_scalar;
    const Device::Memory memory = device.allocate(2 * width);
    if (memory == nullptr)
        return false;
    residence.copy_out(sum, kept.part, memory, -lo);
    const char* const values_there = reinterpret_cast<const char*>(results) + accumulator.offset;
    for (const Run& part : parts) {
        device.write(memory, {width + part.offset - lo, 0, 0}, values_there - array.lo,
                     {part.offset, part.bytes, 1, 0, 1, 0});
        residence.count_to_device(part.bytes);
    }
    std::vector<Run> values(plan.accumulators.list.size());
    values[reduction].bytes = bytes / static_cast<std::int64_t>(scalar_bytes(accumulator.type));
    join_pair(loop, plan, device, memory, width, false, values);
    residence.copy_in(sum, kept.part, memory, -lo);
    device.release(memory);
    residence.written_by_device(sum, kept.part);
    residences_.written_beside(kept.device, sum, kept.part);
    return true;
}

void DeviceReduction::combine_arrays(const hydra_rt_loop& loop, const Plan& plan, const Binding& binding,
                                     const unsigned char* results) {
    for (std::size_t i = 0; i < plan.arrays.size(); ++i) {
        if (!combined_.empty() && combined_[i])
            continue;
        const ReducedArray& array = plan.arrays[i];
        const Accumulator& accumulator = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
        const unsigned char* copy = results + accumulator.offset;
        Allocation& sum = allocation_of(binding, array);
        const std::size_t each = scalar_bytes(loop.reduction[array.reduction].type);
        const TouchedValues touched(accumulator.op, accumulator.type);
        const auto combine_here = [&](const std::vector<Run>& list) {
            for (const Run& run : list) {
                const unsigned char* values = copy + (run.offset - array.lo);
                const auto bytes = static_cast<std::size_t>(run.bytes);
                for (std::size_t at = touched.next_stretch(values, bytes, 0); at < bytes;
                     at = touched.next_stretch(values, bytes, at + stretch_bytes))
                    combine_elements(accumulator.op, accumulator.type, sum.base + run.offset + at, values + at,
                                     std::min(stretch_bytes, bytes - at) / each);
            }
        };
        const std::size_t mine = array.parts.empty() ? 0 : static_cast<std::size_t>(rank_);
        if (kept_[i].empty()) {
            for (std::size_t part = 0; part < array.runs.size(); ++part)
                if (plays_all_ || part == mine)
                    combine_here(array.runs[part]);
            residences_.accumulated(sum);
            continue;
        }
        Region rest = mine_of(array); // that the host combines
        for (const Kept& kept : kept_[i]) {
            if (combine_there(loop, plan, array, kept, sum, results)) {
                rest -= kept.part;
                continue;
            }
            residences_.to_host(sum, kept.part);
            residences_.written_by_host(sum, kept.part);
        }
        if (!rest.empty())
            combine_here(runs(rest, sum.shape));
        residences_.accumulated(sum);
    }
}

} // namespace hydra::rt
