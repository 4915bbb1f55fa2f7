// Found once for the whole program: statements of the right form; the functions that make such copies; and of these the
// ones that are called where other memory is touched in the same expression, whose copies are then none.
#include "passes/coherence/bulk.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;

namespace {

// Whether it can be evaluated twice.
bool is_repeatable(const Expr& expr) {
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            good = good && assignment_target(e) == nullptr && e.as<ir::Call>() == nullptr &&
                   e.as<ir::StatementExpr>() == nullptr && e.as<ir::CompoundLiteral>() == nullptr &&
                   e.as<ir::BuiltinExpr>() == nullptr && (e.type == nullptr || !e.type->quals.is_volatile);
        },
        [&](const Stmt&) { good = false; });
    return good;
}

// Whether the address of the lvalue follows from variables alone.
bool has_plain_address(const Expr& lvalue) {
    const Expr& expr = *ir::strip(&lvalue);
    if (expr.as<ir::DeclRef>() != nullptr)
        return true;
    const auto reads_memory = [](const Expr& e) {
        bool reads = false;
        walk(
            e, [&](const Expr& inner) { reads = reads || names_memory(inner); }, [](const Stmt&) {});
        return reads;
    };
    if (const auto* member = expr.as<ir::Member>())
        return member->arrow ? !reads_memory(*member->base) : has_plain_address(*member->base);
    if (const auto* index = expr.as<ir::Index>()) {
        const Expr& base = *without_casts(*index->base);
        const bool row = base.type != nullptr && base.type->is_array();
        return !reads_memory(*index->index) && (row ? has_plain_address(base) : !reads_memory(base));
    }
    const auto* unary = expr.as<ir::Unary>();
    return unary != nullptr && unary->op == ir::UnaryOp::deref && !reads_memory(*unary->operand);
}

// What a pointer's memory is made of; null: it does not say.
ir::TypeRef content(const Expr& pointer) {
    ir::TypeRef type = without_casts(pointer)->type;
    if (type == nullptr || !(type->is_pointer() || type->is_array()))
        return nullptr;
    type = type->inner;
    while (type->is_array())
        type = type->inner;
    return type->kind == ir::TypeKind::Void || is_text(type) ? nullptr
           : type->unqualified != nullptr                    ? type->unqualified
                                                             : type;
}

std::optional<BulkCopy> copy_by_call(const Expr& expr, const Summary& summary) {
    const auto* call = expr.as<ir::Call>();
    const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee == nullptr || summary.definition(callee) != nullptr || library_effect(callee->name) == nullptr)
        return std::nullopt;
    std::string_view name = callee->name;
    if (name.starts_with("__builtin_"))
        name.remove_prefix(10);
    const auto& args = call->args;
    if ((name == "memcpy" || name == "memmove" || name == "mempcpy") && args.size() == 3)
        return BulkCopy{args[0].get(), args[1].get(), args[2].get(), nullptr};
    if (name == "bcopy" && args.size() == 3)
        return BulkCopy{args[1].get(), args[0].get(), args[2].get(), nullptr};
    if (name == "memset" && args.size() == 3)
        return BulkCopy{args[0].get(), nullptr, args[2].get(), args[1].get()};
    if ((name == "bzero" || name == "explicit_bzero") && args.size() == 2)
        return BulkCopy{args[0].get(), nullptr, args[1].get(), nullptr};
    return std::nullopt;
}

std::optional<BulkCopy> copy_by_assignment(const Expr& expr) {
    const auto* binary = expr.as<ir::Binary>();
    if (binary == nullptr || binary->op != ir::BinaryOp::assign || expr.type == nullptr || !expr.type->is_record() ||
        !ir::holds_array(expr.type))
        return std::nullopt;
    const Expr* from = ir::strip(binary->rhs.get());
    if (!from->lvalue || !has_plain_address(*binary->lhs) || !has_plain_address(*from))
        return std::nullopt;
    return BulkCopy{binary->lhs.get(), from, nullptr, nullptr};
}

