// In one statement, a structured walk: sequence, choice, loop. What comes behind it is found along the ways that
// control may take (control_flow.h).
#include "passes/flow/liveness.h"

#include <algorithm>
#include <map>
#include <vector>

#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"
#include "passes/facts/summary.h"
#include "passes/flow/control_flow.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

FirstUse in_sequence(FirstUse first, FirstUse second) {
    if (first == FirstUse::written || first == FirstUse::read)
        return first;
    if (first == FirstUse::perhaps_read)
        return second == FirstUse::read ? FirstUse::read : FirstUse::perhaps_read;
    return second;
}

FirstUse in_choice(FirstUse a, FirstUse b) {
    if (a == b)
        return a;
    const bool reads =
        a == FirstUse::read || b == FirstUse::read || a == FirstUse::perhaps_read || b == FirstUse::perhaps_read;
    return reads ? FirstUse::perhaps_read : FirstUse::none;
}

FirstUse weakened(FirstUse use) { // of what may not run
    return use == FirstUse::read ? FirstUse::perhaps_read : use == FirstUse::written ? FirstUse::none : use;
}

// A variable, or a member of it.
struct Subject {
    const VarDecl* variable;
    const std::string* member = nullptr;

    [[nodiscard]] bool is(const Expr* expr) const {
        const auto* part = expr != nullptr ? ir::strip(expr)->as<ir::Member>() : nullptr;
        if (member == nullptr)
            return ir::named_variable(expr) == variable;
        return part != nullptr && !part->arrow && part->field == *member &&
               ir::named_variable(part->base.get()) == variable;
    }
    // Whether it is another member of the variable.
    [[nodiscard]] bool is_beside(const Expr& expr) const {
        const auto* part = member != nullptr ? ir::strip(&expr)->as<ir::Member>() : nullptr;
        return part != nullptr && !part->arrow && part->field != *member &&
               ir::named_variable(part->base.get()) == variable;
    }
    [[nodiscard]] bool is_array() const { return member == nullptr && variable->type->is_array(); }
};

FirstUse first_use(const Expr& expr, const Subject& subject);
FirstUse first_use(const Stmt& stmt, const Subject& subject);

// Of the run-time lengths of arrays that are declared, or whose type is named.
FirstUse lengths_use(ir::TypeRef type, const Subject& subject) {
    FirstUse use = FirstUse::none;
    for (; type != nullptr && (type->is_array() || type->is_pointer()); type = type->inner)
        if (type->vla_length != nullptr)
            use = in_sequence(use, first_use(*type->vla_length, subject));
    return use == FirstUse::read ? FirstUse::perhaps_read : use;
}

// Whether `memset(w, 0, sizeof w)` and its kin fill all of the array.
bool overwrites(const ir::Call& call, const LibraryEffect& effect, const Expr& argument, const VarDecl* array) {
    const auto count = static_cast<std::size_t>(effect.bytes.count);
    if (!effect.bytes.exactly || effect.bytes.size >= 0 || count >= call.args.size() || !array->type->is_array() ||
        ir::named_variable(&argument) != array)
        return false;
    const auto bytes = ir::constant_value(*call.args[count]), size = ir::size_of(array->type);
    return bytes && size && *bytes >= *size;
}

// Library functions that only fill what they are handed the address of.
FirstUse first_use_of_call(const ir::Call& call, const Subject& subject) {
    const ir::FunctionDecl* callee = ir::called_function(call);
    const LibraryEffect* effect = callee != nullptr && !callee->in_user_file ? library_effect(callee->name) : nullptr;
    FirstUse use = first_use(*call.callee, subject);
    FirstUse fills = FirstUse::none;
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const auto* unary = ir::strip(call.args[i].get())->as<ir::Unary>();
        const char letter = effect != nullptr ? effect->argument(i) : '.';
        if ((letter == 'e' || letter == 'w' || letter == 'p') && unary != nullptr &&
            unary->op == ir::UnaryOp::address_of && subject.is(unary->operand.get()))
            fills = letter == 'e' ? FirstUse::written : fills;
        else if (letter == 'W' && subject.member == nullptr &&
                 overwrites(call, *effect, *call.args[i], subject.variable))
            fills = FirstUse::written;
        else
            use = in_sequence(use, first_use(*call.args[i], subject));
    }
    return in_sequence(use, fills);
}

