// See slice_closure.h.
#include "passes/inspector/slice_closure.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "passes/facts/library.h"
#include "passes/facts/out_parameters.h"
#include "passes/inspector/guard_parts.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;

namespace {

bool is_step(UnaryOp op) { return op >= UnaryOp::pre_inc && op <= UnaryOp::post_dec; }

// `v` or `v.x.y`: the variable, by the names of its members alone.
const VarDecl* member_of_variable(const Expr& expr) {
    const Expr* e = ir::strip(&expr);
    while (const auto* member = e->as<ir::Member>()) {
        if (member->arrow)
            return nullptr;
        e = ir::strip(member->base.get());
    }
    return e->as<ir::DeclRef>() != nullptr ? ir::named_variable(e) : nullptr;
}

// Whether the function, or one that it calls, reads variables that outlive it; one behind a pointer may.
bool reads_globals(const Summary& summary, const ir::FunctionDecl& function, std::set<const ir::FunctionDecl*>& seen) {
    if (!seen.insert(&function).second)
        return false;
    bool found = false;
    walk(
        *function.body,
        [&](const Expr& e) {
            const VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            const auto* call = e.as<ir::Call>();
            found = found ||
                    (variable != nullptr && variable->has_static_lifetime() && !variable->type->quals.is_const) ||
                    (call != nullptr && ir::called_function(*call) == nullptr);
        },
        [](const Stmt&) {});
    for (const ir::FunctionDecl* callee : summary.callees(*function.body))
        if (const ir::FunctionDecl* body = summary.definition(callee); body != nullptr && !found)
            found = reads_globals(summary, *body, seen);
    return found;
}

} // namespace

Slice SliceClosure::run(const std::set<const Expr*>& targets, std::set<const void*> dropped, bool exits) {
    slice_ = {};
    slice_.targets = targets;
    slice_.dropped = std::move(dropped);
    slice_.why = scope_.never();
    exits_ = exits;
    do {
        grown_ = false;
        follows_ = false;
        keep(*scope_.loop().body, nullptr, nullptr);
        for (const FunctionDecl* function : scope_.functions()) {
            inside_ = function;
            if (keep(*function->body, nullptr, nullptr))
                grow(slice_.noting, function);
        }
        inside_ = nullptr;
    } while (grown_ && slice_.why.empty());
    for (const Expr* target : slice_.targets)
        if (scope_.is_out_of_reach(*target) ||
            !(slice_.kept_exprs.contains(target) || slice_.at_entry.contains(target)))
            fail("it stands in a function of which no copy can run before the loop, to look up what it touches");
    return std::move(slice_);
}

void SliceClosure::fail(const std::string& why) {
    if (slice_.why.empty())
        slice_.why = why;
}

