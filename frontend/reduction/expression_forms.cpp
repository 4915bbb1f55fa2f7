// One function a question.
#include "frontend/reduction/expression_forms.h"

#include <functional>

#include "frontend/sema/effects.h"

namespace hydra::frontend {

using namespace ir;

bool is_relation(BinaryOp op) {
    return op == BinaryOp::lt || op == BinaryOp::le || op == BinaryOp::gt || op == BinaryOp::ge;
}

// Evaluated twice, both give the same value.
bool same(const Expr* a, const Expr* b) { return print_c(*a) == print_c(*b) && !has_effects(*a); }

TypeRef element_type(const VarDecl* variable) {
    TypeRef type = variable->type;
    for (bool first = true; type->is_array() || (first && type->is_pointer()); first = false)
        type = type->inner;
    return type;
}

// Of arithmetic types, which each file of a program has in a table of its own.
bool is_same(TypeRef a, TypeRef b) {
    return a->unqualified == b->unqualified || (a->is_arithmetic() && a->kind == b->kind && a->kind != TypeKind::Enum);
}

const Stmt* only_statement(const Stmt* stmt) {
    while (const auto* block = stmt != nullptr ? stmt->as<Compound>() : nullptr)
        stmt = block->items.size() == 1 ? block->items[0].get() : nullptr;
    return stmt;
}

bool is_truth(const Expr& expr) {
    const auto* binary = expr.as<Binary>();
    const auto* unary = expr.as<Unary>();
    const auto constant = constant_value(expr);
    return expr.type->kind == TypeKind::Bool || (unary != nullptr && unary->op == UnaryOp::logical_not) ||
           (binary != nullptr && (is_relation(binary->op) || binary->op == BinaryOp::eq || binary->op == BinaryOp::ne ||
                                  binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or)) ||
           (constant && (*constant == 0 || *constant == 1));
}

bool addresses_variable(const Expr& expr) {
    const auto* unary = strip(&expr)->as<Unary>();
    return unary != nullptr && unary->op == UnaryOp::address_of && named_variable(unary->operand.get()) != nullptr;
}

std::vector<const Expr*> assignments(const Stmt& then) {
    std::vector<const Expr*> found;
    const auto* block = then.as<Compound>();
    const auto* single = then.as<ExprStmt>();
    bool all = true;
    const std::function<void(const Expr&)> add = [&](const Expr& expr) {
        const auto* binary = expr.as<Binary>();
        if (binary != nullptr && binary->op == BinaryOp::comma) {
            add(*binary->lhs);
            add(*binary->rhs);
        } else {
            found.push_back(&expr);
            all = all && binary != nullptr && binary->op == BinaryOp::assign;
        }
    };
    if (single != nullptr)
        add(*single->expr);
    for (std::size_t i = 0; block != nullptr && i < block->items.size(); ++i) {
        const auto stored =
            block->items[i]->as<Null>() != nullptr ? std::vector<const Expr*>() : assignments(*block->items[i]);
        all = all && (!stored.empty() || block->items[i]->as<Null>() != nullptr);
        found.insert(found.end(), stored.begin(), stored.end());
    }
    return all ? found : std::vector<const Expr*>();
}

} // namespace hydra::frontend
