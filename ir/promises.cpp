// One function a pass, which says what is wrong, and the table of them.
#include "ir/promises.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

namespace hydra::ir {

namespace {

const Slot* slot_at(const Kernel& kernel, int slot) {
    const auto index = static_cast<std::size_t>(slot);
    return slot >= 0 && index < kernel.touches.slots.size() ? &kernel.touches.slots[index] : nullptr;
}

bool is_found(const Access& access) { return access.form == Access::Form::found; }

std::string outlined(const Kernel& kernel) {
    const Space& space = kernel.space;
    if (kernel.function == nullptr || kernel.loop == nullptr || kernel.name.empty() || kernel.at.empty())
        return "it has no function, no loop, no name or no place";
    if (!kernel.loop->as<For>() || !kernel.loop->as<For>()->directive)
        return "its loop is no loop with a directive";
    if (space.begin.empty() || space.end.empty() || space.start.empty() || space.step.empty())
        return "its space lacks an end, a start or a step";
    if (space.counted && space.begin != HostExpr::number(0))
        return "its iterations are counted from " + space.begin.text();
    return "";
}

std::string without_sections(const Kernel& kernel) {
    return kernel.touches == Touches{} ? "" : "it touches something before accesses are known";
}

std::string related(const Kernel& kernel) {
    const Analysis& known = kernel.analysis;
    if (known.replicated == known.reason.empty())
        return "it is replicated without a reason, or has a reason and is not";
    return known.ordered && !known.replicated ? "it is ordered and not replicated" : "";
}

std::string described(const Kernel& kernel) {
    std::set<std::string> names;
    for (const Key& key : kernel.touches.keys)
        if (!names.insert(key.name).second)
            return fmt::format("two keys are called {}", key.name);
    for (const Access& access : kernel.touches.accesses) {
        if (access.form == Access::Form::rows && access.rows.empty())
            return fmt::format("'{}' goes by rows, and has none", access.text);
        if (access.form == Access::Form::whole && access.reason.empty())
            return fmt::format("'{}' is wider than the truth, and does not say why", access.text);
    }
    return "";
}

// Before this pass no memory is read ahead of a launch.
std::string without_inspectors(const Kernel& kernel) {
    const auto& all = kernel.touches.accesses;
    return kernel.inspection == Inspection{} && std::none_of(all.begin(), all.end(), is_found)
               ? ""
               : "it is inspected before inspectors are made";
}

std::string inspected(const Kernel& kernel) {
    for (const Access& access : kernel.touches.accesses)
        if (is_found(access) != (access.stage > 0))
            return fmt::format("'{}' is found in stage {}", access.text, access.stage);
    for (const Inspector& inspector : kernel.inspection.inspectors)
        if (inspector.body.empty())
            return "an inspector has no body";
    return "";
}

std::string replicated(const Kernel& kernel) {
    if (kernel.analysis.replicated)
        return kernel.inspection.inspectors.empty() ? "" : "it is replicated, and has inspectors";
    for (const Access& access : kernel.touches.accesses)
        if (access.kind == AccessKind::may_write &&
            (access.form == Access::Form::whole || access.form == Access::Form::everything))
            return fmt::format("what '{}' writes is not known, and ranks share the loop out", access.text);
    return "";
}

std::string proved(const Kernel& kernel) {
    const Analysis& known = kernel.analysis;
    if (known.proved_parallel && (!known.doubt.empty() || !known.rows_assumed.empty()))
        return "its iterations are proved apart, and there is a doubt";
    if (known.proved_in_rows && known.doubt.empty() && known.rows_assumed.empty())
        return "its iterations are proved apart within rows, and no row, or more, is in doubt";
    return known.looked_up != nullptr && known.doubt.empty() ? "what is looked up raises no doubt" : "";
}

std::string dealt_inside(const Kernel& kernel) {
    const Schedule& schedule = kernel.schedule;
    if (schedule.inner.size() > 2)
        return "more than two inner loops are dealt out";
    if (!schedule.stages.empty() && schedule.inner.empty())
        return "its body is launched in parts, and no inner loop is dealt out";
    std::set<int> dimensions;
    if (!schedule.inner.empty())
        dimensions.insert(schedule.dimension);
    for (const InnerLoop& inner : schedule.inner) {
        if (inner.loops.empty() || (inner.again != nullptr && inner.loops.size() != 1))
            return fmt::format("the loop over {} is none, or not the only one", inner.name);
        if (!dimensions.insert(inner.dimension).second)
            return fmt::format("two loops lie along dimension {}", inner.dimension);
    }
    return "";
}

std::string interleaved(const Kernel& kernel) {
    const Interleaving& how = kernel.schedule.interleaving;
    if (how.any() && kernel.analysis.replicated)
        return "its iterations are interleaved, and keep their order";
    for (const std::string& root : how.plain_roots)
        if (root != "sqrt" && root != "sqrtf")
            return root + " is no root";
    return how.block < 0 || how.block == 1 ? fmt::format("{} iterations are run together", how.block) : "";
}

std::string placed(const Kernel& kernel) {
    const Alignment& at = kernel.distribution.alignment;
    if (at.slot < 0)
        return at == Alignment{} ? "" : "it is placed by no slot, and says how";
    const Slot* slot = slot_at(kernel, at.slot);
    if (slot == nullptr || at.dim < 0 || static_cast<std::size_t>(at.dim) >= slot->dims())
        return "its alignment is outside its slots";
    return at.scale == 0 ? "its iterations all sit at one place" : "";
}

std::string boxed(const Kernel& kernel) {
    const Boxes& boxes = kernel.distribution.boxes;
    if (!boxes.any())
        return "";
    const Slot* slot = slot_at(kernel, kernel.distribution.alignment.slot);
    if (slot == nullptr || boxes.dim < 0 || static_cast<std::size_t>(boxes.dim) >= slot->dims() ||
        boxes.dim == kernel.distribution.alignment.dim)
        return "its boxes lie along no second dimension of the array that places it";
    if (!boxes.reason.empty())
        return "it has boxes, and a reason why not";
    return boxes.again != nullptr && boxes.loops.size() != 1 ? "a round of more than one loop comes last" : "";
}

std::string moved(const Kernel& kernel) {
    for (const Access& access : kernel.touches.accesses)
        if (access.movement.kind == Movement::Kind::neighbour && access.movement.distance.empty())
            return fmt::format("'{}' comes from a neighbour at no distance", access.text);
    return "";
}

std::string dealt(const Kernel& kernel) {
    const BlockCyclic& rows = kernel.distribution.block_cyclic;
    return rows.cyclic && rows.reason.empty() ? "its rows are block-cyclic for no reason" : "";
}

std::string counted(const Kernel& kernel) {
    for (const Candidate& candidate : kernel.distribution.candidates)
        if (candidate.name.empty() || (candidate.volume.empty() && candidate.reason.empty()))
            return "a way to place it has no name, or neither a volume nor a reason why none is known";
    return "";
}

std::string chosen(const Kernel& kernel) {
    const GridChoice& grid = kernel.distribution.grid;
    return grid.group >= 0 && !kernel.distribution.boxes.any() ? "it is for a grid, and has no boxes" : "";
}

std::string swept(const Kernel& kernel) {
    const Sweep& sweep = kernel.distribution.sweep;
    if (!sweep.any())
        return "";
    const Slot* slot = slot_at(kernel, sweep.slot);
    if (slot == nullptr || sweep.dim < 0 || static_cast<std::size_t>(sweep.dim) >= slot->dims())
        return "the rows that it sweeps over are of no array";
    for (const Sweep::Segment& segment : sweep.segments)
        if ((segment.loop.loop != nullptr) != segment.statements.empty())
            return "a part of a sweep is a loop and statements, or neither";
    return "";
}

std::string streaming(const Kernel& kernel) {
    const Alignment& at = kernel.distribution.alignment;
    return at.streams && at.slot < 0 ? "it streams through no array" : "";
}

std::string handed_over(const Kernel& kernel) {
    for (const Access& access : kernel.touches.accesses)
        if (const Slot* slot = slot_at(kernel, access.slot);
            slot != nullptr && slot->by_value != nullptr && access.kind != AccessKind::read)
            return fmt::format("'{}' is written, and devices have its value", access.text);
    return "";
}

// Of sites, by "transfers".
std::string covered(const Site& site) {
    if (site.function == nullptr || (site.statement == nullptr) == (site.condition == nullptr))
        return "it stands in no function, or not before one statement or in one condition";
    if (!site.alone && (!site.handed.empty() || site.hands_errno || !site.streams.empty() || site.windows))
        return "every rank runs it, and rank 0 hands something out";
    return site.window && site.condition == nullptr ? "it is a window, and no expression" : "";
}

struct Promise {
    std::string_view pass;
    std::string (*broken)(const Kernel&);
    std::string_view until = ""; // it holds before this one has run; empty: from its pass on
};

constexpr std::array promises{
    Promise{"outline", outlined},
    Promise{"outline", without_sections, "footprints"},
    Promise{"outline", without_inspectors, "inspect"},
    Promise{"accesses", related},
    Promise{"footprints", described},
    Promise{"inspect", inspected},
    Promise{"replicate", replicated},
    Promise{"races", proved},
    Promise{"inner", dealt_inside},
    Promise{"interleaving", interleaved},
    Promise{"placement", placed},
    Promise{"boxes", boxed},
    Promise{"movement", moved},
    Promise{"block_cyclic", dealt},
    Promise{"volumes", counted},
    Promise{"grids", chosen},
    Promise{"sweeps", swept},
    Promise{"parts", streaming},
    Promise{"small_values", handed_over},
};

} // namespace

std::string broken_promise(const Kernel& kernel, std::span<const std::string_view> passes) {
    const auto has_run = [&](std::string_view pass) {
        return std::find(passes.begin(), passes.end(), pass) != passes.end();
    };
    for (const Promise& promise : promises) {
        if (!has_run(promise.pass) || (!promise.until.empty() && has_run(promise.until)))
            continue;
        if (std::string what = promise.broken(kernel); !what.empty())
            return fmt::format("{} (which '{}' promises)", what, promise.pass);
    }
    return "";
}

std::string broken_promise(const Site& site, std::span<const std::string_view> passes) {
    const bool has_run = std::find(passes.begin(), passes.end(), "transfers") != passes.end();
    return has_run ? covered(site) : "";
}

} // namespace hydra::ir
