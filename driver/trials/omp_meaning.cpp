// Liveness tells whether a value is read behind a construct; what loops accumulate, the forms of reductions do.
#include "driver/trials/omp_meaning.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "frontend/reduction/accumulate.h"
#include "ir/operators.h"
#include "passes/flow/cfg.h"
#include "passes/flow/liveness.h"

namespace hydra::driver {

using frontend::OmpDirective;

std::map<std::string, const ir::VarDecl*> outer_variables(const ir::Stmt& stmt) {
    std::set<const ir::VarDecl*> own;
    const std::function<void(const ir::Stmt&)> declared = [&](const ir::Stmt& each) {
        if (const auto* declaration = each.as<ir::DeclStmt>())
            for (const auto& variable : declaration->variables)
                own.insert(variable.get());
        ir::for_each_child(
            each, [](const ir::Expr&) {}, declared);
    };
    declared(stmt);
    std::map<std::string, const ir::VarDecl*> named;
    const std::function<void(const ir::Expr&)> expr = [&](const ir::Expr& each) {
        const auto* variable = each.as<ir::DeclRef>() != nullptr ? ir::named_variable(&each) : nullptr;
        if (variable != nullptr && !own.contains(variable))
            named.emplace(variable->name, variable);
        if (const auto* block = each.as<ir::StatementExpr>())
            ir::for_each_child(
                *block->body, expr, [](const ir::Stmt&) {});
        ir::for_each_child(each, expr);
    };
    const std::function<void(const ir::Stmt&)> walk = [&](const ir::Stmt& each) {
        ir::for_each_child(each, expr, walk);
    };
    walk(stmt);
    return named;
}

namespace {

const ir::VarDecl* base_of(const ir::Expr& full) {
    const auto* expr = ir::strip(&full);
    for (;;)
        if (const auto* member = expr->as<ir::Member>(); member != nullptr && !member->arrow)
            expr = ir::strip(member->base.get());
        else if (const auto* index = expr->as<ir::Index>())
            expr = ir::strip(index->base.get());
        else
            return ir::named_variable(expr);
}

bool changes(const ir::Stmt& stmt, const ir::VarDecl* variable) {
    bool found = false;
    const std::function<void(const ir::Expr&)> expr = [&](const ir::Expr& each) {
        const auto* binary = each.as<ir::Binary>();
        const auto* unary = each.as<ir::Unary>();
        found = found || (binary != nullptr && ir::is_assignment(binary->op) && base_of(*binary->lhs) == variable);
        found = found || (unary != nullptr &&
                          ((unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec) ||
                           unary->op == ir::UnaryOp::address_of) &&
                          base_of(*unary->operand) == variable);
        const auto* call = each.as<ir::Call>(); // arrays are handed over by address
        for (std::size_t i = 0; call != nullptr && i < call->args.size(); ++i)
            found = found || (variable->type->is_array() && base_of(*call->args[i]) == variable);
        ir::for_each_child(each, expr);
    };
    const std::function<void(const ir::Stmt&)> walk = [&](const ir::Stmt& each) {
        ir::for_each_child(each, expr, walk);
    };
    walk(stmt);
    return found;
}

bool is_named(const OmpDirective& said, std::string_view clause, const std::string& name) {
    return std::any_of(
        said.clauses.begin(), said.clauses.end(),
        [&](const frontend::OmpClause& each) {
            return each.name == clause && std::find(each.items.begin(), each.items.end(), name) != each.items.end();
        });
}

// How the construct has the variable, which is declared outside of it, for itself; empty: it has not (OpenMP 5.0,
// section 2.19.1).
std::string own_by(const Spoken& construct, const std::string& name, const ir::VarDecl* variable,
                   const std::vector<Spoken>& all) {
    const auto& said = construct.said;
    for (const char* clause : {"private", "firstprivate"})
        if (is_named(said, clause, name))
            return clause;
    const auto* loop = said.shares_loop() || said.has("taskloop") ? construct.statement->as<ir::For>() : nullptr;
    const auto* start = loop != nullptr && loop->init ? loop->init->as<ir::ExprStmt>() : nullptr;
    const auto* set = start != nullptr && start->expr ? ir::strip(start->expr.get())->as<ir::Binary>() : nullptr;
    if (set != nullptr && set->op == ir::BinaryOp::assign && ir::named_variable(ir::strip(set->lhs.get())) == variable)
        return "the loop's variable, private";
    if (!said.has("task") && !said.has("taskloop"))
        return "";
    if (variable->has_static_lifetime() || is_named(said, "shared", name) || said.has_clause("default"))
        return "";
    // A task shares what the parallel region around it shares; all else is its own.
    for (const auto& region : all)
        if (region.statement != nullptr && region.said.has("parallel") && region.statement != construct.statement &&
            support::is_within(construct.statement->range, region.statement->range))
            return support::is_within(variable->range, region.statement->range) ? "firstprivate (of a task)" : "";
    return "firstprivate (of a task)";
}

// The number that the statement gives the variable, if that is all it does with it.
std::optional<double> set_to(const ir::Stmt& stmt, const ir::VarDecl* variable) {
    const auto number = [](const ir::Expr& full) -> std::optional<double> {
        const auto* expr = ir::strip(&full);
        if (const auto* literal = expr->as<ir::FloatLit>())
            return literal->value;
        const auto whole = ir::constant_value(*expr);
        return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
    };
    if (const auto* declaration = stmt.as<ir::DeclStmt>())
        for (const auto& each : declaration->variables)
            if (each.get() == variable)
                return each->init ? number(*each->init) : std::nullopt;
    const auto* assigned = stmt.as<ir::ExprStmt>() != nullptr && stmt.as<ir::ExprStmt>()->expr
                               ? ir::strip(stmt.as<ir::ExprStmt>()->expr.get())->as<ir::Binary>()
                               : nullptr;
    const bool sets = assigned != nullptr && assigned->op == ir::BinaryOp::assign &&
                      ir::named_variable(ir::strip(assigned->lhs.get())) == variable;
    return sets ? number(*assigned->rhs) : std::nullopt;
}

// Whether the statement in front of the loop that mentions the variable last, in the same block, sets it so.
bool begins_neutral(const ir::Stmt& stmt, const ir::Stmt& loop, const std::string& op, const ir::VarDecl* variable) {
    if (const auto* block = stmt.as<ir::Compound>()) {
        const auto at = std::find_if(block->items.begin(), block->items.end(),
                                     [&](const auto& item) { return item.get() == &loop; });
        for (auto item = at; at != block->items.end() && item != block->items.begin();) {
            --item;
            if (const auto value = set_to(**item, variable))
                return (op == "+" || op == "-" || op == "|" || op == "^" || op == "||") ? *value == 0
                       : op == "*" || op == "&&"                                        ? *value == 1
                                                                                        : false;
            if (outer_variables(**item).contains(variable->name) || (*item)->as<ir::Label>() != nullptr)
                return false;
        }
        if (at != block->items.end())
            return false;
    }
    bool found = false;
    ir::for_each_child(
        stmt, [](const ir::Expr&) {},
        [&](const ir::Stmt& child) { found = found || begins_neutral(child, loop, op, variable); });
    return found;
}

// Whether each iteration sets the variable first, and nobody reads it behind the loop: what it holds before and what is
// combined does not matter.
bool is_scratch(const Spoken& loop, const ir::VarDecl* variable) {
    const passes::Cfg body(*loop.statement->as<ir::For>()->body);
    return passes::first_use(body, variable) == passes::FirstUse::written &&
           !passes::live_after(passes::Cfg(*loop.function->body), *loop.statement, variable);
}

} // namespace

// Variables that a construct has for itself are C's own variables here: behind it, nobody may read them.
void check_own_variables(const Spoken& region, const std::vector<Spoken>& all, support::Diagnostics& diagnostics) {
    const auto named = outer_variables(*region.statement);
    std::optional<passes::Cfg> graph;
    for (const auto& [name, variable] : named) {
        const auto how = own_by(region, name, variable, all);
        if (how.empty() || is_named(region.said, "lastprivate", name) || !changes(*region.statement, variable))
            continue;
        if (!graph)
            graph.emplace(*region.function->body, passes::Cfg::Options{});
        if (passes::live_after(*graph, *region.statement, variable))
            diagnostics.error(
                region.at,
                fmt::format("not in this version: '{0}' is {1} here and may be read behind this, where OpenMP "
                            "has the value from before; hydracc runs the region in place, so give the region a "
                            "variable of another name",
                            name, how),
                "hydra-omp");
    }
}

// A region's reduction variable holds, in the region, what this thread has accumulated alone.
void check_region_sums(const Spoken& region, const ir::Program& program, support::Diagnostics& diagnostics) {
    const auto named = outer_variables(*region.statement);
    const ir::Definitions definitions(program.units);
    for (const auto& clause : region.said.clauses)
        for (const auto& item : clause.name == "reduction" ? clause.items : std::vector<std::string>()) {
            const auto found = named.find(item.substr(0, item.find('[')));
            if (found == named.end())
                continue;
            const auto forms = frontend::accumulations(*region.statement, found->second, {.definitions = &definitions});
            if (forms.names.size() != frontend::mentions(*region.statement, found->second).size())
                diagnostics.error(
                    region.at,
                    fmt::format("not in this version: the region does more with '{0}', which it reduces, "
                                "than to accumulate; there OpenMP's threads see what they have accumulated "
                                "alone. Put reduction({1}:{0}) on the loops",
                                found->first, clause.op),
                    "hydra-omp");
        }
}

// In OpenMP a reduction variable begins with what changes nothing, and is combined with what it held behind the
// loop. In order, it goes on from what it holds: that is the same where the loop only accumulates into it, or where
// it holds that value anyway.
void check_sums(const Spoken& loop, const std::vector<NamedSum>& sums, const ir::Program& program,
                support::Diagnostics& diagnostics) {
    static const std::set<std::string_view> built_in{"+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"};
    const ir::Definitions definitions(program.units);
    for (const auto& [op, variable] : sums) {
        if (!built_in.contains(op)) {
            diagnostics.error(
                loop.at,
                fmt::format("not in this version: 'declare reduction', by which '{0}' is in "
                            "reduction({1}:{0}); accumulate into arithmetic variables, one a member, with "
                            "OpenMP's own operators",
                            variable->name, op),
                "hydra-omp");
            continue;
        }
        const auto& body = *loop.statement->as<ir::For>()->body;
        const auto forms = frontend::accumulations(body, variable, {.definitions = &definitions});
        const bool only = forms.names.size() == frontend::mentions(body, variable).size() &&
                          std::all_of(forms.found.begin(), forms.found.end(), [&, op = op](const auto& form) {
                              return frontend::spelling(form.op) == (op == "-" ? "+" : op);
                          });
        if (!only && !is_scratch(loop, variable) &&
            !begins_neutral(*loop.function->body, *loop.statement, op, variable))
            diagnostics.error(loop.at,
                              fmt::format("not in this version: '{0}' is in reduction({1}:{0}), and the loop does "
                                          "more with it than to accumulate; OpenMP begins with {2} here, which is "
                                          "only right in order where '{0}' is set to that in front of the loop",
                                          variable->name, op, op == "*" || op == "&&" ? "1" : "0"),
                              "hydra-omp");
    }
}

} // namespace hydra::driver
