// See slice.h: the fixed point. slice_text.cpp writes the text.
#include "passes/inspector/slice.h"

#include <algorithm>
#include <utility>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/out_parameters.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
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

} // namespace

Slicer::Slicer(const Summary& summary, const ir::Kernel& kernel, const ir::TranslationUnit& unit)
    : summary_(summary), kernel_(kernel), loop_(*kernel.loop->as<ir::For>()) {
    local_ = Summary::declared_in(*loop_.body);
    local_.insert(loop_.canonical.variable);
    const auto& directive = *loop_.directive;
    local_.insert(directive.private_.begin(), directive.private_.end());
    enter_calls(*loop_.body, unit);
    const Variables changed = summary.changed_by(*loop_.body);
    for (const VarDecl* variable : directive.firstprivate)
        if (variable->type->is_array() || changed.contains(variable) ||
            (ir::holds_array(variable->type) && Summary::may_change_parts(*loop_.body, variable)))
            local_.insert(variable);
    for (const ir::Reduction& reduction : directive.reductions)
        accumulated_.insert(reduction.variable);
    if (has_strange_parts(*loop_.body, false))
        never_ = "the body has jumps or types of its own that an inspector cannot follow";
    walk(
        *loop_.body, [&](const Expr& e) { may_exit_ = may_exit_ || ends_program(e); }, [](const Stmt&) {});
    find_lent();
    find_all_escapes(*loop_.body);
    find_guards(*loop_.body, nullptr);
    for (const ir::FunctionDecl* function : entered_) {
        find_all_escapes(*function->body);
        find_guards(*function->body, nullptr);
    }
}

void Slicer::find_all_escapes(const Stmt& body) {
    walk(
        body, [](const Expr&) {},
        [&](const Stmt& stmt) {
            ir::for_each_child(
                stmt, [&](const Expr& e) { find_escapes(e, false); }, [](const Stmt&) {});
            if (const auto* declaration = stmt.as<ir::DeclStmt>())
                for (const auto& variable : declaration->variables)
                    if (variable->init)
                        find_escapes(*variable->init, false);
        });
}

// Local arrays that are used as pointers, and what & is applied to.
void Slicer::find_escapes(const Expr& expr, bool subscripted) {
    if (const auto* call = expr.as<ir::Call>())
        if (const ir::FunctionDecl* function = entered(*call))
            for (std::size_t i = 0; i < call->args.size(); ++i)
                if (lent_.contains(function->params[i].get()))
                    lending_.insert(without_casts(*call->args[i]));
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == UnaryOp::address_of) {
        if (const VarDecl* variable = own_variable(*unary->operand);
            variable != nullptr && !lending_.contains(ir::strip(&expr)))
            escaping_.insert(variable);
    }
    if (const auto* cast = expr.as<ir::Cast>();
        cast != nullptr && !subscripted && cast->operand->type != nullptr && cast->operand->type->is_array())
        if (const VarDecl* variable = own_variable(*cast->operand))
            escaping_.insert(variable);
    const auto* index = expr.as<ir::Index>();
    ir::for_each_child(
        expr, [&](const Expr& child) { find_escapes(child, index != nullptr && &child == index->base.get()); });
}

const VarDecl* Slicer::own_variable(const Expr& lvalue) const {
    const Expr* e = ir::strip(&lvalue);
    while (true) {
        if (const auto* member = e->as<ir::Member>(); member != nullptr && !member->arrow) {
            e = ir::strip(member->base.get());
        } else if (const auto* index = e->as<ir::Index>()) {
            e = ir::strip(index->base.get());
            if (e->type == nullptr || !e->type->is_array())
                return nullptr;
        } else {
            break;
        }
    }
    if (const VarDecl* param = dereferenced_parameter(*e); param != nullptr && lent_.contains(param))
        return param;
    const VarDecl* variable = e->as<ir::DeclRef>() != nullptr ? ir::named_variable(e) : nullptr;
    return variable != nullptr && (is_local(variable) || accumulated_.contains(variable)) ? variable : nullptr;
}

void Slicer::fail(const std::string& why) {
    if (why_.empty())
        why_ = why;
}

std::optional<std::int64_t> constant_size(const ir::SizeOf& size) {
    const ir::TypeRef type = size.operand && !size.align ? size.operand->type : nullptr;
    return type != nullptr && !type->is_array() && !type->is_function() ? ir::size_of(type) : std::nullopt;
}

bool Slicer::ends_program(const Expr& expr) {
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    const LibraryEffect* effect = callee != nullptr && !callee->in_user_file ? library_effect(callee->name) : nullptr;
    return effect != nullptr && effect->ends;
}

