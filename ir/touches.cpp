// What sections speak of.
#include "ir/touches.h"

namespace hydra::ir {

bool depends_on_chunk(const SymbolicExpr& expr) { return expr.mentions(chunk_begin) || expr.mentions(chunk_end); }

void Access::add_symbols(SymbolicExpr::Symbols& to) const {
    rows.add_symbols(to);
    if (row)
        row->add_symbols(to);
    if (guard)
        guard->add_symbols(to);
    for (const Bound& bound : box)
        for (const SymbolicExpr* expr : {&bound.lo, &bound.hi, &bound.step})
            expr->add_symbols(to);
}

} // namespace hydra::ir