// loop: what `continue` goes on with; breakable: what `break` leaves.
bool SliceClosure::keep(const Stmt& stmt, const Stmt* loop, const Stmt* breakable) {
    bool kept = false;
    if (const auto* compound = stmt.as<ir::Compound>()) {
        const bool behind = follows_;
        for (auto item = compound->items.rbegin(); item != compound->items.rend(); ++item) {
            kept = keep(**item, loop, breakable) || kept;
            follows_ = behind || kept;
        }
        follows_ = behind;
    } else if (const auto* expression = stmt.as<ir::ExprStmt>()) {
        kept = expression->expr && keep(*expression->expr);
    } else if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
        kept = keep_declaration(*declaration);
    } else if (const auto* branch = stmt.as<ir::If>()) {
        kept = !never_skips(*branch) && keep(*branch->then, loop, breakable);
        kept = (branch->otherwise && keep(*branch->otherwise, loop, breakable)) || kept;
        slice_.alike.erase(&stmt);
        if (kept && !slice_.running.contains(&stmt) && are_alike(*branch) && !keep(*branch->cond)) {
            slice_.alike.insert(&stmt);
        } else if (kept) {
            grow(slice_.running, &stmt);
            need_condition(*branch);
        } else {
            kept = keep(*branch->cond);
        }
    } else if (const auto* for_ = stmt.as<ir::For>()) {
        kept = keep_loop(stmt, for_->init.get(), for_->cond.get(), for_->inc.get(), *for_->body);
    } else if (const auto* while_ = stmt.as<ir::While>()) {
        kept = keep_loop(stmt, nullptr, while_->cond.get(), nullptr, *while_->body);
    } else if (const auto* do_ = stmt.as<ir::DoWhile>()) {
        kept = keep_loop(stmt, nullptr, do_->cond.get(), nullptr, *do_->body);
    } else if (const auto* choice = stmt.as<ir::Switch>()) {
        kept = keep_switch(stmt, *choice, loop);
    } else if (const auto* label = stmt.as<ir::Case>()) {
        kept = label->body && keep(*label->body, loop, breakable);
    } else if (const auto* otherwise = stmt.as<ir::Default>()) {
        kept = otherwise->body && keep(*otherwise->body, loop, breakable);
    } else if (const auto* leave = stmt.as<ir::Return>()) {
        kept = keep_return(*leave);
    } else if (stmt.as<ir::Break>() != nullptr) {
        kept = slice_.running.contains(breakable) && !slice_.dropped.contains(&stmt);
    } else if (stmt.as<ir::Continue>() != nullptr) {
        // null: the iteration itself ends here
        kept = follows_ && (loop == nullptr || slice_.running.contains(loop));
    }
    if (kept)
        grow(slice_.kept, &stmt);
    return kept;
}

// Whether all that stays of both arms is the same notes: `if (…) to[k] = a; else to[k] = b;`.
bool SliceClosure::are_alike(const ir::If& branch) const {
    const auto then = branch.otherwise ? plain_notes(*branch.then) : std::nullopt;
    return then && !then->empty() && then == plain_notes(*branch.otherwise);
}

// What assignments note that stand in it one after the other; nullopt: more than that stays.
std::optional<std::vector<std::string>> SliceClosure::plain_notes(const Stmt& arm) const {
    std::vector<std::string> notes;
    bool plain = true;
    walk(
        arm,
        [&](const Expr& e) {
            const VarDecl* changed = assigned_variable(e);
            const auto* call = e.as<ir::Call>();
            const FunctionDecl* function = call != nullptr ? scope_.entered(*call) : nullptr;
            plain = plain && (changed == nullptr || !slice_.matters(changed)) && e.as<ir::StatementExpr>() == nullptr &&
                    !ends_program(e) && (function == nullptr || !slice_.holds(function)) && !scope_.is_lending(e) &&
                    !scope_.names_lent(e);
        },
        [&](const Stmt& s) {
            const auto* expression = s.as<ir::ExprStmt>();
            if (!slice_.kept.contains(&s) || s.as<ir::Compound>() != nullptr)
                return;
            const auto* store = expression != nullptr ? ir::strip(expression->expr.get())->as<ir::Binary>() : nullptr;
            const Expr* place =
                store != nullptr && ir::is_assignment(store->op) ? ir::strip(store->lhs.get()) : nullptr;
            int targets = 0;
            walk(
                s, [&](const Expr& e) { targets += slice_.targets.contains(&e) ? 1 : 0; }, [](const Stmt&) {});
            plain = plain && place != nullptr && targets == 1 && slice_.targets.contains(place);
            if (plain)
                notes.push_back(fmt::format("{} {}", static_cast<int>(store->op), ir::print_c(*place)));
        });
    return plain ? std::optional(std::move(notes)) : std::nullopt;
}

// `if (a || b) continue;` without both parts.
bool SliceClosure::never_skips(const ir::If& branch) const {
    const GuardParts guard = guard_parts(branch);
    return guard.skips && std::all_of(guard.parts.begin(), guard.parts.end(),
                                      [&](const Expr* part) { return slice_.dropped.contains(part); });
}

void SliceClosure::need_condition(const ir::If& branch) {
    for (const Expr* part : guard_parts(branch).parts)
        if (!slice_.dropped.contains(part))
            need(*part);
        else
            keep(*part);
}