// What an iteration does behind a check that has ended the program is nobody's business, and the subscripts there may
// be those that the check found wrong. The check stays where it asks for no more memory than the rest.
bool Slicer::close(const std::set<const Expr*>& targets) {
    dropped_.clear();
    return close_checked(targets);
}

bool Slicer::close_checked(const std::set<const Expr*>& targets) {
    if (!close_over(targets, false) || !may_exit_)
        return why_.empty();
    std::set<std::string> loaded;
    for (const Expr* load : loads_)
        loaded.insert(ir::print_c(*load));
    const bool good = close_over(targets, true) && std::all_of(loads_.begin(), loads_.end(), [&](const Expr* load) {
                          return loaded.contains(ir::print_c(*load));
                      });
    return good || close_over(targets, false);
}

bool Slicer::close_over(const std::set<const Expr*>& targets, bool exits) {
    targets_ = targets;
    exits_ = exits;
    why_ = never_;
    relevant_.clear();
    kept_.clear();
    running_.clear();
    kept_exprs_.clear();
    at_entry_.clear();
    noting_.clear();
    valued_.clear();
    loads_.clear();
    mentioned_in_calls_.clear();
    outside_.clear();
    referred_.clear();
    do {
        grown_ = false;
        follows_ = false;
        keep(*loop_.body, nullptr, nullptr);
        for (const ir::FunctionDecl* function : entered_) {
            inside_ = function;
            if (keep(*function->body, nullptr, nullptr))
                grow(noting_, function);
        }
        inside_ = nullptr;
    } while (grown_ && why_.empty());
    for (const Expr* target : targets_)
        if (out_of_reach_.contains(target) || !(kept_exprs_.contains(target) || at_entry_.contains(target)))
            fail("it stands in a function of which no copy can run before the loop, to look up what it touches");
    return why_.empty();
}

// ---- what stays
// ------------------------------------------------------------------------------------------------------

// loop: what `continue` goes on with; breakable: what `break` leaves.
bool Slicer::keep(const Stmt& stmt, const Stmt* loop, const Stmt* breakable) {
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
        kept = keep(*branch->then, loop, breakable);
        kept = (branch->otherwise && keep(*branch->otherwise, loop, breakable)) || kept;
        if (kept) {
            grow(running_, &stmt);
            need_condition(*branch->cond);
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
        kept = running_.contains(breakable) && !dropped_.contains(&stmt);
    } else if (stmt.as<ir::Continue>() != nullptr) {
        // null: the iteration itself ends here
        kept = follows_ && (loop == nullptr || running_.contains(loop));
    }
    if (kept)
        grow(kept_, &stmt);
    return kept;
}

void Slicer::need_condition(const Expr& condition) {
    for (const Expr* part : parts_of(condition))
        if (!dropped_.contains(part))
            need(*part);
        else
            keep(*part);
}