// Calls f with the expressions that are evaluated together, for all of the statement's outside of parallel loops.
template <class F> void for_each_evaluation(const Stmt& stmt, const F& f) {
    if (const auto* loop = stmt.as<ir::For>(); loop != nullptr && loop->directive != nullptr)
        return;
    std::vector<const Expr*> together;
    const bool apart = stmt.as<ir::For>() != nullptr;
    ir::for_each_child(
        stmt,
        [&](const Expr& expr) {
            if (apart)
                f(std::vector<const Expr*>{&expr});
            else
                together.push_back(&expr);
        },
        [&](const Stmt& child) { for_each_evaluation(child, f); });
    if (!together.empty())
        f(together);
}

// Whether the record has members that are no arrays, of its own or in a record of its.
bool holds_plain_members(ir::TypeRef type) {
    if (!type->is_record() || type->tag == nullptr || type->kind == ir::TypeKind::Union)
        return true;
    return std::any_of(type->tag->fields.begin(), type->tag->fields.end(), [](const ir::Field& field) {
        return !field.type->is_array() && holds_plain_members(field.type);
    });
}

} // namespace

BulkCopies::BulkCopies(const State& state, const PointerViews& views) : state_(state) {
    find_records(views);
    for (const auto& unit : state.program.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body && function.in_user_file)
                collect(function);
    find_carriers();
    settle_calls();
    settle_what_cannot_be_cut();
    std::erase_if(facts_, [&](const auto& entry) { return settled_.contains(entry.first); });
    find_carriers();
}

void BulkCopies::find_records(const PointerViews& views) {
    std::set<const ir::TagDecl*> noted;
    const std::function<void(ir::TypeRef)> note = [&](ir::TypeRef type) {
        while (type->is_array())
            type = type->inner;
        if (type->is_record() && type->tag != nullptr && holds_plain_members(type) && noted.insert(type->tag).second) {
            record_variables_.insert(type_name(type));
            for (const ir::Field& field : type->tag->fields)
                note(field.type);
        }
    };
    const auto record_pointed_at = [](const Expr& e) -> const ir::VarDecl* {
        const auto* unary = ir::strip(&e)->as<ir::Unary>();
        const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
        const ir::VarDecl* variable = address ? base_variable(unary->operand.get()) : nullptr;
        return variable != nullptr && variable->type->is_record() ? variable : nullptr;
    };
    const auto on_expr = [&](const Expr& e) {
        if (const ir::VarDecl* variable = e.as<ir::Unary>() != nullptr ? record_pointed_at(e) : nullptr)
            note(variable->type);
    };
    for (const auto& unit : state_.program.units) {
        for (const FunctionDecl& function : unit->functions)
            if (function.body)
                walk(*function.body, on_expr, [](const Stmt&) {});
        for (const auto& variable : unit->globals)
            if (variable.init)
                walk(*variable.init, on_expr, [](const Stmt&) {});
    }
    seen_as_ = views.reachable(record_variables_);
}

bool BulkCopies::seen_as_record(ir::TypeRef type) const { return seen_as_.contains(type_name(type)); }

// Whether what is copied may come to lie in a record variable: its members that are no arrays are values of every
// rank, which no later access fetches.
bool BulkCopies::may_hold_scalars(const BulkCopy& copy, const Expr& expr) const {
    if (copy.from == nullptr)
        return false;
    const Expr* target = without_casts(*copy.to);
    if (copy.bytes != nullptr) {
        const auto* unary = target->as<ir::Unary>();
        target = unary != nullptr && unary->op == ir::UnaryOp::address_of ? unary->operand.get() : nullptr;
    }
    if (const ir::VarDecl* variable = target != nullptr ? base_variable(target) : nullptr)
        return holds_plain_members(variable->type);
    const auto* index = target != nullptr ? ir::strip(target)->as<ir::Index>() : nullptr;
    if (index != nullptr && without_casts(*index->base)->type->is_array())
        return false;
    if (copy.bytes == nullptr)
        return seen_as_record(expr.type);
    const auto* member = target != nullptr ? ir::strip(target)->as<ir::Member>() : nullptr;
    if (member != nullptr && !target->type->is_array()) { // &p->x: what follows it in the record, too
        const ir::TypeRef base = ir::strip(member->base.get())->type;
        if (seen_as_record(member->arrow ? base->inner : base))
            return true;
    }
    const ir::TypeRef pointer = without_casts(*copy.to)->type;
    if (pointer != nullptr && (pointer->is_pointer() || pointer->is_array()) && seen_as_record(pointer->inner))
        return true;
    ir::TypeRef type = content(*copy.to);
    if (type == nullptr)
        type = content(*copy.from);
    return type == nullptr ? !record_variables_.empty() : seen_as_record(type);
}