bool SliceClosure::keep_declaration(const ir::DeclStmt& declaration) {
    bool kept = false;
    for (const auto& variable : declaration.variables) {
        if (slice_.matters(variable.get())) {
            kept = true;
            need_lengths(variable->type);
            if (variable->init)
                need(*variable->init);
        } else if (variable->init) {
            kept = keep(*variable->init) || kept;
        }
    }
    return kept;
}

bool SliceClosure::keep_loop(const Stmt& stmt, const Stmt* init, const Expr* cond, const Expr* inc, const Stmt& body) {
    if (slice_.dropped.contains(&stmt)) { // one round, as it stands in any of them
        const bool first = init != nullptr && keep(*init, nullptr, nullptr);
        return keep(body, &stmt, &stmt) || first;
    }
    const bool behind = std::exchange(follows_, false); // in a round
    bool inside = keep(body, &stmt, &stmt);
    follows_ = behind;
    inside = (inc != nullptr && keep(*inc)) || inside;
    bool kept = init != nullptr && keep(*init, nullptr, nullptr);
    if (cond != nullptr && stmt.as<ir::DoWhile>() == nullptr)
        kept = keep_entry_targets(stmt, *cond) || kept;
    inside = (cond != nullptr && keep(*cond)) || inside;
    if (inside) {
        grow(slice_.running, &stmt);
        if (cond != nullptr)
            need(*cond);
    }
    return inside || kept;
}

// `for (…; k < row[v + 1]; …)`: where the address does not change in the loop, the first evaluation tells all.
bool SliceClosure::keep_entry_targets(const Stmt& stmt, const Expr& cond) {
    bool kept = false;
    const Variables changed = scope_.summary().changed_by(stmt);
    const std::function<void(const Expr&)> search = [&](const Expr& e) {
        if (slice_.targets.contains(&e)) {
            bool fixed = !is_bit_field(e);
            walk(
                e,
                [&](const Expr& part) {
                    const VarDecl* variable = part.as<ir::DeclRef>() != nullptr ? ir::named_variable(&part) : nullptr;
                    fixed = fixed && assigned_variable(part) == nullptr && part.as<ir::Call>() == nullptr &&
                            !scope_.names_lent(part) && (variable == nullptr || !changed.contains(variable));
                },
                [&](const Stmt&) { fixed = false; });
            if (fixed) {
                grow(slice_.at_entry, &e);
                need_address(e);
                kept = true;
            }
            return;
        }
        const auto* binary = e.as<ir::Binary>();
        if (binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or))
            return search(*binary->lhs); // the other side may not be evaluated
        if (e.as<ir::Conditional>() != nullptr || e.as<ir::SizeOf>() != nullptr)
            return;
        ir::for_each_child(e, search);
    };
    search(cond);
    return kept;
}

bool SliceClosure::keep_switch(const Stmt& stmt, const ir::Switch& choice, const Stmt* loop) {
    bool plain = choice.body->as<ir::Compound>() != nullptr; // labels stand among the items of its body only
    std::set<const Stmt*> labels;
    if (const auto* compound = choice.body->as<ir::Compound>())
        for (const auto& item : compound->items)
            for (const Stmt* label = item.get(); label != nullptr;) {
                const auto* one = label->as<ir::Case>();
                const auto* rest = label->as<ir::Default>();
                if (one == nullptr && rest == nullptr)
                    break;
                labels.insert(label);
                label = one != nullptr ? one->body.get() : rest->body.get();
            }
    walk(
        *choice.body, [](const Expr&) {},
        [&](const Stmt& s) {
            const bool label = s.as<ir::Case>() != nullptr || s.as<ir::Default>() != nullptr;
            plain = plain && (!label || labels.contains(&s)) && (s.as<ir::Switch>() == nullptr);
        });
    const bool inside = keep(*choice.body, loop, &stmt);
    if (!inside)
        return keep(*choice.value);
    if (!plain)
        fail("it stands in a switch whose labels an inspector cannot follow");
    grow(slice_.running, &stmt);
    need(*choice.value);
    return true;
}

