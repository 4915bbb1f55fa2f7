// Pass: access relations of kernels. Sets up the symbols of each launch (the chunked variable x, its bounds, what the
// range pass knows), runs symbolically through the body, and decides whether the loop may be distributed at all.
// After it: State::kernels holds the accesses; kernels that must keep their sequential order are marked replicated.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/facts/expressions.h"
#include "passes/facts/record_parts.h"
#include "passes/facts/record_values.h"
#include "passes/flow/counting.h"
#include "passes/flow/observed.h"
#include "passes/passes.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::HostExpr;

namespace {

std::set<std::string> local_names(const ir::FunctionDecl& function) {
    std::set<std::string> names;
    for (const auto& param : function.params)
        names.insert(param->name);
    for (const ir::VarDecl* variable : Summary::declared_in(*function.body))
        names.insert(variable->name);
    return names;
}

// lo and hi of a chunk that is all of the loop.
std::string whole_loop(const ir::Kernel& kernel, std::int64_t step, const std::string& first,
                       const std::string& limit) {
    const ir::CanonicalLoop& loop = kernel.loop->as<ir::For>()->canonical;
    const bool inclusive = loop.compare == BinaryOp::le || loop.compare == BinaryOp::ge;
    if (kernel.space.counted) {
        const char* ends = loop.compare == BinaryOp::ne ? "=" : loop.descending ? "<=" : ">=";
        return fmt::format("lo = 0 and {} + {} hi {} {} + {}", first, step, ends, limit,
                           !inclusive        ? 0
                           : loop.descending ? -1
                                             : 1);
    }
    if (loop.descending)
        return fmt::format("lo = {} + {} and hi = {} + 1", limit, inclusive ? 0 : 1, first);
    return fmt::format("lo = {} and hi = {} + {}", first, limit, inclusive ? 1 : 0);
}

// begin <= lo < hi <= end, and the loop variable's value in terms of x.
void assume_bounds(const State& state, Region& region, RegionOptions& options, const ir::Kernel& kernel) {
    const ir::CanonicalLoop& loop = kernel.loop->as<ir::For>()->canonical;
    const Variables none;
    const auto value = [&](const ir::Expr& e) {
        return host_value(state.summary, region.symbols, region.bridge, none, e);
    };
    const std::optional<Poly> start = value(*loop.start);
    const std::optional<Poly> bound = value(*loop.bound);
    for (const auto& end : {start, bound})
        if (end)
            options.chunk_bounds.push_back(*end);
    const Poly x = Poly::symbol(region.chunk_variable);
    region.bridge.assume("lo < hi");
    std::int64_t step = loop.descending ? -1 : 1;
    const std::optional<Poly> by = kernel.space.counted ? value(*loop.step) : std::nullopt;
    const auto stride = by && options.counters && !by->constant() ? region.bridge.affine(*by) : std::nullopt;
    const bool counted = kernel.space.counted && !stride;
    if (stride) {
        region.stride = "(" + *stride + ")";
        region.bridge.assume(region.stride + " >= 1");
    }
    if (counted) {
        region.bridge.assume("lo >= 0");
        const auto constant = by ? by->constant() : std::nullopt;
        if (!by || !start || (constant && *constant <= 0))
            return;
        // `k += 2 * len`: rows of that length, where products tell (split_rows). Conditions would have no
        // formulas; what stands behind them is better looked up.
        if (!constant && holds_condition(*kernel.loop->as<ir::For>()->body))
            return;
        if (!constant) {
            const auto walked = x.times(loop.descending ? by->times(Poly(-1)).value_or(Poly()) : *by);
            options.loop_value = walked ? start->plus(*walked) : std::nullopt;
            return;
        }
        step = loop.descending ? -*constant : *constant;
        const auto scaled = x.times(Poly(step));
        options.loop_value = scaled ? start->plus(*scaled) : std::nullopt;
    } else {
        options.loop_value = x;
    }
    const auto first = start ? region.bridge.affine(*start) : std::nullopt;
    auto limit = bound ? region.bridge.affine(*bound) : std::nullopt;
    if (limit && first && !stride)
        region.whole = whole_loop(kernel, step, *first, *limit);
    if (!counted && first)
        region.bridge.assume(loop.descending ? fmt::format("hi <= {} + 1", *first) : fmt::format("lo >= {}", *first));
    if (!limit &&
        !loop.variable->type
             ->is_unsigned()) // at least it is a value of its type: `i < (k < n ? k : n)` leaves room for i + 1
        if (const auto range = type_range(ir::strip(loop.bound)->type); range && range->second <= INT32_MAX)
            limit = std::to_string(loop.descending ? range->first : range->second);
    if (!limit || loop.compare == BinaryOp::ne)
        return;
    const bool inclusive = loop.compare == BinaryOp::le || loop.compare == BinaryOp::ge;
    if (!counted)
        region.bridge.assume(loop.descending ? fmt::format("lo >= {} + {}", *limit, inclusive ? 0 : 1)
                                             : fmt::format("hi <= {} + {}", *limit, inclusive ? 1 : 0));
    else if (first)
        region.bridge.assume(
            loop.descending
                ? fmt::format("{} + {} hi + {} {} {}", *first, step, -step, inclusive ? ">=" : ">", *limit)
                : fmt::format("{} + {} hi + {} {} {}", *first, step, -step, inclusive ? "<=" : "<", *limit));
}

// What C computes where the launch stands: bounds of the section, lengths of the array's dimensions.
ReducedSection reduced_section(Region& region, const ir::Reduction& reduction) {
    const ir::VarDecl* variable = reduction.variable;
    ReducedSection section;
    section.reduction = &reduction;
    section.root = static_cast<int>(region.accesses.roots.size());
    HostExpr row = HostExpr::name(variable->name);
    region.accesses.roots.push_back({variable->name, row, variable, variable, variable->type->inner});
    const auto parameter = [&](const HostExpr& host) {
        return region.symbols.parameter(host, "hydra_v", false, nullptr);
    };
    const auto as_long = [](HostExpr value) { return HostExpr::cast("long", HostExpr::group(std::move(value))); };
    const auto sum = [](const HostExpr& a, HostExpr b) { return HostExpr::binary(ir::BinaryOp::add, a, std::move(b)); };
    ir::TypeRef type = variable->type;
    for (std::size_t d = 0; type->is_array() || d == 0; ++d, type = type->inner) {
        const HostExpr next = HostExpr::index(row, HostExpr::number(0));
        const HostExpr length = as_long(HostExpr::rows_in(row, ir::has_run_time_length(type->inner)));
        if (d > 0)
            section.lengths.push_back(parameter(length));
        const ir::SectionBound* bound = d < reduction.section.size() ? &reduction.section[d] : nullptr;
        const HostExpr from =
            bound != nullptr && bound->lo ? as_long(HostExpr::of(*bound->lo)) : HostExpr::literal("0L");
        const HostExpr to = bound != nullptr && bound->one_element ? sum(from, HostExpr::number(1))
                            : bound != nullptr && bound->length    ? sum(from, as_long(HostExpr::of(*bound->length)))
                                                                   : length;
        section.box.emplace_back(parameter(from), parameter(to));
        row = next;
    }
    section.elem = ir::size_of(type).value_or(1);
    return section;
}

void relate(State& state, ir::Kernel& kernel) {
    state.kernels.push_back(accesses_of(state, kernel, {}));
    Region& region = *state.kernels.back();
    complete_region(state, kernel, region);
    kernel.analysis.leaves_errors = leaves_errors(state.summary, kernel);
    for (const auto& problem : region.accesses.problems)
        state.diagnostics.error(problem.range, problem.message);
    kernel.analysis.may_exit = region.accesses.may_exit;
    kernel.analysis.may_abort = region.accesses.may_abort;
    kernel.analysis.may_tell = region.accesses.may_tell && region.accesses.obstacle.empty();
    if (!region.accesses.obstacle.empty()) {
        kernel.analysis.replicated = true;
        kernel.analysis.reason = region.accesses.obstacle;
        kernel.analysis.ordered = true;
        auto& warning = state.diagnostics.warning(
            region.accesses.obstacle_range.valid() ? region.accesses.obstacle_range : kernel.loop->range,
            fmt::format("every rank runs the parallel loop of line {}, in order (replicated): {}",
                        state.sources.line(kernel.loop->range), kernel.analysis.reason),
            "hydra-replicated");
        if (kernel.analysis.reason.ends_with(" prints"))
            warning.notes.push_back({kernel.loop->range,
                                     "to share it out, keep what it prints in an array and print that "
                                     "in a serial loop behind it, or print to 'stderr', whose text "
                                     "appears in order when the loop is done"});
    }
}

// The call by which host code of other units asks for an expression over a variable at file scope.
HostExpr accessor_of(ir::Program& program, const ir::VarDecl& variable, const HostExpr& host, bool pointer) {
    const auto has = [&](const auto& unit) {
        return std::any_of(unit->globals.begin(), unit->globals.end(),
                           [&](const ir::VarDecl& global) { return &global == &variable; });
    };
    const auto unit = std::find_if(program.units.begin(), program.units.end(), has);
    if (unit == program.units.end())
        return {};
    const int number = static_cast<int>(unit - program.units.begin());
    const auto known =
        std::find_if(program.accessors.begin(), program.accessors.end(), [&](const ir::UnitAccessor& other) {
            return other.unit == number && other.host == host && other.pointer == pointer;
        });
    if (known != program.accessors.end())
        return HostExpr::call(known->name, {});
    program.accessors.push_back(
        {number, fmt::format("{}{}_{}", ir::told_prefix, program.accessors.size(), variable.name), host, pointer});
    return HostExpr::call(program.accessors.back().name, {});
}

} // namespace

