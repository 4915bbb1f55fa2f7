// See device_windows.h.
#include "codegen/device/device_windows.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/device/work_item_mapping.h"
#include "codegen/kernel/cut_rounds.h"

namespace hydra::codegen {

namespace {

// Beyond all values of a loop's variable; the runtime's all_rounds.
constexpr const char* below_all = "(-(1L << 40))";
constexpr const char* above_all = "(1L << 40)";

std::string part_of_body(const Context& context) { return context.name("body_part"); }

// The part that the loop is the loop of; -1: none.
int part_with(const ir::Kernel& kernel, const ir::Stmt& loop) {
    const auto& segments = kernel.distribution.sweep.segments;
    const auto found =
        std::find_if(segments.begin(), segments.end(), [&](const auto& each) { return each.loop.loop == &loop; });
    return found == segments.end() ? -1 : static_cast<int>(found - segments.begin());
}

} // namespace

bool device_cuts(const ir::Kernel& kernel) {
    if (!can_cut(kernel) || kernel.distribution.boxes.again == nullptr)
        return can_cut(kernel);
    const auto& inner = mapped_inner(kernel);
    return !inner.empty() && inner.front().again != nullptr;
}

bool device_sweeps(const ir::Kernel& kernel) {
    const auto& directive = *kernel.loop->as<ir::For>()->directive;
    return kernel.distribution.sweep.any() && directive.reductions.empty() && directive.last_stored.empty();
}

bool in_stages(const ir::Kernel& kernel) { return !kernel.schedule.stages.empty() && !mapped_inner(kernel).empty(); }

std::vector<std::string> window_parameters(const Context& context, const ir::Kernel& kernel) {
    std::vector<std::string> list;
    if (device_cuts(kernel) || device_sweeps(kernel))
        list.push_back(fmt::format("long {}, long {}", context.name("rounds_from"), context.name("rounds_to")));
    if (device_sweeps(kernel) || in_stages(kernel))
        list.push_back("long " + part_of_body(context));
    return list;
}

std::optional<RoundsWindow> window_of(const Context& context, const ir::Kernel& kernel, const ir::Stmt& loop) {
    const bool sweeps = device_sweeps(kernel);
    const int part = sweeps ? part_with(kernel, loop) : -1;
    const auto& cut = kernel.distribution.boxes.loops;
    const auto box =
        std::find_if(cut.begin(), cut.end(), [&](const ir::CountingLoop& each) { return each.loop == &loop; });
    const bool is_cut = device_cuts(kernel) && box != cut.end();
    if (part < 0 && !is_cut)
        return std::nullopt;
    RoundsWindow window;
    window.counting = is_cut ? &*box : &kernel.distribution.sweep.segments[static_cast<std::size_t>(part)].loop;
    window.from = context.name("rounds_from");
    window.to = context.name("rounds_to");
    // A part's loop is run for no other part (guard_of); where there is no part, and no box, all rounds are handed
    // over.
    if (sweeps && (part < 0 || !is_cut)) {
        const auto when = fmt::format("{} {} 0", part_of_body(context), part < 0 ? "<" : ">=");
        window.from = fmt::format("({} ? {} : {})", when, window.from, below_all);
        window.to = fmt::format("({} ? {} : {})", when, window.to, above_all);
    }
    return window;
}

std::optional<PartGuard> guard_of(const Context& context, const ir::Kernel& kernel, const ir::Stmt& stmt) {
    std::vector<std::vector<const ir::Stmt*>> parts;
    for (const auto& segment : kernel.distribution.sweep.segments)
        parts.push_back(segment.loop.loop != nullptr ? std::vector{segment.loop.loop} : segment.statements);
    if (!device_sweeps(kernel))
        parts.clear();
    for (const auto& stage : kernel.schedule.stages)
        if (in_stages(kernel))
            parts.push_back(stage.statements);
    for (std::size_t at = 0; at < parts.size(); ++at) {
        const auto& list = parts[at];
        if (std::find(list.begin(), list.end(), &stmt) != list.end()) {
            return PartGuard{fmt::format("{0} < 0 || {0} == {1}", part_of_body(context), at), list.front() == &stmt,
                             list.back() == &stmt};
        }
    }
    return std::nullopt;
}

} // namespace hydra::codegen
