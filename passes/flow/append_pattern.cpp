// A counter is an integer of the iteration's own that begins at 0 and goes up only together with a store to the element
// that it names: `w[c++] = x`, or `w[c] = x; c++`. It may go down, or begin anew: what was written stays so. Elements
// below it are w[k] where k counts from a natural number while k < c, or from c - 1 downwards, w[--c], and w[c - 1].
#include "passes/flow/append_pattern.h"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "ir/operators.h"
#include "passes/facts/record_parts.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

namespace {

using ir::Expr;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;

// One of `v`, `v.x.y`: no subscripts, no pointers.
bool is_plain(const Expr& full) {
    const Expr& expr = *ir::strip(&full);
    const auto* member = expr.as<ir::Member>();
    return member != nullptr ? !member->arrow && is_plain(*member->base) : ir::named_variable(&expr) != nullptr;
}
bool same_place(const Expr& a, const Expr& b) {
    return is_plain(a) && is_plain(b) && variable_of_part(&a) == variable_of_part(&b) &&
           ir::print_c(*ir::strip(&a)) == ir::print_c(*ir::strip(&b));
}

const ir::Unary* as_step(const Expr& expr, UnaryOp pre, UnaryOp post) {
    const auto* unary = ir::strip(&expr)->as<ir::Unary>();
    return unary != nullptr && (unary->op == pre || unary->op == post) ? unary : nullptr;
}
const ir::Unary* as_increment(const Expr& expr) { return as_step(expr, UnaryOp::pre_inc, UnaryOp::post_inc); }
const ir::Unary* as_decrement(const Expr& expr) { return as_step(expr, UnaryOp::pre_dec, UnaryOp::post_dec); }

// `a[subscript] = …`, of a whole element.
const ir::Index* stored_element(const Expr& expr) {
    const auto* store = ir::strip(&expr)->as<ir::Binary>();
    return store != nullptr && store->op == ir::BinaryOp::assign ? ir::strip(store->lhs.get())->as<ir::Index>()
                                                                 : nullptr;
}
const Expr* expression_of(const Stmt& stmt) {
    const auto* statement = stmt.as<ir::ExprStmt>();
    return statement != nullptr ? statement->expr.get() : nullptr;
}

// The variable of `int at = c++;`; null: another statement.
const VarDecl* variable_with_count(const Stmt& stmt, const Expr& counter) {
    const auto* declared = stmt.as<ir::DeclStmt>();
    if (declared == nullptr || declared->variables.size() != 1 || !declared->variables[0]->init)
        return nullptr;
    const auto* step = ir::strip(declared->variables[0]->init.get())->as<ir::Unary>();
    const bool counts = step != nullptr && step->op == UnaryOp::post_inc && same_place(*step->operand, counter);
    const ir::TypeRef type = declared->variables[0]->type;
    return counts && type->is_integer() && ir::size_of(type) >= ir::size_of(counter.type) ? declared->variables[0].get()
                                                                                          : nullptr;
}

class Body {
  public:
    explicit Body(const ir::For& loop) : loop_(loop) {}