std::unique_ptr<Region> accesses_of(const State& state, const ir::Kernel& kernel, const Variables& as_shared,
                                    bool counters) {
    auto owned = std::make_unique<Region>();
    Region& region = *owned;
    const auto& loop = *kernel.loop->as<ir::For>();
    state.tell_of(kernel.loop, region.symbols);
    region.chunk_variable = region.symbols.add_iterator(kernel.space.counted ? "x" : loop.canonical.variable->name,
                                                        loop.canonical.variable->type);

    RegionOptions options;
    options.kernel = true;
    options.counters = counters;
    options.chunk_variable = region.chunk_variable;
    options.loop_variable = loop.canonical.variable;
    options.priv.insert(loop.directive->private_.begin(), loop.directive->private_.end());
    const Variables changed = state.summary.changed_by(*loop.body);
    for (const ir::VarDecl* variable : loop.directive->firstprivate) { // unchanged, it is the value from outside
        const bool elements = ir::holds_array(variable->type);
        if (variable->type->is_array() || changed.contains(variable) ||
            changed.contains(state.summary.canonical(variable)) ||
            (elements && Summary::may_change_parts(*loop.body, variable))) {
            options.priv.insert(variable);
            if (elements)
                options.copied.insert(variable);
        }
    }
    for (const ir::Reduction& reduction : loop.directive->reductions) {
        options.priv.insert(reduction.variable);
        if (reduction.variable->type->is_pointer())
            options.own_memory.insert(reduction.variable);
    }
    for (const ir::LastStored& stored : loop.directive->last_stored)
        options.priv.insert(stored.variable);
    for (const ir::VarDecl* variable : as_shared) {
        if (variable->type->is_scalar()) {
            options.watched.insert(variable);
        } else {
            options.priv.erase(variable);
            options.copied.erase(variable);
        }
    }
    const std::set<std::string> locals = local_names(*kernel.function);
    const auto& globals = state.program.units[static_cast<std::size_t>(kernel.unit)]->globals;
    options.nameable = [&](const ir::VarDecl* variable) {
        if (!variable->file_scope || locals.contains(variable->name))
            return false;
        return std::any_of(
            globals.begin(), globals.end(),
            [&](const ir::VarDecl& global) {
                return state.summary.canonical(&global) == state.summary.canonical(variable);
            });
    };
    options.told = [&](const ir::VarDecl* variable, const HostExpr& host, bool pointer) {
        return variable->file_scope ? accessor_of(state.program, *variable, host, pointer) : HostExpr();
    };
    options.in_memory = [&](const ir::Expr& member) {
        return !as_shared.contains(variable_of_part(&member)) && state.record_values->in_memory(member);
    };
    assume_bounds(state, region, options, kernel);
    region.loop_value = options.loop_value;
    region.accesses = collect_accesses(state.summary, region.symbols, region.bridge, options, loop.body.get(), nullptr);
    return owned;
}

