#include "codegen/device_checks.h"

#include <fmt/format.h>

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
    if (ir::is_overaligned(variable) && !variable.has_static_lifetime()) {
        throw HostOnly{at, fmt::format("'{}' is declared with an alignment of its own", variable.name)};
    }
}

void check_switch(const ir::Switch& choice) {
    const auto* block = choice.body->as<ir::Compound>();
    if (block == nullptr) {
        return;
    }
    for (const auto& item : block->items) {
        const auto* inner = item.get();
        while (inner != nullptr && (inner->as<ir::Case>() != nullptr || inner->as<ir::Default>() != nullptr)) {
            inner = inner->as<ir::Case>() != nullptr ? inner->as<ir::Case>()->body.get()
                                                     : inner->as<ir::Default>()->body.get();
        }
        if (inner != nullptr && inner->as<ir::DeclStmt>() != nullptr) {
            throw HostOnly{inner->range, "a variable is declared between the cases of a switch"};
        }
    }
}

} // namespace hydra::codegen