    // Whether what the body does with the counter keeps all elements of the array below it written.
    [[nodiscard]] bool counts(const Expr& counter, const Expr& array) {
        const VarDecl* variable = variable_of_part(&counter);
        const auto& own = loop_.directive->private_;
        const bool listed = std::find(own.begin(), own.end(), variable) != own.end();
        if (!is_plain(counter) || !counter.type->is_integer() || !(listed || is_declared_inside(variable)))
            return false;
        const std::set<const Expr*> pushes = pushes_of(counter, array);
        bool good = true;
        walk(
            *loop_.body,
            [&](const Expr& e) {
                const Expr* target = assignment_target(e);
                const auto* unary = e.as<ir::Unary>();
                const auto* assign = e.as<ir::Binary>();
                if (unary != nullptr && unary->op == UnaryOp::address_of)
                    good = good && base_variable(unary->operand.get()) != variable;
                if (target == nullptr || variable_of_part(target) != variable)
                    return;
                const bool anew =
                    assign != nullptr && assign->op == ir::BinaryOp::assign && ir::constant_value(*assign->rhs) == 0;
                const bool another = is_plain(*target) && target->type->is_scalar() && !same_place(*target, counter);
                const bool element = target->as<ir::Index>() != nullptr && ir::named_variable(&counter) == nullptr;
                good = good && (another || element || anew || as_decrement(e) != nullptr || pushes.contains(&e));
            },
            [&](const Stmt& s) {
                const auto* inner = s.as<ir::For>();
                good = good && (inner == nullptr || !inner->directive) && s.as<ir::Asm>() == nullptr;
                if (const auto* declared = s.as<ir::DeclStmt>())
                    for (const auto& each : declared->variables)
                        good = good && (each.get() != variable || !each->init || ir::constant_value(*each->init) == 0);
            });
        return good;
    }

    // The loops around the expression in the body, the innermost one last.
    [[nodiscard]] std::vector<const ir::For*> loops_around(const Expr& wanted) const {
        std::vector<const ir::For*> around, found;
        const std::function<void(const Stmt&)> visit = [&](const Stmt& stmt) {
            const auto* loop = stmt.as<ir::For>();
            const auto look = [&](const Expr& e) {
                bool inside = false;
                walk(
                    e, [&](const Expr& part) { inside = inside || ir::strip(&part) == ir::strip(&wanted); },
                    [](const Stmt&) {});
                if (inside)
                    found = around;
            };
            if (loop == nullptr) {
                ir::for_each_child(stmt, look, visit);
                return;
            }
            around.push_back(loop); // what its head reads is no part of a round
            if (loop->body)
                visit(*loop->body);
            around.pop_back();
        };
        visit(*loop_.body);
        return found;
    }

  private:
    [[nodiscard]] bool is_declared_inside(const VarDecl* variable) const {
        bool declared = false;
        walk(
            *loop_.body, [](const Expr&) {},
            [&](const Stmt& s) {
                if (const auto* statement = s.as<ir::DeclStmt>())
                    for (const auto& each : statement->variables)
                        declared = declared || (each.get() == variable && !each->has_static_lifetime());
            });
        return declared;
    }
    // The expressions that count one up with a store to the element beside them.
    [[nodiscard]] std::set<const Expr*> pushes_of(const Expr& counter, const Expr& array) const {
        std::set<const Expr*> pushes;
        walk(
            *loop_.body,
            [&](const Expr& e) {
                const ir::Index* element = stored_element(e);
                const auto* step = element != nullptr ? ir::strip(element->index.get())->as<ir::Unary>() : nullptr;
                if (step != nullptr && step->op == UnaryOp::post_inc && same_place(*step->operand, counter) &&
                    same_place(*element->base, array))
                    pushes.insert(ir::strip(element->index.get()));
            },
            [&](const Stmt& s) {
                const auto* block = s.as<ir::Compound>();
                for (std::size_t k = 0; block != nullptr && k + 1 < block->items.size(); ++k) {
                    const Expr* first = expression_of(*block->items[k]);
                    const Expr* second = expression_of(*block->items[k + 1]);
                    const ir::Index* element = first != nullptr ? stored_element(*first) : nullptr;
                    const ir::Unary* step = second != nullptr ? as_increment(*second) : nullptr;
                    if (element != nullptr && step != nullptr && same_place(*step->operand, counter) &&
                        same_place(*element->index, counter) && same_place(*element->base, array))
                        pushes.insert(ir::strip(second));
                    // `int at = c++; w[at] = …`
                    const VarDecl* at = variable_with_count(*block->items[k], counter);
                    element = second != nullptr ? stored_element(*second) : nullptr;
                    if (at != nullptr && element != nullptr && ir::named_variable(element->index.get()) == at &&
                        same_place(*element->base, array))
                        pushes.insert(ir::strip(at->init.get()));
                }
            });
        return pushes;
    }

