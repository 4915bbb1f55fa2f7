// Pointers that change within one statement of serial code, in front of which a transfer stands.
#pragma once
#include "passes/access/access.h"

namespace hydra::passes {

// `p = q, p[0]`, `next(&p) && p[0]`: what stands before the statement would speak of the old p, so the access may be
// anywhere. One of statement and expression; the other null.
void widen_changed_pointers(RegionAccesses& found, const Summary& summary, const ir::Stmt* statement,
                            const ir::Expr* expression);

} // namespace hydra::passes