void BulkCopies::collect(const FunctionDecl& function) {
    Facts& facts = facts_[&function];
    std::vector<const Stmt*> work{function.body.get()};
    while (!work.empty()) {
        const Stmt& stmt = *work.back();
        work.pop_back();
        if (const auto* loop = stmt.as<ir::For>(); loop != nullptr && loop->directive != nullptr)
            continue;
        const auto on_expr = [&](const Expr& top) {
            walk(
                top,
                [&](const Expr& e) {
                    const auto* call = e.as<ir::Call>();
                    if (const FunctionDecl* body =
                            call != nullptr ? state_.summary.definition(ir::called_function(*call)) : nullptr)
                        facts.callees.insert(body);
                },
                [](const Stmt&) {});
        };
        ir::for_each_child(stmt, on_expr, [&](const Stmt& child) { work.push_back(&child); });
        const auto* expression = stmt.as<ir::ExprStmt>();
        if (expression == nullptr || expression->expr == nullptr || !stmt.range.verbatim ||
            stmt.range.file != function.whole.file)
            continue;
        const Expr& expr = *without_casts(*expression->expr);
        std::optional<BulkCopy> copy = copy_by_call(expr, state_.summary);
        if (!copy)
            copy = copy_by_assignment(expr);
        if (!copy || !is_repeatable(*copy->to) || (copy->from != nullptr && !is_repeatable(*copy->from)) ||
            (copy->bytes != nullptr && !is_repeatable(*copy->bytes)))
            continue;
        const auto bytes = copy->bytes != nullptr ? ir::constant_value(*copy->bytes) : ir::size_of(expr.type);
        if (bytes && *bytes < worth::least_bulk_bytes)
            continue;
        if (copy->from != nullptr && copy->bytes != nullptr) {
            const ir::TypeRef to = content(*copy->to), from = content(*copy->from);
            if (to != nullptr && from != nullptr && to != from)
                continue; // one type's bytes become another's
            if (may_hold_scalars(*copy, expr))
                continue;
            of_anything_ = of_anything_ || to == nullptr || from == nullptr;
        } else if (may_hold_scalars(*copy, expr)) {
            continue;
        }
        facts.copies = facts.copies || copy->from != nullptr;
        copies_.emplace(&stmt, *copy);
    }
}

void BulkCopies::find_carriers() {
    carriers_.clear();
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [function, facts] : facts_) {
            const bool carries = facts.copies || std::any_of(facts.callees.begin(), facts.callees.end(),
                                                             [&](const auto* f) { return carriers_.contains(f); });
            changed = (carries && carriers_.insert(function).second) || changed;
        }
    }
}

// The function that the call reaches, where it makes copies and nobody takes it for a launch.
const FunctionDecl* BulkCopies::carrier(const Expr& expr) const {
    const auto* call = expr.as<ir::Call>();
    const FunctionDecl* body = call != nullptr ? state_.summary.definition(ir::called_function(*call)) : nullptr;
    return body != nullptr && carriers_.contains(body) && !state_.summary.may_launch(body) ? body : nullptr;
}

// Whether nothing but the call, behind its arguments, touches memory where the expressions are evaluated.
bool BulkCopies::stands_alone(const std::vector<const Expr*>& together, const Expr& call) const {
    const auto touches = [&](const Expr& e) {
        const auto* other = e.as<ir::Call>();
        const FunctionDecl* callee = other != nullptr ? ir::called_function(*other) : nullptr;
        const bool known = callee != nullptr && state_.summary.definition(callee) == nullptr;
        const LibraryEffect* effect = known ? library_effect(callee->name) : nullptr;
        return names_memory(e) || (other != nullptr && (effect == nullptr || !effect->pure())) ||
               e.as<ir::StatementExpr>() != nullptr || (e.as<ir::DeclRef>() != nullptr && e.type->is_record());
    };
    const std::function<bool(const Expr&)> alone = [&](const Expr& e) {
        bool good = &e == &call || !touches(e);
        ir::for_each_child(
            e,
            [&](const Expr& child) {
                if (&e != &call)
                    good = good && alone(child);
                else // an argument
                    walk(
                        child, [&](const Expr& inner) { good = good && carrier(inner) == nullptr; },
                        [](const Stmt&) {});
            });
        return good;
    };
    return std::all_of(together.begin(), together.end(), [&](const Expr* expr) { return alone(*expr); });
}

