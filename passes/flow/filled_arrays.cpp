// See filled_arrays.h. The counters of the loops on the way to the store, and how far they run, are collected on the
// way in.
#include "passes/flow/filled_arrays.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

#include "passes/facts/record_parts.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

std::vector<const Expr*> subscripts_of(const Expr& target, const VarDecl* array) {
    std::vector<const Expr*> found;
    const Expr* at = ir::strip(&target);
    if (at->type == nullptr || at->type->is_array())
        return {};
    for (const auto* index = at->as<ir::Index>(); index != nullptr; index = at->as<ir::Index>()) {
        found.insert(found.begin(), index->index.get());
        at = ir::strip(index->base.get());
        if (!at->type->is_array())
            return {};
    }
    return ir::named_variable(at) == array ? found : std::vector<const Expr*>();
}

namespace {

// The variable of `for (k = 0; k < 8; k++)`, and how far it runs; null: another loop.
std::pair<const VarDecl*, std::int64_t> counts_to(const ir::For& loop) {
    const auto* compare = loop.cond ? ir::strip(loop.cond.get())->as<ir::Binary>() : nullptr;
    const auto* step = loop.inc ? ir::strip(loop.inc.get())->as<ir::Unary>() : nullptr;
    const VarDecl* counter = compare != nullptr ? ir::named_variable(compare->lhs.get()) : nullptr;
    const Expr* start = nullptr;
    if (const auto* declaration = loop.init ? loop.init->as<ir::DeclStmt>() : nullptr) {
        if (declaration->variables.size() == 1 && declaration->variables[0].get() == counter)
            start = declaration->variables[0]->init.get();
    } else if (const auto* first = loop.init ? loop.init->as<ir::ExprStmt>() : nullptr;
               first != nullptr && first->expr) {
        const auto* assign = ir::strip(first->expr.get())->as<ir::Binary>();
        if (assign != nullptr && assign->op == ir::BinaryOp::assign && ir::named_variable(assign->lhs.get()) == counter)
            start = assign->rhs.get();
    }
    const bool up = step != nullptr && (step->op == ir::UnaryOp::pre_inc || step->op == ir::UnaryOp::post_inc) &&
                    ir::named_variable(step->operand.get()) == counter;
    const auto end = compare != nullptr ? ir::constant_value(*compare->rhs) : std::nullopt;
    const bool less = compare != nullptr && (compare->op == ir::BinaryOp::lt || compare->op == ir::BinaryOp::ne);
    const bool equal = compare != nullptr && compare->op == ir::BinaryOp::le;
    if (counter == nullptr || start == nullptr || !up || !end || !(less || equal) ||
        ir::constant_value(*start) != std::int64_t{0})
        return {nullptr, 0};
    return {counter, *end + (equal ? 1 : 0)};
}

// counters: of the loops around.
bool fills(const Stmt& stmt, const VarDecl* array, std::map<const VarDecl*, std::int64_t> counters) {
    if (const auto* compound = stmt.as<ir::Compound>())
        return std::any_of(compound->items.begin(), compound->items.end(),
                           [&](const auto& item) { return fills(*item, array, counters); });
    if (const auto* loop = stmt.as<ir::For>()) {
        const auto counted = counts_to(*loop);
        const VarDecl* const counter = counted.first;
        const std::int64_t end = counted.second;
        if (counter == nullptr || end <= 0 || loop->directive || !loop->body || counters.contains(counter))
            return false;
        const bool declared = loop->init->as<ir::DeclStmt>() != nullptr; // else its address may be known elsewhere
        bool kept = true;                                                // the counter, and the way to the store
        walk(
            *loop->body,
            [&](const Expr& e) {
                const auto* unary = e.as<ir::Unary>();
                const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of &&
                                     ir::named_variable(unary->operand.get()) == counter;
                const Expr* target = assignment_target(e);
                const bool elsewhere = target != nullptr && stores_to_memory(e) && variable_of_part(target) == nullptr;
                const bool hidden = !declared && (elsewhere || e.as<ir::Call>() != nullptr);
                kept = kept && !address && !hidden && assigned_variable(e) != counter;
            },
            [&](const Stmt& s) {
                kept = kept && s.as<ir::Break>() == nullptr && s.as<ir::Continue>() == nullptr &&
                       s.as<ir::Return>() == nullptr && s.as<ir::Goto>() == nullptr;
            });
        counters[counter] = end;
        return kept && fills(*loop->body, array, std::move(counters));
    }
    const auto* expression = stmt.as<ir::ExprStmt>();
    const auto* store =
        expression != nullptr && expression->expr ? ir::strip(expression->expr.get())->as<ir::Binary>() : nullptr;
    if (store == nullptr || store->op != ir::BinaryOp::assign)
        return false;
    ir::TypeRef type = array->type;
    const std::vector<const Expr*> stored = subscripts_of(*store->lhs, array);
    for (const Expr* subscript : stored) {
        const auto counter = counters.find(ir::named_variable(subscript));
        if (counter == counters.end() || type->length <= 0 || counter->second < type->length)
            return false;
        counters.erase(counter);
        type = type->inner;
    }
    return !stored.empty() && !type->is_array();
}

} // namespace

bool fills(const Stmt& loop, const VarDecl* array) { return fills(loop, array, {}); }

} // namespace hydra::passes
