// Heads that begin with a constant below a constant.
#include "passes/flow/first_round.h"

#include "ir/operators.h"

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

bool is_always_true(const Expr* cond) { return cond == nullptr || ir::constant_value(*cond).value_or(0) != 0; }

bool surely_runs(const ir::For& loop) {
    if (is_always_true(loop.cond.get()))
        return true;
    const auto* compare = ir::strip(loop.cond.get())->as<ir::Binary>();
    const VarDecl* variable = compare != nullptr ? ir::named_variable(compare->lhs.get()) : nullptr;
    const std::int64_t bound = variable != nullptr ? ir::constant_value(*compare->rhs).value_or(-1) : -1;
    const Expr* start = nullptr;
    if (const auto* declared = loop.init ? loop.init->as<ir::DeclStmt>() : nullptr) {
        for (const auto& each : declared->variables)
            if (each.get() == variable)
                start = each->init.get();
    } else if (const auto* first = loop.init ? loop.init->as<ir::ExprStmt>() : nullptr; first != nullptr) {
        const auto* assign = first->expr ? ir::strip(first->expr.get())->as<ir::Binary>() : nullptr;
        if (assign != nullptr && assign->op == ir::BinaryOp::assign &&
            ir::named_variable(assign->lhs.get()) == variable)
            start = assign->rhs.get();
    }
    const std::int64_t from = start != nullptr ? ir::constant_value(*start).value_or(-1) : -1;
    if (bound < 0 || from < 0)
        return false;
    switch (compare->op) {
    case ir::BinaryOp::lt:
        return from < bound;
    case ir::BinaryOp::le:
        return from <= bound;
    case ir::BinaryOp::gt:
        return from > bound;
    case ir::BinaryOp::ge:
        return from >= bound;
    case ir::BinaryOp::ne:
        return from != bound;
    default:
        return false;
    }
}

} // namespace hydra::passes