bool Slicer::keep_declaration(const ir::DeclStmt& declaration) {
    bool kept = false;
    for (const auto& variable : declaration.variables) {
        if (relevant(variable.get())) {
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

bool Slicer::keep_loop(const Stmt& stmt, const Stmt* init, const Expr* cond, const Expr* inc, const Stmt& body) {
    const bool behind = std::exchange(follows_, false); // in a round
    bool inside = keep(body, &stmt, &stmt);
    follows_ = behind;
    inside = (inc != nullptr && keep(*inc)) || inside;
    bool kept = init != nullptr && keep(*init, nullptr, nullptr);
    if (cond != nullptr && stmt.as<ir::DoWhile>() == nullptr)
        kept = keep_entry_targets(stmt, *cond) || kept;
    inside = (cond != nullptr && keep(*cond)) || inside;
    if (inside) {
        grow(running_, &stmt);
        if (cond != nullptr)
            need(*cond);
    }
    return inside || kept;
}

// `for (…; k < row[v + 1]; …)`: where the address does not change in the loop, the first evaluation tells all.
bool Slicer::keep_entry_targets(const Stmt& stmt, const Expr& cond) {
    bool kept = false;
    const Variables changed = summary_.changed_by(stmt);
    const std::function<void(const Expr&)> search = [&](const Expr& e) {
        if (targets_.contains(&e)) {
            bool fixed = !is_bit_field(e);
            walk(
                e,
                [&](const Expr& part) {
                    const VarDecl* variable = part.as<ir::DeclRef>() != nullptr ? ir::named_variable(&part) : nullptr;
                    fixed = fixed && assigned_variable(part) == nullptr && part.as<ir::Call>() == nullptr &&
                            !names_lent(part) && (variable == nullptr || !changed.contains(variable));
                },
                [&](const Stmt&) { fixed = false; });
            if (fixed) {
                grow(at_entry_, &e);
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

bool Slicer::keep_switch(const Stmt& stmt, const ir::Switch& choice, const Stmt* loop) {
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
    grow(running_, &stmt);
    need(*choice.value);
    return true;
}

bool Slicer::keep(const Expr& expr) {
    const bool kept = keep_node(expr);
    if (kept)
        grow(kept_exprs_, &expr);
    return kept;
}

bool Slicer::keep_node(const Expr& expr) {
    if (at_entry_.contains(&expr))
        return false; // noted before the loop
    if (targets_.contains(&expr)) {
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
        if (const ir::FunctionDecl* function = entered(*call))
            return keep_call(*call, *function);
    if (const auto* binary = expr.as<ir::Binary>()) {
        if (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or) {
            if (!keep(*binary->rhs))
                return keep(*binary->lhs);
            if (dropped_.contains(binary->lhs.get()))
                keep(*binary->lhs);
            else
                need(*binary->lhs);
            return true;
        }
        if (ir::is_assignment(binary->op))
            if (const VarDecl* variable = own_variable(*binary->lhs); variable != nullptr && relevant(variable)) {
                need(expr);
                return true;
            }
    }
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && is_step(unary->op))
        if (const VarDecl* variable = own_variable(*unary->operand); variable != nullptr && relevant(variable)) {
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

// ---- what that needs
// -------------------------------------------------------------------------------------------------

void Slicer::need(const Expr& full) {
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
                variable != nullptr && !is_local(variable) && !accumulated_.contains(variable)) {
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
void Slicer::need_lengths(ir::TypeRef type) {
    for (; type != nullptr && (type->is_pointer() || type->is_array()); type = type->inner)
        if (type->is_vla() && type->vla_length != nullptr)
            need(*type->vla_length);
}

// What an expression that is evaluated changes must be the iteration's own.
void Slicer::need_change(const Expr& target) {
    const VarDecl* variable = own_variable(target);
    if (variable == nullptr)
        fail("it depends on an expression that stores to memory");
}

void Slicer::need_lvalue(const Expr& expr) {
    if (targets_.contains(&expr))
        fail("what it touches decides what it touches next");
    if (own_variable(expr) != nullptr)
        return need_address(expr);
    if (const VarDecl* variable = member_of_variable(expr))
        return mention(variable, expr);
    if (expr.type == nullptr || !expr.type->is_array()) {
        if (expr.type == nullptr || expr.type->quals.is_volatile || expr.type->quals.is_atomic)
            fail("it depends on a volatile value");
        grow(loads_, &expr);
    }
    need_address(expr);
}

void Slicer::need_address(const Expr& expr) {
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
        if (is_referred(variable) && !is_local(variable))
            return refer(variable); // where it lies is nobody's data
        mention(variable, expr);
    } else {
        fail("its address is computed in a way that an inspector cannot repeat");
    }
}

void Slicer::need_base(const Expr& base) {
    const Expr& e = *ir::strip(&base);
    if (e.type != nullptr && e.type->is_array())
        need_address(e);
    else
        need(base);
}

// Whether kernels reach the variable by its address, since it holds arrays.
bool Slicer::is_referred(const VarDecl* variable) const {
    return variable->type->is_record() && !variable->file_scope && variable->storage != ir::Storage::extern_ &&
           ir::holds_array(variable->type) && inside_ == nullptr;
}

void Slicer::refer(const VarDecl* variable) {
    const auto hides = [&](const VarDecl* other) { return other != nullptr && other->name == variable->name; };
    if (std::any_of(local_.begin(), local_.end(), hides))
        return fail("another variable in the loop is called '" + variable->name + "' as well");
    referred_.insert(variable);
}

void Slicer::mention(const VarDecl* variable, const Expr& expr) {
    if (accumulated_.contains(variable))
        return fail("it depends on '" + variable->name + "', which the iterations accumulate");
    if (variable->type->quals.is_volatile || variable->type->quals.is_atomic)
        return fail("it depends on '" + variable->name + "', which is volatile");
    if (!is_local(variable)) {
        if (is_referred(variable))
            refer(variable);
        outside_[variable].insert(&expr);
        if (inside_ != nullptr)
            mentioned_in_calls_.insert(&expr);
        return;
    }
    const auto& first = loop_.directive->firstprivate;
    if (std::find(first.begin(), first.end(), variable) != first.end())
        outside_[variable].insert(&expr); // it begins with the value from outside
    if (escaping_.contains(variable))
        return fail("the address of '" + variable->name + "' is taken");
    if (variable->storage == ir::Storage::static_ && !variable->type->quals.is_const &&
        !(variable->type->is_array() && summary_.never_changes(variable)))
        return fail("'" + variable->name + "' is static");
    grow(relevant_, variable);
}

} // namespace hydra::passes