    const ir::For& loop_;
};

// Whether the body of the loop leaves its variable alone.
bool keeps(const ir::For& loop, const VarDecl* variable) {
    bool kept = true;
    walk(
        *loop.body,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            kept = kept && assigned_variable(e) != variable &&
                   (unary == nullptr || unary->op != UnaryOp::address_of ||
                    base_variable(unary->operand.get()) != variable);
        },
        [](const Stmt&) {});
    return kept;
}

const Expr* start_of(const ir::For& loop, const VarDecl* variable) {
    if (const auto* declared = loop.init ? loop.init->as<ir::DeclStmt>() : nullptr)
        for (const auto& each : declared->variables)
            if (each.get() == variable)
                return each->init.get();
    const Expr* first = loop.init ? expression_of(*loop.init) : nullptr;
    const auto* assign = first != nullptr ? ir::strip(first)->as<ir::Binary>() : nullptr;
    return assign != nullptr && assign->op == ir::BinaryOp::assign && ir::named_variable(assign->lhs.get()) == variable
               ? assign->rhs.get()
               : nullptr;
}

// c of `c - 1`, `c - 2`; null for other expressions.
const Expr* above(const Expr& full) {
    const auto* minus = ir::strip(&full)->as<ir::Binary>();
    return minus != nullptr && minus->op == ir::BinaryOp::sub && ir::constant_value(*minus->rhs).value_or(0) >= 1
               ? ir::strip(minus->lhs.get())
               : nullptr;
}

// What the variable stays below in all rounds of the loop: c of `for (k = 0; k < c; ++k)`, or of
// `for (k = c - 1; k >= 0; --k)`.
const Expr* limit_in(const ir::For& loop, const VarDecl* variable) {
    const auto* compare = loop.cond ? ir::strip(loop.cond.get())->as<ir::Binary>() : nullptr;
    const Expr* start = start_of(loop, variable);
    if (compare == nullptr || start == nullptr || ir::named_variable(compare->lhs.get()) != variable || !loop.inc ||
        !keeps(loop, variable))
        return nullptr;
    const ir::Unary* up = as_increment(*loop.inc);
    const ir::Unary* down = as_decrement(*loop.inc);
    if (up != nullptr && ir::named_variable(up->operand.get()) == variable && compare->op == ir::BinaryOp::lt &&
        ir::constant_value(*start).value_or(-1) >= 0)
        return ir::strip(compare->rhs.get());
    const bool natural = (compare->op == ir::BinaryOp::ge && ir::constant_value(*compare->rhs).value_or(-1) >= 0) ||
                         (compare->op == ir::BinaryOp::gt && ir::constant_value(*compare->rhs).value_or(-2) >= -1);
    return down != nullptr && ir::named_variable(down->operand.get()) == variable && natural ? above(*start) : nullptr;
}

} // namespace

bool is_appended_before(const ir::For& loop, const Expr& element) {
    const Expr* place = ir::strip(&element);
    while (const auto* member = place->as<ir::Member>())
        place = ir::strip(member->base.get());
    const auto* index = place->as<ir::Index>();
    if (index == nullptr || !is_plain(*index->base))
        return false;
    Body body(loop);
    const auto counts = [&](const Expr* counter) { return counter != nullptr && body.counts(*counter, *index->base); };
    const auto* step = ir::strip(index->index.get())->as<ir::Unary>();
    if (step != nullptr && step->op == UnaryOp::pre_dec)
        return counts(ir::strip(step->operand.get()));
    if (counts(above(*index->index)))
        return true;
    const VarDecl* variable = ir::named_variable(index->index.get());
    const std::vector<const ir::For*> around = body.loops_around(element);
    return variable != nullptr && std::any_of(around.begin(), around.end(),
                                              [&](const ir::For* each) { return counts(limit_in(*each, variable)); });
}

} // namespace hydra::passes