void BulkCopies::settle_calls() {
    for (const auto& unit : state_.program.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body)
                for_each_evaluation(*function.body, [&](const std::vector<const Expr*>& together) {
                    for (const Expr* expr : together)
                        walk(
                            *expr,
                            [&](const Expr& e) {
                                if (const FunctionDecl* body = carrier(e);
                                    body != nullptr && !stands_alone(together, e))
                                    settle(body);
                            },
                            [](const Stmt&) {});
                });
    for (const FunctionDecl* function : carriers_)
        if (!state_.summary.may_launch(function) &&
            (state_.summary.takes_address(function) || state_.summary.may_be_called_back(function)))
            settle(function);
}

void BulkCopies::settle(const FunctionDecl* function) {
    const auto known = facts_.find(function);
    if (known == facts_.end() || !settled_.insert(function).second)
        return;
    for (const FunctionDecl* callee : known->second.callees)
        settle(callee);
    forget_copies(*function->body);
}

// All but the fills, which leave every array with all ranks.
void BulkCopies::forget_copies(const Stmt& body) {
    walk(
        body, [](const Expr&) {},
        [&](const Stmt& stmt) {
            if (const auto copy = copies_.find(&stmt); copy != copies_.end() && copy->second.from != nullptr)
                copies_.erase(copy);
        });
}

// Transfers must be able to stand between a copy and what is beside it: not where one macro makes both.
bool BulkCopies::can_be_cut(const Stmt& stmt, support::FileId file) const {
    bool good = true;
    const auto on_expr = [&](const Expr& expr) { good = good && (expr.range.verbatim && expr.range.file == file); };
    const auto on_stmt = [&](const Stmt& child) {
        const auto* loop = child.as<ir::For>();
        if (loop != nullptr && loop->directive != nullptr)
            return;
        good = good && child.range.verbatim && child.range.file == file && (!holds(child) || can_be_cut(child, file));
    };
    ir::for_each_child(stmt, on_expr, on_stmt);
    return good;
}

void BulkCopies::settle_what_cannot_be_cut() {
    for (auto& [function, facts] : facts_) {
        if (settled_.contains(function) || !holds(*function->body) || can_be_cut(*function->body, function->whole.file))
            continue;
        forget_copies(*function->body);
        facts.copies = false;
        walk(
            *function->body,
            [&](const Expr& e) {
                if (const FunctionDecl* body = carrier(e))
                    settle(body);
            },
            [](const Stmt&) {});
    }
}

const BulkCopy* BulkCopies::of(const Stmt& stmt) const {
    const auto found = copies_.find(&stmt);
    return found == copies_.end() ? nullptr : &found->second;
}

bool BulkCopies::holds(const Stmt& stmt) const {
    bool found = false;
    walk(
        stmt, [&](const Expr& e) { found = found || carrier(e) != nullptr; },
        [&](const Stmt& s) {
            const BulkCopy* copy = of(s);
            found = found || (copy != nullptr && copy->from != nullptr);
        });
    return found;
}

ir::Bound copied_bytes(const BulkCopy& copy, ir::Site& site) {
    using ir::HostExpr;
    site.copied =
        copy.bytes != nullptr ? HostExpr::of(*copy.bytes) : HostExpr::size_of(HostExpr::group(HostExpr::of(*copy.to)));
    if (const auto number = site.copied.constant(); number && *number >= 0)
        return {0, *number};
    site.touches.keys.push_back({.name = "hydra_bytes", .host = site.copied, .shown = site.copied.text()});
    return {0, ir::SymbolicExpr::symbol("hydra_bytes")};
}

} // namespace hydra::passes
