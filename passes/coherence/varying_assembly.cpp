// See varying_assembly.h.
#include "passes/coherence/varying_assembly.h"

#include "passes/facts/summary.h"

namespace hydra::passes {

bool holds_varying_assembly(const ir::Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [](const ir::Expr&) {},
        [&](const ir::Stmt& s) {
            const auto* assembly = s.as<ir::Asm>();
            found = found || (assembly != nullptr && assembly->varies);
        });
    return found;
}

std::vector<ir::HostExpr> written_variables(const ir::Asm& assembly) {
    std::vector<ir::HostExpr> found;
    walk(
        *assembly.effect,
        [&](const ir::Expr& e) {
            if (const ir::Expr* target = assignment_target(e))
                found.push_back(ir::HostExpr::name(ir::named_variable(target)->name));
        },
        [](const ir::Stmt&) {});
    return found;
}

} // namespace hydra::passes