// The subscripts of `w[i][j]`, the first one first, where w is the array and they lead to an element; else empty.
std::vector<const Expr*> subscripts(const Expr& target, const VarDecl* array) {
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

FirstUse first_use(const Expr& expr, const Subject& subject) {
    if (expr.as<ir::DeclRef>() != nullptr)
        return ir::named_variable(&expr) == subject.variable ? FirstUse::read : FirstUse::none;
    if (subject.member != nullptr && expr.as<ir::Member>() != nullptr && (subject.is(&expr) || subject.is_beside(expr)))
        return subject.is(&expr) ? FirstUse::read : FirstUse::none;
    if (const auto* binary = expr.as<ir::Binary>()) {
        if (binary->op == ir::BinaryOp::assign &&
            (subject.is(binary->lhs.get()) || ir::named_variable(binary->lhs.get()) == subject.variable))
            return in_sequence(first_use(*binary->rhs, subject), FirstUse::written);
        if (const auto stored = subscripts(*binary->lhs, subject.variable);
            binary->op == ir::BinaryOp::assign && !stored.empty()) { // what other elements hold is still there
            FirstUse use = FirstUse::none;
            for (const Expr* subscript : stored)
                use = in_sequence(use, first_use(*subscript, subject));
            return in_sequence(use, first_use(*binary->rhs, subject));
        }
        if (binary->op == ir::BinaryOp::logical_and || binary->op == ir::BinaryOp::logical_or)
            return in_sequence(first_use(*binary->lhs, subject), weakened(first_use(*binary->rhs, subject)));
    }
    if (const auto* conditional = expr.as<ir::Conditional>()) {
        const FirstUse then = conditional->then ? first_use(*conditional->then, subject) : FirstUse::none;
        return in_sequence(first_use(*conditional->cond, subject),
                           in_choice(then, first_use(*conditional->otherwise, subject)));
    }
    if (const auto* size = expr.as<ir::SizeOf>())
        return lengths_use(size->of, subject);
    if (const auto* cast = expr.as<ir::Cast>(); cast != nullptr && !cast->implicit)
        if (const FirstUse length = lengths_use(expr.type, subject); length != FirstUse::none)
            return length;
    if (const auto* call = expr.as<ir::Call>())
        return first_use_of_call(*call, subject);
    // An array's elements: a whole-array question that one element's write does not answer.
    FirstUse use = FirstUse::none;
    ir::for_each_child(expr, [&](const Expr& child) { use = in_sequence(use, first_use(child, subject)); });
    if (const auto* statement = expr.as<ir::StatementExpr>(); statement != nullptr && statement->body)
        use = in_sequence(use, first_use(*statement->body, subject));
    return use;
}

FirstUse use_of(const ir::ExprPtr& expr, const Subject& subject) {
    return expr ? first_use(*expr, subject) : FirstUse::none;
}

FirstUse use_of(const ir::StmtPtr& stmt, const Subject& subject) {
    return stmt ? first_use(*stmt, subject) : FirstUse::none;
}

template <class List> bool contains(const List& list, const VarDecl* variable) {
    return std::any_of(
        list.begin(), list.end(), [&](const auto& each) { return &*each == variable; });
}

// The variable of `for (k = 0; k < 8; ++k)`, and how far it runs; null: another loop.
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

// Whether the loop, which reads nothing of the array, stores into all of its elements: loops over whole dimensions
// around `w[i][j] = …`. counters: of the loops around.
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
    const std::vector<const Expr*> stored = subscripts(*store->lhs, array);
    for (const Expr* subscript : stored) {
        const auto counter = counters.find(ir::named_variable(subscript));
        if (counter == counters.end() || type->length <= 0 || counter->second < type->length)
            return false;
        counters.erase(counter);
        type = type->inner;
    }
    return !stored.empty() && !type->is_array();
}

