// Kernels that follow addresses which host code has stored: rows of tables, members that point (a part of
// DevicePlacement). All that the launch touches is gathered in a few buffers of the device, in which it lies as on the
// host, and the kernel is handed where each of them begins, here and there. What it follows without touching anything
// behind it may lead nowhere.
#include "runtime/base/text.h"
#include "runtime/offload/device_placement.h"

#include <algorithm>

namespace hydra::rt {

std::string DevicePlacement::gather_rows(const PlanMaker::Access& access) {
    const Binding& binding = launch_->binding;
    near_.clear();
    for (std::size_t a = 0; a < binding.allocations.size(); ++a)
        near_.push_back(
            here_->near(*binding.allocations[a], access[a].reads() | access[a].maywrite | access[a].writes()));
    const TableView* tables = launch_->request.tables;
    for (std::size_t g = 0; tables != nullptr && g < tables->groups.size(); ++g) {
        const TableView::Group& group = tables->groups[g];
        const int bound = binding.of_slot[tables->own + g];
        if (bound == Binding::none) {
            if (!(*launch_->reaches)[tables->own + g].touches_nothing())
                return text("what ", launch_->loop.slot[group.origin].name, " leads to is in no array that is known");
            continue;
        }
        Residence::Near& near = near_[static_cast<std::size_t>(bound)];
        near.first = std::min(near.first, reinterpret_cast<std::uintptr_t>(group.first));
        near.last = std::max(near.last, reinterpret_cast<std::uintptr_t>(group.last) + 1);
    }
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(launch_->loop.slots); ++slot)
        if (const int bound = binding.of_slot[slot]; bound != Binding::none) { // it may lie in memory, too
            Residence::Near& near = near_[static_cast<std::size_t>(bound)];
            const auto pointer = reinterpret_cast<std::uintptr_t>(near.allocation->base) +
                                 static_cast<std::uintptr_t>(binding.offset[slot]);
            near.first = std::min(near.first, pointer);
            near.last = std::max(near.last, pointer + 1);
        }
    return here_->gather(near_, HYDRA_RT_MOST_WINDOWS);
}

void DevicePlacement::pass_rows(hydra_rt_params& params) {
    std::vector<Residence::Window> windows = here_->windows(near_);
    if (windows.size() > HYDRA_RT_MOST_WINDOWS) {
        params.trouble = "what its pointers lead to lies in too many pieces";
        return;
    }
    // Most pointers lead into the largest.
    std::sort(windows.begin(), windows.end(), [](const Residence::Window& a, const Residence::Window& b) {
        return a.last - a.first > b.last - b.first;
    });
    windows.resize(HYDRA_RT_MOST_WINDOWS);
    for (const Residence::Window& window : windows) {
        params.add(window.memory != nullptr ? window.memory : here_->untouched());
        for (const std::uintptr_t address : {window.start, window.first, window.last})
            params.add(static_cast<std::int64_t>(address));
    }
}

} // namespace hydra::rt