bool SliceClosure::keep(const Expr& expr) {
    const bool kept = keep_node(expr);
    if (kept)
        grow(slice_.kept_exprs, &expr);
    return kept;
}

bool SliceClosure::keep_node(const Expr& expr) {
    if (slice_.at_entry.contains(&expr))
        return false; // noted before the loop
    if (slice_.targets.contains(&expr)) {
        if (is_bit_field(expr))
            fail("it is a bit-field");
        need_address(expr);
        return true;
    }
    if (expr.as<ir::SizeOf>() != nullptr)
        return false;
    if (ends_program(expr))
        return exits_ && inside_ == nullptr;
    if (const auto* call = expr.as<ir::Call>())
        if (const ir::FunctionDecl* function = scope_.entered(*call))
            return keep_call(*call, *function);
    if (const auto* binary = expr.as<ir::Binary>()) {
        if (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or) {
            if (!keep(*binary->rhs))
                return keep(*binary->lhs);
            if (slice_.dropped.contains(binary->lhs.get()))
                keep(*binary->lhs);
            else
                need(*binary->lhs);
            return true;
        }
        if (ir::is_assignment(binary->op))
            if (const VarDecl* variable = scope_.own_variable(*binary->lhs);
                variable != nullptr && slice_.matters(variable)) {
                need(expr);
                return true;
            }
    }
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && is_step(unary->op))
        if (const VarDecl* variable = scope_.own_variable(*unary->operand);
            variable != nullptr && slice_.matters(variable)) {
            need(expr);
            return true;
        }
    if (const auto* conditional = expr.as<ir::Conditional>()) {
        bool inside = conditional->then && keep(*conditional->then);
        inside = keep(*conditional->otherwise) || inside;
        if (!inside)
            return keep(*conditional->cond);
        need(*conditional->cond);
        return true;
    }
    if (const auto* statement = expr.as<ir::StatementExpr>()) {
        if (statement->body && keep(*statement->body, nullptr, nullptr))
            fail("it stands in a statement expression");
        return false;
    }
    bool kept = false;
    ir::for_each_child(expr, [&](const Expr& child) { kept = keep(child) || kept; });
    return kept;
}

void SliceClosure::need(const Expr& full) {
    const Expr& expr = *ir::strip(&full);
    if (expr.as<ir::DeclRef>() != nullptr) {
        if (const VarDecl* variable = ir::named_variable(&expr))
            mention(variable, expr);
    } else if (expr.as<ir::Index>() != nullptr || expr.as<ir::Member>() != nullptr) {
        need_lvalue(expr);
    } else if (const auto* unary = expr.as<ir::Unary>()) {
        if (unary->op == UnaryOp::deref)
            return need_lvalue(expr);
        if (unary->op == UnaryOp::address_of) {
            if (unary->operand->type->is_array() || unary->operand->type->is_function())
                fail("it needs the address of a whole array");
            if (const VarDecl* variable = ir::named_variable(unary->operand.get());
                variable != nullptr && !scope_.is_local(variable) && !scope_.is_accumulated(variable)) {
                if (is_referred(variable))
                    refer(variable);
                return; // where it lies is nobody's data
            }
            return need_address(*ir::strip(unary->operand.get()));
        }
        if (is_step(unary->op))
            need_change(*unary->operand);
        need(*unary->operand);
    } else if (const auto* binary = expr.as<ir::Binary>()) {
        if (ir::is_assignment(binary->op))
            need_change(*binary->lhs);
        need(*binary->lhs);
        need(*binary->rhs);
    } else if (const auto* call = expr.as<ir::Call>()) {
        need_call(expr, *call);
    } else if (const auto* size = expr.as<ir::SizeOf>()) {
        need_lengths(size->of);
        if (size->operand && !constant_size(*size))
            walk(
                *size->operand,
                [&](const Expr& e) {
                    const VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
                    if (variable != nullptr)
                        fail("it depends on a sizeof of a variable, which cannot be looked up before the loop");
                },
                [](const Stmt&) {});
    } else if (expr.as<ir::Cast>() != nullptr || expr.as<ir::Conditional>() != nullptr ||
               expr.as<ir::InitList>() != nullptr || expr.as<ir::CompoundLiteral>() != nullptr) {
        const auto* list = expr.as<ir::InitList>();
        if (const auto* literal = expr.as<ir::CompoundLiteral>())
            need_lengths(literal->of);
        if (const auto* cast = expr.as<ir::Cast>())
            need_lengths(cast->to);
        if (list != nullptr)
            for (const ir::InitItem& item : list->items)
                need(*item.value);
        else
            ir::for_each_child(expr, [&](const Expr& child) { need(child); });
    } else if (expr.as<ir::IntLit>() == nullptr && expr.as<ir::FloatLit>() == nullptr) {
        fail("it depends on an expression that an inspector cannot repeat");
    }
}

