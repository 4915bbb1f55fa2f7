// The array is found from the access that the doubt is about; frontend/reduction/accumulate.h then tells whether all of
// its mentions accumulate.
#include "driver/trials/tallies.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "driver/trials/allocated_length.h"
#include "frontend/reduction/accumulate.h"

namespace hydra::driver {

namespace {

// Each rank sums up a copy of its own, and all copies are then added: where nobody knows how many iterations there are,
// that is hardly worth it with more elements than this; where that is known, with more than a quarter of their number.
constexpr std::int64_t most_elements = 4096, most_known = 1 << 20, worth = 4;

// What the subscripts of an access are applied to: a variable or a member.
const ir::Expr* base_of(const ir::Expr* access) {
    for (const auto* at = ir::strip(access);; at = ir::strip(at)) {
        const auto* unary = at->as<ir::Unary>();
        const auto* binary = at->as<ir::Binary>();
        if (const auto* index = at->as<ir::Index>())
            at = index->base.get();
        else if (unary != nullptr && unary->op == ir::UnaryOp::deref)
            at = unary->operand.get();
        else if (binary != nullptr && binary->op == ir::BinaryOp::add && binary->lhs->type->is_pointer())
            at = binary->lhs.get();
        else
            return at;
    }
}

// Whether what stands in the access's subscripts is read from memory, or comes from a function.
bool is_chosen_by_data(const ir::Expr& access) {
    bool found = false;
    const std::function<void(const ir::Expr&)> loads = [&](const ir::Expr& expr) {
        const auto* unary = expr.as<ir::Unary>();
        found = found || expr.as<ir::Index>() != nullptr || expr.as<ir::Call>() != nullptr ||
                (unary != nullptr && unary->op == ir::UnaryOp::deref);
        ir::for_each_child(expr, loads);
    };
    for (const auto* at = ir::strip(&access); at != nullptr;) {
        const auto* index = at->as<ir::Index>();
        if (index != nullptr)
            loads(*index->index);
        at = index != nullptr ? ir::strip(index->base.get()) : nullptr;
    }
    return found;
}

// Of an array with as many elements as are worth a copy of it.
bool small(ir::TypeRef type, std::optional<std::int64_t> iterations) {
    const auto most = iterations ? std::min(*iterations / worth, most_known) : most_elements;
    std::int64_t count = 1;
    for (; type->is_array(); type = type->inner) {
        if (type->length <= 0 || count > most / type->length)
            return false;
        count *= type->length;
    }
    return true;
}

// The operation that all statements of the body that name the variable accumulate with; nullopt: some do otherwise.
std::optional<ir::ReductionOp> operation(const ir::Stmt& body, const ir::VarDecl* variable) {
    const auto forms = frontend::accumulations(body, variable);
    const bool accumulated = !forms.found.empty() && forms.names.size() == frontend::mentions(body, variable).size();
    const bool same = accumulated && std::all_of(forms.found.begin(), forms.found.end(),
                                                 [&](const auto& form) { return form.op == forms.found.front().op; });
    return same ? std::optional(forms.found.front().op) : std::nullopt;
}

// The same for the elements of a member, by its text: whole statements `s->count[k]++`, `s->count[k] += e`.
bool only_accumulates(const ir::Stmt& body, const std::string& member) {
    std::size_t accumulated = 0, named = 0;
    const std::function<void(const ir::Expr&)> count = [&](const ir::Expr& expr) {
        named += expr.as<ir::Member>() != nullptr && ir::print_c(expr) == member ? 1U : 0U;
        ir::for_each_child(expr, count);
    };
    const std::function<void(const ir::Stmt&)> visit = [&](const ir::Stmt& stmt) {
        if (const auto* statement = stmt.as<ir::ExprStmt>()) {
            const auto* binary = ir::strip(statement->expr.get())->as<ir::Binary>();
            const auto* unary = ir::strip(statement->expr.get())->as<ir::Unary>();
            const bool adds =
                binary != nullptr && (binary->op == ir::BinaryOp::add_assign || binary->op == ir::BinaryOp::sub_assign);
            const bool steps =
                unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec;
            const auto* target = adds ? binary->lhs.get() : steps ? unary->operand.get() : nullptr;
            accumulated += target != nullptr && ir::print_c(*base_of(target)) == member ? 1U : 0U;
        }
        ir::for_each_child(stmt, count, visit);
    };
    visit(body);
    return accumulated > 0 && accumulated == named;
}

// What else in the loop may lead to the array's elements, as a condition; empty: nothing.
std::string unless_reached(const ir::Kernel& kernel, const std::string& array) {
    std::string others;
    for (const auto& [one, other] : kernel.analysis.taken_apart)
        if (one == array || other == array)
            others += (others.empty() ? "'" : ", '") + (one == array ? other : one) + "'";
    return others.empty() ? "" : fmt::format(", provided that it shares no memory with {}", others);
}

} // namespace

std::optional<Tally> find_tally(const ir::Kernel& kernel, std::optional<std::int64_t> iterations) {
    if (kernel.analysis.looked_up == nullptr)
        return std::nullopt;
    const auto& body = *kernel.loop->as<ir::For>()->body;
    const auto* base = base_of(kernel.analysis.looked_up);
    const auto name = ir::print_c(*base);
    if (base->as<ir::Member>() != nullptr && only_accumulates(body, name)) {
        return Tally{"", fmt::format("the loop only adds to '{0}': with a local pointer 'p = {0}' in front of it, "
                                     "'reduction(+:p[0:LENGTH])' gives each rank a copy to add to{1}",
                                     name, unless_reached(kernel, name))};
    }
    const auto* variable = ir::named_variable(base);
    const auto op = variable == nullptr ? std::nullopt : operation(body, variable);
    if (!op)
        return std::nullopt;
    const auto condition = unless_reached(kernel, name);
    const bool is_pointer = variable->type->is_pointer();
    const auto known = is_pointer ? allocated_length(*kernel.function, *variable, *kernel.loop) : std::nullopt;
    const bool length = is_pointer && !known;
    const auto clause = fmt::format("reduction({}:{}{})", frontend::spelling(*op), name,
                                    known        ? "[:" + *known + "]"
                                    : is_pointer ? "[0:LENGTH]"
                                                 : "");
    if (length || !condition.empty()) {
        return Tally{"",
                     fmt::format("the loop only accumulates into '{}': '{}' gives each rank a copy of it{}", name,
                                 clause, condition),
                     length ? clause : ""};
    }
    if (known || small(variable->type, iterations))
        return Tally{clause, ""};
    return Tally{"", fmt::format("the loop only accumulates into '{}': '{}' gives each rank a copy of it, which may "
                                 "cost more than it gains; where no two iterations touch one element, the directive "
                                 "alone is right, and HYDRA_VERIFY=1 checks that",
                                 name, clause)};
}

std::optional<std::int64_t> constant_iterations(const ir::Kernel& kernel) {
    const auto& loop = kernel.loop->as<ir::For>()->canonical;
    const auto start = ir::constant_value(*loop.start);
    const auto bound = ir::constant_value(*loop.bound);
    const auto step = loop.step == nullptr ? std::optional<std::int64_t>(1) : ir::constant_value(*loop.step);
    if (!start || !bound || !step || *step <= 0)
        return std::nullopt;
    const bool inclusive = loop.compare == ir::BinaryOp::le || loop.compare == ir::BinaryOp::ge;
    const auto distance = (loop.descending ? *start - *bound : *bound - *start) + (inclusive ? 1 : 0);
    return std::max<std::int64_t>(0, (distance + *step - 1) / *step);
}

void warn_of_tallies(const ir::Program& program, support::Diagnostics& diagnostics) {
    for (const auto& kernel : program.kernels) {
        const auto& directive = kernel.loop->as<ir::For>()->directive->range;
        const bool is_tried = directive.begin == directive.end; // the user has not written it
        if (is_tried || kernel.analysis.replicated || kernel.analysis.proved_parallel ||
            kernel.analysis.looked_up == nullptr || !is_chosen_by_data(*kernel.analysis.looked_up))
            continue;
        const auto tally = find_tally(kernel, constant_iterations(kernel));
        if (!tally || (tally->clause.empty() && tally->needs_length.empty()))
            continue;
        const auto& at = *kernel.analysis.looked_up;
        const auto advice = tally->clause.empty()
                                ? fmt::format("'{}', with its number of elements for LENGTH, gives each rank a copy",
                                              tally->needs_length)
                                : fmt::format("add '{}', which gives each rank a copy", tally->clause);
        auto& warning = diagnostics.warning(
            at.range,
            fmt::format("several iterations may meet in one element of '{0}', and where they do, every rank "
                        "runs the loop, in order; it only accumulates into '{0}': {1}",
                        ir::print_c(*base_of(&at)), advice),
            "hydra-race");
        warning.clause = tally->clause;
        if (!tally->clause.empty())
            warning.fixes.push_back({directive, tally->clause, true});
    }
}

} // namespace hydra::driver
