#include "codegen/device/device_checks.h"

#include <limits>

#include <fmt/format.h>

#include "codegen/text/walk.h"
#include "codegen/worth.h"

namespace hydra::codegen {

bool is_truth(const ir::Expr& full) {
    const auto& expr = *ir::strip(&full);
    const auto* binary = expr.as<ir::Binary>();
    const auto* unary = expr.as<ir::Unary>();
    return expr.type->kind == ir::TypeKind::Bool || (unary != nullptr && unary->op == ir::UnaryOp::logical_not) ||
           (binary != nullptr && ((binary->op >= ir::BinaryOp::lt && binary->op <= ir::BinaryOp::ne) ||
                                  binary->op == ir::BinaryOp::logical_and || binary->op == ir::BinaryOp::logical_or));
}

void check_alignment(const ir::VarDecl& variable, const support::SourceRange& at) {
    if (ir::is_overaligned(variable) && !variable.has_static_lifetime())
        throw HostOnly{at, fmt::format("'{}' is declared with an alignment of its own", variable.name)};
}

bool is_stored_pointer(const ir::Expr& expr) {
    const auto* unary = expr.as<ir::Unary>();
    return expr.type->is_pointer() && !expr.type->inner->is_function() &&
           (expr.as<ir::Member>() != nullptr || expr.as<ir::Index>() != nullptr ||
            (unary != nullptr && unary->op == ir::UnaryOp::deref));
}

const ir::Expr* check_stored_pointers(const ir::Expr& expr, bool follows) {
    const auto* binary = expr.as<ir::Binary>();
    const auto* unary = expr.as<ir::Unary>();
    const bool assigns = binary != nullptr && ir::is_assignment(binary->op);
    const bool counts = unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec;
    const bool addresses = unary != nullptr && unary->op == ir::UnaryOp::address_of;
    if (!assigns && !counts && !addresses)
        return nullptr;
    const auto& target = *ir::strip(assigns ? binary->lhs.get() : unary->operand.get());
    if (!target.type->is_pointer())
        return nullptr;
    const auto quoted = fmt::format("'{}'", ir::print_c(target));
    if (addresses && !(is_stored_pointer(target) && follows))
        throw HostOnly{expr.range, fmt::format("the address of the pointer {} is taken", quoted)};
    if (!addresses && is_stored_pointer(target))
        throw HostOnly{expr.range, fmt::format("it stores a pointer in {}", quoted)};
    return addresses ? &target : nullptr;
}

namespace {

// Whether the value depends on nothing but memory and variables, and to find it out changes none; calls: but for what
// functions do.
bool only_looks(const ir::Expr& root, bool calls) {
    bool looks = true;
    walk(
        root, [&](const ir::Stmt&, const ir::Stmt*) { looks = false; },
        [&](const ir::Expr& expr, const ir::Expr*) {
            const auto* unary = expr.as<ir::Unary>();
            const auto* binary = expr.as<ir::Binary>();
            const bool steps =
                unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec;
            const bool special = expr.type == nullptr || expr.type->quals.is_volatile || expr.type->quals.is_atomic;
            looks = looks && !steps && !special && !(binary != nullptr && ir::is_assignment(binary->op)) &&
                    (calls || expr.as<ir::Call>() == nullptr);
        });
    return looks;
}

bool is_of_type(const ir::Expr& expr, ir::TypeRef type) {
    const auto plain = [](ir::TypeRef of) { return of->unqualified != nullptr ? of->unqualified : of; };
    return plain(expr.type) == plain(type);
}

} // namespace

std::optional<ConditionalStore> conditional_store(const ir::ExprStmt& stmt) {
    const auto* store = stmt.expr != nullptr ? ir::strip(stmt.expr.get())->as<ir::Binary>() : nullptr;
    if (store == nullptr || store->op != ir::BinaryOp::assign)
        return std::nullopt;
    const auto& place = *ir::strip(store->lhs.get());
    const auto& chosen = *ir::strip(store->rhs.get());
    const auto* choice = chosen.as<ir::Conditional>();
    const bool in_memory = place.as<ir::Index>() != nullptr || place.as<ir::Member>() != nullptr ||
                           (place.as<ir::Unary>() != nullptr && place.as<ir::Unary>()->op == ir::UnaryOp::deref);
    // A conversion in between could change the value.
    if (choice == nullptr || choice->then == nullptr || !in_memory || !place.type->is_arithmetic() ||
        !is_of_type(chosen, place.type) || !is_of_type(*ir::strip(choice->then.get()), place.type) ||
        !is_of_type(*ir::strip(choice->otherwise.get()), place.type) || !only_looks(place, false) ||
        !only_looks(*choice->cond, true))
        return std::nullopt;
    const auto text = ir::print_c(place);
    const bool kept = ir::print_c(*ir::strip(choice->then.get())) == text;
    if (!kept && ir::print_c(*ir::strip(choice->otherwise.get())) != text)
        return std::nullopt;
    const auto& value = kept ? *choice->otherwise : *choice->then;
    return only_looks(value, true)
               ? std::optional(ConditionalStore{ir::strip(stmt.expr.get()), &place, choice->cond.get(), &value, kept})
               : std::nullopt;
}

std::string conditional_text(const ConditionalStore& store, const ir::PrintHooks& hooks, int indent) {
    const auto condition = ir::print_c(*store.condition, hooks), value = ir::print_c(*store.value, hooks);
    const bool is_comma =
        store.value->as<ir::Binary>() != nullptr && store.value->as<ir::Binary>()->op == ir::BinaryOp::comma;
    return fmt::format("{0}{{\n{0}    if ({1}) {{\n{0}        {2} = {3};\n{0}    }}\n{0}}}\n",
                       std::string(static_cast<std::size_t>(indent) * 4, ' '),
                       store.kept ? fmt::format("!({})", condition) : condition, ir::print_c(*store.place, hooks),
                       is_comma ? fmt::format("({})", value) : value);
}

namespace {

// Whether a case of the switch around the statement stands in it.
bool has_case(const ir::Stmt& stmt) {
    if (stmt.as<ir::Switch>() != nullptr)
        return false;
    bool found = stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr;
    ir::for_each_child(
        stmt, [](const ir::Expr&) {}, [&found](const ir::Stmt& child) { found = found || has_case(child); });
    return found;
}

void find_jumped(const ir::Stmt& stmt, std::set<const ir::Stmt*>& found) {
    if (stmt.as<ir::Switch>() != nullptr)
        return;
    const auto* loop = stmt.as<ir::For>();
    if (loop != nullptr && loop->init && loop->init->as<ir::DeclStmt>() != nullptr && has_case(*loop->body))
        throw HostOnly{stmt.range, "a case jumps into a loop that declares its variable"};
    if (const auto* block = stmt.as<ir::Compound>()) {
        bool later = false;
        for (auto item = block->items.rbegin(); item != block->items.rend(); ++item) {
            if (later && (*item)->as<ir::DeclStmt>() != nullptr)
                found.insert(item->get());
            later = later || has_case(**item);
        }
    }
    const auto* label = stmt.as<ir::Case>();
    const auto* other = stmt.as<ir::Default>();
    if ((label != nullptr && label->body && label->body->as<ir::DeclStmt>() != nullptr) ||
        (other != nullptr && other->body && other->body->as<ir::DeclStmt>() != nullptr))
        throw HostOnly{stmt.range, "a declaration stands behind a case"};
    ir::for_each_child(
        stmt, [](const ir::Expr&) {}, [&found](const ir::Stmt& child) { find_jumped(child, found); });
}

} // namespace

std::set<const ir::Stmt*> jumped_declarations(const ir::Switch& choice) {
    std::set<const ir::Stmt*> found;
    find_jumped(*choice.body, found);
    return found;
}

std::string case_labels(const ir::Case& label, const support::SourceRange& at, int indent) {
    const auto low = ir::constant_value(*label.low), high = ir::constant_value(*label.high);
    if (!low || !high || *low < 0 || *high < *low || *high > std::numeric_limits<int>::max() ||
        *high - *low >= worth::most_case_labels) {
        throw HostOnly{at, fmt::format("a case stands for a range that is not of {} positive values at most",
                                       worth::most_case_labels)};
    }
    std::string text;
    for (auto value = *low; value <= *high; ++value)
        text += fmt::format("{}case {}:\n", std::string(static_cast<std::size_t>(indent) * 4, ' '), value);
    return text;
}

void check_builtin(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& function) {
    if (function.name == "__builtin_expect" && call.args.size() == 2 && !ir::constant_value(*call.args[1]))
        throw HostOnly{expr.range, "what __builtin_expect expects is not a constant"};
    if (function.name == "__builtin_islessgreater") {
        for (const auto& arg : call.args)
            if (!arg->type->is_floating())
                throw HostOnly{arg->range, "it compares a whole number with islessgreater"};
    }
}

std::set<const ir::VarDecl*> declared_again(const ir::Stmt& body) {
    std::set<const ir::VarDecl*> found;
    walk(body,
         [&found](const ir::Stmt& stmt, const ir::Stmt*) {
             const auto* loop = stmt.as<ir::For>();
             const auto* head = loop != nullptr && loop->init ? loop->init->as<ir::DeclStmt>() : nullptr;
             const auto* block = head != nullptr ? loop->body->as<ir::Compound>() : nullptr;
             for (std::size_t index = 0; block != nullptr && index < block->items.size(); ++index) {
                 const auto* decl = block->items[index]->as<ir::DeclStmt>();
                 for (std::size_t one = 0; decl != nullptr && one < decl->variables.size(); ++one) {
                     const auto* again = decl->variables[one].get();
                     for (const auto& variable : head->variables)
                         if (variable->name == again->name)
                             found.insert(again);
                 }
             }
         },
         {});
    return found;
}

} // namespace hydra::codegen
