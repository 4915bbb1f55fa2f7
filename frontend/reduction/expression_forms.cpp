// One function a question.
#include "frontend/reduction/expression_forms.h"

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

} // namespace hydra::frontend
