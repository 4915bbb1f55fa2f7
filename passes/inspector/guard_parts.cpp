// See guard_parts.h.
#include "passes/inspector/guard_parts.h"

#include "ir/operators.h"

namespace hydra::passes {

namespace {

void add_parts(const ir::Expr& condition, ir::BinaryOp joined_by, std::vector<const ir::Expr*>& parts) {
    const auto* binary = ir::strip(&condition)->as<ir::Binary>();
    if (binary == nullptr || binary->op != joined_by) {
        parts.push_back(&condition);
        return;
    }
    add_parts(*binary->lhs, joined_by, parts);
    add_parts(*binary->rhs, joined_by, parts);
}

bool is_continue(const ir::Stmt& stmt) {
    const auto* compound = stmt.as<ir::Compound>();
    return stmt.as<ir::Continue>() != nullptr ||
           (compound != nullptr && compound->items.size() == 1 && is_continue(*compound->items.front()));
}

} // namespace

GuardParts guard_parts(const ir::If& branch) {
    GuardParts found;
    found.skips = !branch.otherwise && is_continue(*branch.then);
    add_parts(*branch.cond, found.skips ? ir::BinaryOp::logical_or : ir::BinaryOp::logical_and, found.parts);
    return found;
}

} // namespace hydra::passes