FirstUse first_use_of_for(const ir::For& loop, const Subject& subject) {
    FirstUse header = in_sequence(use_of(loop.init, subject), use_of(loop.cond, subject));
    if (loop.directive) {
        for (const ir::Reduction& reduction : loop.directive->reductions) {
            for (const ir::SectionBound& bound : reduction.section)
                header = in_sequence(header, in_sequence(use_of(bound.lo, subject), use_of(bound.length, subject)));
            if (reduction.variable == subject.variable) // its old value is combined with
                header = in_sequence(header, FirstUse::read);
        }
        if (contains(loop.directive->private_, subject.variable))
            return weakened(header);
        if (contains(loop.directive->firstprivate, subject.variable))
            return in_sequence(header, FirstUse::perhaps_read);
    }
    return in_sequence(header, weakened(in_sequence(use_of(loop.body, subject), use_of(loop.inc, subject))));
}

// The statements from the function's body down to the loop, outermost first.
bool path_to(const Stmt& from, const Stmt& loop, std::vector<const Stmt*>& path) {
    path.push_back(&from);
    if (&from == &loop)
        return true;
    bool found = false;
    ir::for_each_child(
        from, [](const Expr&) {}, [&](const Stmt& child) { found = found || path_to(child, loop, path); });
    if (!found)
        path.pop_back();
    return found;
}

// Those inside of a parallel loop stay in there.
bool has_goto(const Stmt& stmt) {
    const auto* loop = stmt.as<ir::For>();
    bool found = stmt.as<ir::Goto>() != nullptr;
    if (loop == nullptr || !loop->directive)
        ir::for_each_child(
            stmt, [](const Expr&) {}, [&](const Stmt& child) { found = found || has_goto(child); });
    return found;
}

// Labels of its own: those of a switch inside it are that switch's.
bool holds_label(const Stmt& stmt) {
    bool found = false;
    ir::for_each_child(
        stmt, [](const Expr&) {},
        [&](const Stmt& child) {
            found = found || child.as<ir::Label>() != nullptr || child.as<ir::Case>() != nullptr ||
                    child.as<ir::Default>() != nullptr || (child.as<ir::Switch>() == nullptr && holds_label(child));
        });
    return found;
}

bool declares(const ir::Compound& block, const VarDecl* variable) {
    return std::any_of(
        block.items.begin(), block.items.end(),
        [&](const auto& item) {
            const auto* declaration = item->template as<ir::DeclStmt>();
            return declaration != nullptr && contains(declaration->variables, variable);
        });
}

// Whether the statement may read through a pointer: whatever is no plain variable may be that, and so may calls.
bool may_read_memory(const Stmt& stmt) {
    bool found = false;
    walk(
        stmt,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            const auto* member = e.as<ir::Member>();
            found = found || e.as<ir::Call>() != nullptr || e.as<ir::Index>() != nullptr ||
                    (unary != nullptr && unary->op == ir::UnaryOp::deref) || (member != nullptr && member->arrow);
        },
        [](const Stmt&) {});
    return found;
}