// The lengths that a type names, where it stands.
void SliceClosure::need_lengths(ir::TypeRef type) {
    for (; type != nullptr && (type->is_pointer() || type->is_array()); type = type->inner)
        if (type->is_vla() && type->vla_length != nullptr)
            need(*type->vla_length);
}

// What an expression that is evaluated changes must be the iteration's own.
void SliceClosure::need_change(const Expr& target) {
    const VarDecl* variable = scope_.own_variable(target);
    if (variable == nullptr)
        fail("it depends on an expression that stores to memory");
}

void SliceClosure::need_lvalue(const Expr& expr) {
    if (slice_.targets.contains(&expr))
        fail("what it touches decides what it touches next");
    if (scope_.own_variable(expr) != nullptr)
        return need_address(expr);
    if (const VarDecl* variable = member_of_variable(expr))
        return mention(variable, expr);
    if (expr.type == nullptr || !expr.type->is_array()) {
        if (expr.type == nullptr || expr.type->quals.is_volatile || expr.type->quals.is_atomic)
            fail("it depends on a volatile value");
        grow(slice_.loads, &expr);
    }
    need_address(expr);
}

void SliceClosure::need_address(const Expr& expr) {
    if (const auto* index = expr.as<ir::Index>()) {
        need_base(*index->base);
        need(*index->index);
    } else if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == UnaryOp::deref) {
        need_base(*unary->operand);
    } else if (const auto* member = expr.as<ir::Member>()) {
        if (member->arrow)
            need_base(*member->base);
        else
            need_address(*ir::strip(member->base.get()));
    } else if (const VarDecl* variable = ir::named_variable(&expr)) {
        if (is_referred(variable) && !scope_.is_local(variable))
            return refer(variable); // where it lies is nobody's data
        mention(variable, expr);
    } else {
        fail("its address is computed in a way that an inspector cannot repeat");
    }
}

void SliceClosure::need_base(const Expr& base) {
    const Expr& e = *ir::strip(&base);
    if (e.type != nullptr && e.type->is_array())
        need_address(e);
    else
        need(base);
}

// Whether kernels reach the variable by its address, since it holds arrays.
bool SliceClosure::is_referred(const VarDecl* variable) const {
    return variable->type->is_record() && !variable->file_scope && variable->storage != ir::Storage::extern_ &&
           ir::holds_array(variable->type) && inside_ == nullptr;
}

void SliceClosure::refer(const VarDecl* variable) {
    const auto hides = [&](const VarDecl* other) { return other != nullptr && other->name == variable->name; };
    if (std::any_of(scope_.local().begin(), scope_.local().end(), hides))
        return fail("another variable in the loop is called '" + variable->name + "' as well");
    slice_.referred.insert(variable);
}

