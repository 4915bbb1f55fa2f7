// Pass: replicate. A loop that may write what cannot be described is run by every rank, in order; where reads
// are not known, every rank gets whole arrays for them, with a warning. After it: every distributed kernel's writes are
// known, and replicated ones have no inspectors.
#include <optional>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/flow/observed.h"
#include "passes/passes.h"
#include "passes/sections/footprints.h"
#include "passes/sections/header_cells.h"

namespace hydra::passes {

using ir::AccessKind;

namespace {

void warn_about_reads(State& state, const ir::Kernel& kernel) {
    for (const ir::Access& access : kernel.touches.accesses)
        if (access.everywhere)
            continue;
        else if (access.kind == AccessKind::read && access.form == ir::Access::Form::everything)
            state.diagnostics.warning(access.range,
                                      fmt::format("every rank gets every array before this loop: {}", access.reason),
                                      "hydra-whole");
        else if (access.kind == AccessKind::read && access.form == ir::Access::Form::whole)
            state.diagnostics.warning(access.range,
                                      fmt::format("every rank gets {} of '{}' for this read: {}",
                                                  access.box.empty() ? "the whole" : "this part of all elements",
                                                  kernel.touches.slots[static_cast<std::size_t>(access.slot)].name,
                                                  access.reason),
                                      "hydra-whole");
}

// Why every rank has to run a loop.
struct Obstacle {
    support::SourceRange range;
    std::string reason;
};

// The first write that is not known; of those that stand in one place, where that is valid.
std::optional<Obstacle> unknown_write(const ir::Kernel& kernel, const support::SourceRange& place) {
    const auto stands_there = [&](const support::SourceRange& range) {
        return !place.valid() || (range.file == place.file && range.begin == place.begin && range.end == place.end);
    };
    for (const ir::Access& access : kernel.touches.accesses) {
        const bool everything = access.form == ir::Access::Form::everything;
        if (access.kind != AccessKind::may_write || (access.form != ir::Access::Form::whole && !everything))
            continue;
        const auto reason = [&](const std::string& text, const std::string& why) {
            return everything ? why : fmt::format("what '{}' writes cannot be described: {}", text, why);
        };
        if (stands_there(access.range))
            return Obstacle{access.range, reason(access.text, access.reason)};
        for (const ir::Mention& mention : access.also)
            if (mention.kind != AccessKind::read && !mention.reason.empty() && stands_there(mention.range))
                return Obstacle{mention.range, reason(mention.text, mention.reason)};
    }
    return std::nullopt;
}

void decide_replication(State& state, ir::Kernel& kernel) {
    if (kernel.analysis.replicated)
        return;
    auto obstacle = unknown_write(kernel, state.kernels[static_cast<std::size_t>(kernel.id.value)]->culprit);
    if (!obstacle)
        obstacle = unknown_write(kernel, {});
    const auto inherited = inherits_errors(state.summary, kernel);
    kernel.analysis.writes_unknown = obstacle && !inherited;
    if (!obstacle && inherited)
        obstacle = Obstacle{inherited->at, std::string(inherited->why)};
    if (!obstacle) {
        warn_about_reads(state, kernel);
        return;
    }
    kernel.analysis.replicated = true;
    kernel.analysis.reason = obstacle->reason;
    state.diagnostics.warning(obstacle->range,
                              fmt::format("every rank runs the parallel loop of line {}, in order (replicated): {}",
                                          state.sources.line(kernel.loop->range), kernel.analysis.reason),
                              "hydra-replicated");
}

// Where every rank runs all iterations in order, earlier ones may change what later ones look up: whole arrays instead.
void forget_inspectors(State& state, ir::Kernel& kernel) {
    forget_refinement(state, *state.kernels[static_cast<std::size_t>(kernel.id.value)], kernel);
    kernel.inspection.inspectors.clear();
    kernel.inspection.of_writes.clear();
    kernel.inspection.forgets = false;
    for (ir::Slot& slot : kernel.touches.slots)
        slot.found = false;
    for (ir::Access& access : kernel.touches.accesses) {
        access.index = access.index_of_writes = false;
        access.stage = 0;
        if (access.form != ir::Access::Form::found)
            continue;
        access.form = ir::Access::Form::whole;
        if (access.kind == AccessKind::write)
            access.kind = AccessKind::may_write;
        if (access.reason.empty())
            access.reason = "it depends on data";
    }
}

} // namespace

void replicate_pass(State& state) {
    for (ir::Kernel& kernel : state.program.kernels) {
        decide_replication(state, kernel);
        refuse_moving_header(state, kernel);
        if (kernel.analysis.replicated)
            forget_inspectors(state, kernel);
        watch_header(kernel);
    }
}

} // namespace hydra::passes
