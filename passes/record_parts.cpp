// Walks from a part of a record to the variable that holds it, without following pointers.
#include "passes/record_parts.h"

namespace hydra::passes {

using ir::Expr;

const ir::VarDecl* variable_of_part(const Expr* expr) {
    while (true) {
        expr = ir::strip(expr);
        const auto* index = expr->as<ir::Index>();
        const auto* member = expr->as<ir::Member>();
        if (index != nullptr && ir::strip(index->base.get())->type->is_array())
            expr = index->base.get();
        else if (member != nullptr && !member->arrow)
            expr = member->base.get();
        else
            return ir::named_variable(expr);
    }
}

} // namespace hydra::passes
