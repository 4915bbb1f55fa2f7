// What sections speak of, and slots stand for.
#include "ir/touches.h"

namespace hydra::ir {

bool depends_on_chunk(const SymbolicExpr& expr) { return expr.mentions(chunk_begin) || expr.mentions(chunk_end); }

bool never_meet(const Slot& a, const Slot& b) {
    if (a.objects == 0 || b.objects == 0)
        return false;
    const bool one_pointer = a.root == b.root && a.root >= 0;
    return (a.objects & b.objects) == 0 || (one_pointer && a.held_once && b.held_once);
}

bool Slot::is_variable() const {
    if (variable == nullptr)
        return false;
    const bool told = host.kind() == HostExpr::Kind::call && host.operands()[0].spelling().starts_with(told_prefix);
    return told || host.is_name(variable->name);
}

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