void SliceClosure::mention(const VarDecl* variable, const Expr& expr) {
    if (scope_.is_accumulated(variable))
        return fail("it depends on '" + variable->name + "', which the iterations accumulate");
    if (variable->type->quals.is_volatile || variable->type->quals.is_atomic)
        return fail("it depends on '" + variable->name + "', which is volatile");
    if (!scope_.is_local(variable)) {
        if (is_referred(variable))
            refer(variable);
        slice_.outside[variable].insert(&expr);
        if (inside_ != nullptr)
            slice_.mentioned_in_calls.insert(&expr);
        return;
    }
    const auto& first = scope_.loop().directive->firstprivate;
    if (std::find(first.begin(), first.end(), variable) != first.end())
        slice_.outside[variable].insert(&expr); // it begins with the value from outside
    if (scope_.is_escaping(variable))
        return fail("the address of '" + variable->name + "' is taken");
    if (variable->storage == ir::Storage::static_ && !variable->type->quals.is_const &&
        !(variable->type->is_array() && scope_.summary().never_changes(variable)))
        return fail("'" + variable->name + "' is static");
    grow(slice_.relevant, variable);
}

// The function's name for a variable that matters matters, too.
void SliceClosure::follow_lent(const ir::Call& call, const FunctionDecl& function) {
    for (std::size_t i = 0; i < function.params.size(); ++i) {
        const VarDecl* param = function.params[i].get();
        const VarDecl* variable = scope_.is_lent(param) ? lent_variable(scope_.summary(), function, call, i) : nullptr;
        if (variable != nullptr && slice_.matters(variable))
            grow(slice_.relevant, param);
    }
}

// A call whose value nobody needs.
bool SliceClosure::keep_call(const ir::Call& call, const FunctionDecl& function) {
    follow_lent(call, function);
    const bool notes = slice_.noting.contains(&function);
    bool kept = notes;
    for (std::size_t i = 0; i < call.args.size(); ++i)
        if (notes && slice_.matters(function.params[i].get()))
            need(*call.args[i]);
        else
            kept = keep(*call.args[i]) || kept;
    return kept;
}

bool SliceClosure::keep_return(const ir::Return& leave) {
    if (!slice_.valued.contains(inside_)) {
        const bool notes = leave.value && keep(*leave.value);
        return notes || slice_.noting.contains(inside_);
    }
    if (leave.value)
        need(*leave.value);
    return true;
}

void SliceClosure::need_call(const Expr& expr, const ir::Call& call) {
    const FunctionDecl* function = scope_.entered(call);
    std::set<const FunctionDecl*> seen;
    if (function == nullptr || (!slice_.holds(function) && !scope_.summary().touches_memory(function) &&
                                !reads_globals(scope_.summary(), *function, seen))) {
        allow_call(expr, call);
        for (const auto& arg : call.args)
            need(*arg);
        return;
    }
    grow(slice_.valued, function);
    follow_lent(call, *function);
    for (std::size_t i = 0; i < call.args.size(); ++i)
        if (slice_.matters(function->params[i].get()))
            need(*call.args[i]);
        else if (keep(*call.args[i]))
            fail("it depends on a call of '" + function->name + "' whose arguments an inspector cannot repeat");
}

// Functions that compute a value from their arguments and nothing else.
void SliceClosure::allow_call(const Expr& expr, const ir::Call& call) {
    const FunctionDecl* callee = ir::called_function(call);
    if (callee == nullptr)
        return fail("it depends on a call through a pointer");
    if (const FunctionDecl* body = scope_.summary().definition(callee)) {
        std::set<const FunctionDecl*> seen;
        if (reads_globals(scope_.summary(), *body, seen))
            fail("it depends on '" + callee->name + "', which reads variables of its own");
        const Variables changed = scope_.summary().changed_by(expr);
        const bool effects = std::any_of(changed.begin(), changed.end(),
                                         [&](const VarDecl* variable) { return !scope_.is_local(variable); });
        if (scope_.summary().touches_memory(callee) || effects)
            fail("it depends on '" + callee->name + "', which touches memory");
        return;
    }
    const LibraryEffect* effect = library_effect(callee->name);
    if (callee->name == "__errno_location")
        fail("it depends on errno");
    else if (effect == nullptr || !effect->pure())
        fail("it depends on '" + callee->name + "'");
}

} // namespace hydra::passes
