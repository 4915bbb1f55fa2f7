// See kernel_launch.h.
#include "runtime/offload/kernel_launch.h"

#include "runtime/backend/cuts.h"

namespace hydra::rt {
namespace {

// What the kernel is told of the part of it that is to be run (hydra_rt_offload::windows).
std::vector<std::int64_t> window_of(const DeviceLaunch& launch) {
    const int windows = launch.loop.offload->windows;
    const Interval rounds = launch.plan.rounds.value_or(all_rounds);
    std::vector<std::int64_t> window;
    if ((windows & 3) != 0)
        window = {rounds.lo, rounds.hi};
    if ((windows & 6) != 0)
        window.push_back(launch.segment);
    return window;
}

// A kernel one of whose inner loop's rounds stores what all of them read: with several parts, that round comes last.
// dealt: how many parts there are.
void launch_in_turns(const DeviceLaunch& launch, Device& device, const hydra_rt_offload& kernel,
                     const hydra_rt_params& all, const std::vector<std::int64_t>& dealt,
                     const std::vector<std::int64_t>& window, Grid grid) {
    const bool twice = dealt.front() > 1;
    for (std::int64_t turn = twice ? 1 : 0; turn <= (twice ? 2 : 0); ++turn) {
        hydra_rt_params own = all;
        if (turn == 2)
            grid.items[static_cast<std::size_t>(launch.loop.offload->dealing->loop[1].dimension)] = 1;
        for (const std::int64_t one : {turn == 2 ? 1 : dealt[0], turn})
            own.add(one);
        for (const std::int64_t one : window)
            own.add(one);
        device.launch(kernel, own.list, grid);
    }
}

// A kernel whose body stores beside the loop that is dealt out: a launch for each of its stages, in one part where the
// loop is not in it.
void launch_in_stages(const DeviceLaunch& launch, Device& device, const hydra_rt_offload& kernel,
                      const hydra_rt_params& all, const std::vector<std::int64_t>& dealt, const Grid& grid) {
    const hydra_rt_dealing& dealing = *launch.loop.offload->dealing;
    for (int stage = 0; stage < dealing.stages; ++stage) {
        const bool is_dealt = (dealing.dealt >> stage & 1u) != 0;
        hydra_rt_params own = all;
        Grid items = grid;
        if (!is_dealt)
            items.items[static_cast<std::size_t>(dealing.loop[1].dimension)] = 1;
        for (const std::int64_t one : {is_dealt ? dealt[0] : 1, std::int64_t{stage}})
            own.add(one);
        device.launch(kernel, own.list, items);
    }
}

} // namespace

void launch_series(const DeviceLaunch& launch, Device& device, const hydra_rt_offload& kernel,
                   const hydra_rt_params& params, const Series& part, std::int64_t number, const DeviceBlocks& blocks) {
    const std::vector<std::int64_t> window = window_of(launch);
    hydra_rt_params all;
    all.list = params.list;
    for (const std::int64_t one : {part.lo, part.length, part.stride, part.count})
        all.add(one);
    Grid grid;
    grid.items[0] = part.count;
    const hydra_rt_dealing* dealing = launch.loop.offload->dealing;
    std::vector<std::int64_t> dealt;
    if (dealing != nullptr)
        grid = map_work_items(launch, device, part, dealt);
    if (dealing != nullptr && dealing->again != 0) {
        launch_in_turns(launch, device, kernel, all, dealt, window, grid);
        return;
    }
    if (dealing != nullptr && dealing->stages > 0 && dealt.front() > 1) {
        launch_in_stages(launch, device, kernel, all, dealt, grid);
        return;
    }
    dealt.insert(dealt.end(), window.begin(), window.end());
    for (const std::int64_t one : dealt)
        all.add(one);
    if (blocks.memory != nullptr) {
        const std::int64_t first = block_of(number, launch.plan.iteration_count, blocks.count);
        grid.items[0] = block_of(number + part.count - 1, launch.plan.iteration_count, blocks.count) + 1 - first;
        all.add(blocks.memory);
        for (const std::int64_t one : {blocks.bytes, blocks.count, launch.plan.iteration_count, number, first})
            all.add(one);
        for (const std::int64_t at : blocks.places)
            all.add(at);
    }
    device.launch(kernel, all.list, grid);
}

} // namespace hydra::rt
