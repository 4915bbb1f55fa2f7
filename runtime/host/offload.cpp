// Launches on the rank's device, and what the host's own reading and writing means for it (a part of Runtime). A launch
// that the device cannot run, for whatever reason, is run on the host's cores as if there were no device; its arrays
// come back first.
#include "runtime/host/fail.h"
#include "runtime/host/runtime.h"
#include "runtime/host/text.h"

#include <algorithm>
#include <cstring>
#include <deque>

// What the loop's pass function fills.
struct hydra_rt_params {
    hydra::rt::Runtime* runtime = nullptr;
    std::vector<hydra::rt::Device::Argument> list;
    std::deque<std::vector<unsigned char>> values;    // that the list points at
    std::vector<hydra::rt::Device::Memory> temporary; // buffers of memory that is in no allocation
    std::string trouble;                              // why the device cannot run the launch; empty: it can

    void add(const void* value, std::size_t bytes) {
        const auto* from = static_cast<const unsigned char*>(value);
        values.emplace_back(from, from + bytes);
        list.push_back({nullptr, values.back().data(), bytes});
    }
    void add(std::int64_t number) { add(&number, sizeof number); }
    void add(hydra::rt::Device::Memory memory) { list.push_back({memory, nullptr, 0}); }
};

namespace hydra::rt {
namespace {

constexpr std::int64_t most_blocks = 4096;            // of a launch with reductions
constexpr std::int64_t most_partial_bytes = 32 << 20; // of all their accumulators
constexpr std::int64_t numbers_a_block = 16;          // at least, where there are so many
constexpr const char* no_room = "the device has too little memory";

// Iterations  lo + n / length * stride + n % length  for 0 <= n < count.
struct Series {
    std::int64_t lo, length, stride, count;
};

// The intervals as few series: cyclic ones are one, block-cyclic ones two or three.
std::vector<Series> series_of(std::span<const Interval> intervals) {
    std::vector<Series> out;
    for (const Interval& interval : intervals) {
        const std::int64_t length = interval.hi - interval.lo;
        if (length <= 0)
            continue;
        if (!out.empty() && out.back().length == length) {
            Series& last = out.back();
            const std::int64_t members = last.count / length;
            const std::int64_t distance = interval.lo - (last.lo + (members - 1) * last.stride);
            if (members == 1)
                last.stride = distance;
            if (distance == last.stride) {
                last.count += length;
                continue;
            }
        }
        out.push_back({interval.lo, length, length, length});
    }
    return out;
}

std::int64_t blocks_for(const Accumulators& accumulators, std::int64_t count) {
    const auto bytes = static_cast<std::int64_t>(std::max<std::size_t>(1, accumulators.bytes));
    return std::max<std::int64_t>(
        1, std::min({most_blocks, most_partial_bytes / bytes, (count + numbers_a_block - 1) / numbers_a_block}));
}

// Joins the blocks' accumulators in a fixed tree; the outcome is in the first.
void combine_blocks(const Accumulators& accumulators, unsigned char* first, std::int64_t blocks) {
    const auto at = [&](std::int64_t block) { return first + static_cast<std::size_t>(block) * accumulators.bytes; };
    for (std::int64_t reach = 1; reach < blocks; reach *= 2)
        for (std::int64_t block = 0; block + reach < blocks; block += 2 * reach)
            for (const Accumulator& accumulator : accumulators.list)
                combine(accumulator, at(block), at(block + reach));
}

} // namespace

void Runtime::host_reads(const Plan& plan, const Binding& binding) {
    if (!residence_.in_use())
        return;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        residence_.to_host(*binding.allocations[a], plan.access[a].reads() | plan.access[a].maywrite);
}

void Runtime::host_writes(const Plan& plan, const Binding& binding) {
    if (!residence_.in_use())
        return;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        residence_.written_by_host(*binding.allocations[a], plan.access[a].writes());
}

// Before messages go out, and when they have come in.
void Runtime::host_sends(const Plan& plan, const Binding& binding) {
    for (std::size_t a = 0; residence_.in_use() && a < plan.sent.size(); ++a)
        residence_.to_host(*binding.allocations[a], plan.sent[a]);
}

void Runtime::host_received(const Plan& plan, const Binding& binding) {
    for (std::size_t a = 0; residence_.in_use() && a < plan.received.size(); ++a)
        residence_.written_by_host(*binding.allocations[a], plan.received[a]);
}

// Anything may be read and written by the host now.
void Runtime::leave_device() {
    if (residence_.in_use())
        registry_.for_each([this](Allocation& allocation) { residence_.leave(allocation); });
}

// Whether serial code of these slots is the device's affair.
bool Runtime::concerns_device(const LoopState& state) const {
    if (!residence_.in_use())
        return false;
    for (std::size_t slot = 0; slot < state.binding.of_slot.size(); ++slot) {
        const int bound = state.binding.of_slot[slot];
        if (bound != Binding::none && residence_.concerns(*state.binding.allocations[static_cast<std::size_t>(bound)],
                                                          state.touched->slots[slot].written))
            return true;
    }
    return false;
}

// Why the device is not to run the active launch; empty: it may.
std::string Runtime::kept_from_device(const hydra_rt_launch& launch, const Plan& plan) const {
    const hydra_rt_loop& loop = *launch.loop;
    if (plan.replicated)
        return "every rank runs all of it";
    if (plan.one_thread)
        return "its iterations depend on each other";
    if (!plan.merges.empty())
        return "ranks may write the same elements";
    if (verifier_)
        return "HYDRA_VERIFY compares on the host";
    if (loop.lastvalues > 0)
        return "it leaves values of its last iteration behind";
    for (const Accumulator& accumulator : plan.accumulators.list)
        if (accumulator.op == HYDRA_RT_LAST || accumulator.in_place)
            return "it stores into scalars";
    if (plan.access.size() != active_->binding.allocations.size())
        return "it is not known what it touches";
    return "";
}

// Makes room for the launch, and its arrays valid there; false: there is no room.
bool Runtime::bring_to_device(const Plan& plan) {
    const std::vector<Allocation*>& allocations = active_->binding.allocations;
    for (int attempt = 0; attempt < 2; ++attempt) {
        places_.clear();
        for (std::size_t a = 0; a < allocations.size(); ++a) {
            const RankAccess& access = plan.access[a];
            const auto place = residence_.to_device(*allocations[a], access.reads() | access.maywrite, access.writes());
            if (!place)
                break;
            places_.push_back(*place);
        }
        if (places_.size() == allocations.size())
            return true;
        registry_.for_each([&](Allocation& other) { residence_.leave(other); });
    }
    return false;
}

// A slot's pointer on the device, as two arguments.
void Runtime::pass_slot(hydra_rt_params& params, int number) {
    const Binding& binding = active_->binding;
    auto slot = static_cast<std::size_t>(number);
    // A pointer may have several slots, of which this one touches nothing in this launch.
    if (binding.of_slot[slot] == Binding::none)
        for (std::size_t other = 0; other < pointers_.size(); ++other)
            if (pointers_[other] == pointers_[slot] && binding.of_slot[other] != Binding::none)
                slot = other;
    for (std::size_t other = 0; other < pointers_.size(); ++other)
        if (pointers_[other] == pointers_[slot] && binding.of_slot[other] != Binding::none &&
            binding.of_slot[other] != binding.of_slot[slot])
            params.trouble = "one pointer leads into two arrays";
    const int bound = binding.of_slot[slot];
    if (bound != Binding::none) {
        const Residence::Place& place = places_[static_cast<std::size_t>(bound)];
        params.add(place.memory);
        params.add(binding.offset[slot] - place.lo);
        return;
    }
    // Memory that no launch writes: what is read of it goes along.
    const Reach& reach = active_->touched->slots[slot];
    if (reach.touches_nothing()) {
        params.add(Device::Memory(nullptr));
        params.add(std::int64_t{0});
        return;
    }
    if (reach.written || reach.whole || !reach.maybe.empty()) {
        params.trouble = text("it is not known what it reads of ", active_loop_->slot[number].name);
        return;
    }
    const std::int64_t bytes = reach.exact.hi - reach.exact.lo;
    const Device::Memory copy = residence_.device()->allocate(bytes);
    if (copy == nullptr) {
        params.trouble = no_room;
        return;
    }
    params.temporary.push_back(copy);
    residence_.device()->write(copy, 0, static_cast<const char*>(pointers_[slot]) + reach.exact.lo,
                               {0, bytes, 1, 0, 1, 0});
    params.add(copy);
    params.add(-reach.exact.lo);
}

// Runs the active launch on the device; false, with nothing done that counts, where it cannot.
bool Runtime::run_on_device(const hydra_rt_launch& launch, const Plan& plan) {
    const hydra_rt_loop& loop = *launch.loop;
    Device* device = residence_.device();
    if (device == nullptr || loop.offload == nullptr)
        return false;
    std::string trouble = kept_from_device(launch, plan);
    hydra_rt_params params;
    params.runtime = this;
    active_loop_ = &loop;
    if (trouble.empty() && !device->prepare(*loop.offload, trouble) && trouble.empty())
        trouble = "its kernel cannot be built";
    if (trouble.empty() && !bring_to_device(plan))
        trouble = no_room;
    if (trouble.empty()) {
        loop.offload->pass(&params, launch.args);
        trouble = params.trouble;
    }
    if (trouble.empty()) {
        const std::vector<Series> parts = series_of(plan.iterations);
        if (plan.accumulators.list.empty())
            for (const Series& part : parts)
                launch_series(loop, params, part.lo, part.length, part.stride, part.count, nullptr);
        else
            launch_reductions(loop, params, plan);
        for (std::size_t a = 0; a < plan.access.size(); ++a)
            residence_.written_by_device(*active_->binding.allocations[a], plan.access[a].writes());
    } else if (verbose_ && !active_->host_told) {
        complain(text(loop.at, ": runs on the host: ", trouble));
        active_->host_told = true;
    }
    for (const Device::Memory memory : params.temporary)
        device->release(memory);
    return trouble.empty();
}

// blocks: what the kernel is told of reductions; null: it has none.
void Runtime::launch_series(const hydra_rt_loop& loop, const hydra_rt_params& params, std::int64_t lo,
                            std::int64_t length, std::int64_t stride, std::int64_t count, const DeviceBlocks* blocks) {
    hydra_rt_params all;
    all.list = params.list;
    for (const std::int64_t number : {lo, length, stride, count})
        all.add(number);
    if (blocks != nullptr) {
        all.add(blocks->memory);
        all.add(blocks->bytes);
        all.add(blocks->count);
        for (const std::int64_t at : blocks->places)
            all.add(at);
    }
    residence_.device()->launch(*loop.offload, all.list, blocks != nullptr ? blocks->count : count);
}

// Each series of iterations leaves one set of accumulators, which are joined in order.
void Runtime::launch_reductions(const hydra_rt_loop& loop, const hydra_rt_params& params, const Plan& plan) {
    const Accumulators& accumulators = plan.accumulators;
    Device* device = residence_.device();
    for (const Accumulator& accumulator : accumulators.list)
        set_neutral(accumulator, results_.data());
    DeviceBlocks blocks;
    blocks.bytes = static_cast<std::int64_t>(accumulators.bytes);
    for (const Accumulator& accumulator : accumulators.list)
        blocks.places.push_back(static_cast<std::int64_t>(accumulator.offset) + accumulator.shift);
    for (const Series& part : series_of(plan.iterations)) {
        blocks.count = blocks_for(accumulators, part.count);
        std::vector<unsigned char> partials(static_cast<std::size_t>(blocks.count) * accumulators.bytes);
        for (std::int64_t block = 0; block < blocks.count; ++block)
            for (const Accumulator& accumulator : accumulators.list)
                set_neutral(accumulator, partials.data() + static_cast<std::size_t>(block) * accumulators.bytes);
        const Slab all{0, static_cast<std::int64_t>(partials.size()), 1, 0, 1, 0};
        blocks.memory = device->allocate(all.bytes);
        if (blocks.memory == nullptr)
            fail(loop.at, text("the device has no room for ", all.bytes, " bytes of partial results"));
        device->write(blocks.memory, 0, reinterpret_cast<const char*>(partials.data()), all);
        launch_series(loop, params, part.lo, part.length, part.stride, part.count, &blocks);
        device->read(blocks.memory, 0, reinterpret_cast<char*>(partials.data()), all);
        device->release(blocks.memory);
        for (std::size_t r = 0; r < accumulators.list.size(); ++r)
            for (std::int64_t block = 0; block < blocks.count; ++block)
                if (const auto at = touched_outside(
                        accumulators.list[r], partials.data() + static_cast<std::size_t>(block) * accumulators.bytes))
                    fail_outside_section(loop, plan, r, *at);
        combine_blocks(accumulators, partials.data(), blocks.count);
        for (const Accumulator& accumulator : accumulators.list)
            combine(accumulator, results_.data(), partials.data());
    }
}

} // namespace hydra::rt

extern "C" {

void hydra_rt_pass(hydra_rt_params* p, const void* value, unsigned long bytes) { p->add(value, bytes); }

void hydra_rt_pass_slot(hydra_rt_params* p, int slot) { p->runtime->pass_slot(*p, slot); }

} // extern "C"
