// Labels in the symbolic run (labels.h).
#include "passes/evaluation/labels.h"

#include "passes/evaluation/expression_shapes.h"
#include "passes/evaluation/jump_shapes.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

void Labels::enter_body(const Stmt& body) {
    const bool gotos = holds_goto_label(body);
    formulas_ = gotos ? std::nullopt : std::optional<std::size_t>(0);
    if (!gotos)
        return;
    path_.widen("there are gotos around it");
    Variables assigned;
    walk(
        body,
        [&](const Expr& e) {
            if (const ir::VarDecl* variable = assigned_variable(e))
                assigned.insert(variable);
            assigned.merge(addresses_handed_out(e));
        },
        [](const Stmt&) {});
    path_.distrust(assigned);
}

void Labels::note_gotos(const Stmt& stmt) {
    if (formulas_ || stmt.as<ir::Compound>() != nullptr)
        return;
    bool found = false;
    walk(
        stmt, [](const Expr&) {},
        [&](const Stmt& s) { found = found || s.as<ir::Label>() != nullptr || s.as<ir::Goto>() != nullptr; });
    if (found)
        formulas_ = path_.domain().formulas.size();
}

void Labels::enter_label(const Stmt& stmt) {
    const bool of_switch = stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr;
    if ((!of_switch || switches_.empty()) && stmt.as<ir::Label>() == nullptr)
        return;
    const std::size_t known = of_switch ? switches_.back().formulas : formulas_.value_or(0);
    path_.drop_formulas(known);
    if (of_switch)
        path_.forget_after(switches_.back().changed, switches_.back().replaced);
}

void Labels::enter_switch(Variables changed, Variables replaced) {
    switches_.push_back({std::move(changed), std::move(replaced), path_.domain().formulas.size()});
}

} // namespace hydra::passes