FirstUse first_use(const Stmt& stmt, const Subject& subject) {
    if (const auto* compound = stmt.as<ir::Compound>()) {
        FirstUse use = FirstUse::none;
        if (holds_label(stmt)) { // a switch's body, or gotos: any item may be the first
            for (const auto& item : compound->items)
                use = in_choice(use, first_use(*item, subject));
            return weakened(use);
        }
        for (const auto& item : compound->items) {
            use = in_sequence(use, first_use(*item, subject));
            const bool leaves = item->as<ir::Continue>() != nullptr || item->as<ir::Break>() != nullptr ||
                                item->as<ir::Return>() != nullptr;
            if (leaves)
                break;
        }
        return use;
    }
    if (const auto* branch = stmt.as<ir::If>())
        return in_sequence(use_of(branch->cond, subject),
                           in_choice(use_of(branch->then, subject), use_of(branch->otherwise, subject)));
    if (const auto* loop = stmt.as<ir::For>()) {
        const FirstUse use = first_use_of_for(*loop, subject);
        return use == FirstUse::none && subject.is_array() && fills(stmt, subject.variable, {}) ? FirstUse::written
                                                                                                : use;
    }
    if (const auto* loop = stmt.as<ir::While>())
        return in_sequence(use_of(loop->cond, subject), weakened(use_of(loop->body, subject)));
    if (const auto* loop = stmt.as<ir::DoWhile>())
        return in_sequence(use_of(loop->body, subject), weakened(use_of(loop->cond, subject)));
    if (const auto* choice = stmt.as<ir::Switch>())
        return in_sequence(use_of(choice->value, subject), weakened(use_of(choice->body, subject)));
    FirstUse use = FirstUse::none;
    if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
        for (const auto& declared : declaration->variables) {
            use = in_sequence(use, lengths_use(declared->type, subject));
            if (declared->init)
                use = in_sequence(use, first_use(*declared->init, subject));
            if (declared.get() == subject.variable && !declared->has_static_lifetime()) // its life begins
                use = in_sequence(use, FirstUse::written);
        }
        return use;
    }
    ir::for_each_child(
        stmt, [&](const Expr& e) { use = in_sequence(use, first_use(e, subject)); },
        [&](const Stmt& s) { use = in_sequence(use, weakened(first_use(s, subject))); });
    return use;
}

// What a step on the way does first to the subject.
FirstUse use_in(const ControlFlow::Step& step, const Subject& subject) {
    if (step.expr != nullptr)
        return first_use(*step.expr, subject);
    const auto* loop = step.stmt->as<ir::For>();
    if (loop != nullptr && !loop->directive) // but for arrays that it fills, its parts tell
        return subject.is_array() && first_use(*step.stmt, subject) == FirstUse::written ? FirstUse::written
                                                                                         : FirstUse::none;
    return first_use(*step.stmt, subject);
}

} // namespace

FirstUse first_use(const Stmt& stmt, const VarDecl* variable) { return first_use(stmt, Subject{variable}); }

FirstUse first_use(const ControlFlow::Step& step, const VarDecl* variable) { return use_in(step, {variable}); }

bool live_after(const ir::FunctionDecl& function, const Stmt& loop, const VarDecl* variable) {
    if (!function.body || variable->has_static_lifetime() || may_come_back(*function.body))
        return true;
    const ControlFlow flow(function, loop);
    const auto is_live = [&](const Subject& subject) {
        return flow.reads_behind([&](const ControlFlow::Step& step) { return use_in(step, subject); });
    };
    const ir::TagDecl* record = variable->type->kind == ir::TypeKind::Struct ? variable->type->tag : nullptr;
    if (record == nullptr || record->fields.empty() ||
        std::any_of(record->fields.begin(), record->fields.end(), [](const ir::Field& f) { return f.name.empty(); }))
        return is_live({variable});
    return std::any_of(record->fields.begin(), record->fields.end(), [&](const ir::Field& field) {
        return is_live({variable, &field.name});
    });
}

bool live_behind_pointers(const ir::FunctionDecl& function, const Stmt& loop, const VarDecl* variable) {
    std::vector<const Stmt*> path;
    if (!function.body || !path_to(*function.body, loop, path))
        return true;
    if (variable->has_static_lifetime() || has_goto(*function.body) || may_come_back(*function.body))
        return true;
    for (std::size_t depth = path.size() - 1; depth > 0; --depth) {
        const Stmt& outer = *path[depth - 1];
        if (outer.as<ir::For>() != nullptr || outer.as<ir::While>() != nullptr || outer.as<ir::DoWhile>() != nullptr)
            return true; // the next round reads what it likes
        const auto* compound = outer.as<ir::Compound>();
        if (compound == nullptr)
            continue;
        bool after = false;
        for (const auto& item : compound->items) {
            if (after && may_read_memory(*item))
                return true;
            after = after || item.get() == path[depth];
        }
        if (declares(*compound, variable))
            return false;
    }
    return false;
}

} // namespace hydra::passes
