// Pass: boxes. Where the rounds of an inner loop do not depend on each other either, and are counted by a subscript of
// another dimension of the array by which the iterations are placed, ranks may form a grid over both dimensions: each
// runs a box of iterations and rounds, which has less border than rows. The proof is that of devices' further
// dimensions (inner_pass.cpp): what stands outside of the inner loop is run by all ranks of a row of the grid, and
// writes no memory. After it: Distribution::boxes says which loops are cut and what a box touches, or why there are
// none.
#include <algorithm>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/passes.h"
#include "passes/sections/footprints.h"

namespace hydra::passes {

namespace {

class BoxFinder {
  public:
    BoxFinder(State& state, ir::Kernel& kernel)
        : kernel_(kernel), region_(*state.kernels[static_cast<std::size_t>(kernel.id.value)]),
          directive_(*kernel.loop->as<ir::For>()->directive) {}

    void run() {
        kernel_.distribution.boxes.reason = obstacle();
        if (!kernel_.distribution.boxes.reason.empty())
            return;
        const ir::InnerLoop& inner =
            kernel_.schedule.inner.empty() ? kernel_.schedule.shared.front() : kernel_.schedule.inner.front();
        if (!find_dimension(inner))
            kernel_.distribution.boxes.reason =
                fmt::format("the rounds over '{}' do not lie along another dimension of '{}'", inner.name, slot().name);
        else if (!describe_boxes(region_, iterators(inner), {}, kernel_, kernel_.distribution.boxes.accesses))
            kernel_.distribution.boxes.reason = "what a box touches has no closed form";
        else {
            kernel_.distribution.boxes.loops = inner.loops;
            kernel_.distribution.boxes.name = inner.name;
            if (region_.again)
                kernel_.distribution.boxes.again = region_.accesses.accesses[region_.again->second].expr;
        }
    }

  private:
    [[nodiscard]] const ir::Slot& slot() const {
        return kernel_.touches.slots[static_cast<std::size_t>(kernel_.distribution.alignment.slot)];
    }

    // Why ranks cannot share out rounds; empty: it seems that they can.
    [[nodiscard]] std::string obstacle() const {
        if (kernel_.analysis.replicated)
            return "every rank runs it";
        if (region_.placed_by < 0)
            return "its iterations are placed by their own numbers";
        if (std::any_of(
                kernel_.touches.accesses.begin(), kernel_.touches.accesses.end(), [&](const ir::Access& access) {
                    return access.form == ir::Access::Form::found &&
                           kernel_.touches.slots[static_cast<std::size_t>(access.slot)].role != ir::Slot::Role::fine;
                }))
            return "data decide what it touches";
        if (!kernel_.analysis.last_values.empty() || !directive_.last_stored.empty())
            return "values of its last iteration are used behind it";
        if (kernel_.analysis.may_exit || kernel_.analysis.may_abort || kernel_.analysis.leaves_errors)
            return "its iterations may end the program, or leave errors";
        if (kernel_.analysis.may_tell)
            return "its iterations may print to standard error";
        if (!std::all_of(directive_.reductions.begin(), directive_.reductions.end(),
                         [&](const ir::Reduction& each) { return any_order(each, !directive_.layout.empty()); }))
            return "its reduction depends on which iteration comes first";
        if (std::any_of(kernel_.touches.slots.begin(), kernel_.touches.slots.end(),
                        [](const ir::Slot& each) { return !each.tables.empty(); }))
            return "it reaches arrays through tables of pointers";
        if (kernel_.schedule.inner.empty() && kernel_.schedule.shared.empty())
            return "no inner loop is known whose rounds do not depend on each other";
        if (!kernel_.schedule.stages.empty())
            return "what stands beside its inner loop stores, too";
        if (slot().skew != 0)
            return fmt::format("it goes through '{}' along a diagonal", slot().name);
        return "";
    }

    // Of floating numbers, an extreme may be the first zero or the last, whose signs differ; but not in CMAPS.
    static bool any_order(const ir::Reduction& reduction, bool of_cmaps) {
        const bool extreme = reduction.op == ir::ReductionOp::min || reduction.op == ir::ReductionOp::max;
        return !reduction.is_array() && !reduction.in_order && reduction.variable->type->is_scalar() &&
               (!extreme || of_cmaps || reduction.variable->type->is_integer());
    }

    // Whether the host can cut the loop to rounds that are numbers of type long: no conversion changes one.
    static bool counts_plainly(const ir::CountingLoop& loop) {
        const ir::TypeRef counter = loop.variable->type;
        const auto fits = [&](const ir::Expr& expr) {
            const ir::TypeRef type = ir::strip(&expr)->type;
            return type->is_integer() && (!type->is_unsigned() || type->kind == counter->kind);
        };
        return loop.step == 1 && fits(*loop.start) && fits(*loop.bound);
    }

    [[nodiscard]] std::set<SymbolId> iterators(const ir::InnerLoop& inner) const {
        std::set<SymbolId> found;
        for (const ir::CountingLoop& loop : inner.loops)
            for (const RegionAccesses::Counted& counted : region_.accesses.counted)
                if (counted.loop == loop.loop->as<ir::For>())
                    found.insert(counted.iterator);
        return found;
    }

    bool find_dimension(const ir::InnerLoop& inner) {
        const RawAccess& placed = region_.accesses.accesses[static_cast<std::size_t>(region_.placed_by)];
        if (!std::all_of(inner.loops.begin(), inner.loops.end(), counts_plainly))
            return false;
        for (const SymbolId iterator : iterators(inner))
            for (std::size_t d = 0; d < placed.subscripts.size(); ++d) {
                const auto line = along(region_.symbols, placed.subscripts[d], iterator);
                const auto offset = line ? line->offset.constant() : std::nullopt;
                if (static_cast<int>(d) == kernel_.distribution.alignment.dim || !offset || line->scale != 1)
                    continue;
                kernel_.distribution.boxes.dim = static_cast<int>(d);
                kernel_.distribution.boxes.offset = *offset;
                return true;
            }
        return false;
    }

    ir::Kernel& kernel_;
    Region& region_;
    const ir::Directive& directive_;
};

} // namespace

void boxes_pass(State& state) {
    for (ir::Kernel& kernel : state.program.kernels)
        BoxFinder(state, kernel).run();
}

} // namespace hydra::passes