void complete_region(const State& state, const ir::Kernel& kernel, Region& region) {
    const auto& loop = *kernel.loop->as<ir::For>();
    if (state.summary.may_be_called_back(kernel.function)) {
        RawAccess unknown;
        unknown.root = RawAccess::everything;
        unknown.kind = ir::AccessKind::may_write;
        unknown.known = false;
        unknown.reason = fmt::format("'{}' may be called by code that is not in the program, which sees all that the "
                                     "loop writes",
                                     kernel.function->name);
        unknown.range = kernel.loop->range;
        unknown.text = kernel.function->name;
        region.accesses.accesses.push_back(std::move(unknown));
    }
    std::erase_if(region.accesses.accesses, [&](const RawAccess& raw) { // nobody writes constants
        if (raw.root == RawAccess::everything)
            return false;
        const ir::VarDecl* variable = region.accesses.roots[static_cast<std::size_t>(raw.root)].variable;
        if (variable == nullptr || raw.kind != ir::AccessKind::read || !is_constant_array(variable))
            return false;
        region.accesses.settled.insert(raw.expr);
        return true;
    });
    for (const ir::Reduction& reduction : loop.directive->reductions)
        if (reduction.is_array())
            region.reduced.push_back(reduced_section(region, reduction));
    if (!loop.directive->ordered.empty()) {
        region.accesses.obstacle = loop.directive->ordered;
        region.accesses.obstacle_range = loop.directive->ordered_range;
    }
}

void accesses_pass(State& state) {
    state.record_values = std::make_shared<const RecordValues>(state.program, state.summary);
    for (ir::Kernel& kernel : state.program.kernels)
        relate(state, kernel);
}

} // namespace hydra::passes
