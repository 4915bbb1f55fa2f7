// Jumps and labels in the symbolic run, which follows the program's text: where control may leave a statement before
// its end, what stands behind it is less certain; where it may come in from elsewhere, neither the conditions nor the
// values of the text before tell anything.
#include <algorithm>

#include "ir/operators.h"
#include "passes/access/collector.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

// A body with gotos runs in no order that this walk knows: what it assigns is never known, and nothing is exact.
void Collector::enter_body(const Stmt& body) {
    const bool gotos = holds_goto_label(body);
    label_formulas_ = gotos ? std::nullopt : std::optional<std::size_t>(0);
    if (!gotos)
        return;
    inexact_.emplace_back("there are gotos around it");
    walk(
        body,
        [&](const Expr& e) {
            if (const ir::VarDecl* variable = assigned_variable(e))
                untracked_.insert(variable);
            untracked_.merge(addresses_handed_out(e));
        },
        [](const Stmt&) {});
    forget(untracked_);
}

// What was assumed before the first goto or label of a body holds at all of its labels: there was no other way.
void Collector::note_gotos(const Stmt& stmt) {
    if (label_formulas_ || stmt.as<ir::Compound>() != nullptr)
        return;
    bool found = false;
    walk(
        stmt, [](const Expr&) {},
        [&](const Stmt& s) { found = found || s.as<ir::Label>() != nullptr || s.as<ir::Goto>() != nullptr; });
    if (found)
        label_formulas_ = domain_.formulas.size();
}

// A label: control may come here from the head of the switch, or from a goto.
void Collector::enter_label(const Stmt& stmt) {
    const bool of_switch = stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr;
    if ((!of_switch || switches_.empty()) && stmt.as<ir::Label>() == nullptr)
        return;
    const std::size_t known = of_switch ? switches_.back().formulas : label_formulas_.value_or(0);
    for (std::size_t i = known; i < domain_.formulas.size(); ++i)
        domain_.formulas[i] = "1 = 1";
    if (of_switch)
        forget_after(switches_.back().changed, switches_.back().replaced);
}

// Whether control may leave this statement for elsewhere than its end: never, perhaps, or always.
Collector::Jump Collector::jump_of(const Stmt& stmt) const {
    const auto [known, is_new] = jumps_.try_emplace(&stmt, Jump::no);
    if (is_new) {
        const Jump jump = find_jump(stmt);
        known->second = jump == Jump::no && jumps_in_expressions(stmt) ? Jump::maybe : jump;
    }
    return known->second;
}

Collector::Jump Collector::find_jump(const Stmt& stmt) const {
    if (stmt.as<ir::Break>() != nullptr || stmt.as<ir::Continue>() != nullptr || stmt.as<ir::Return>() != nullptr ||
        stmt.as<ir::Goto>() != nullptr)
        return Jump::always;
    if (stmt.as<ir::ExprStmt>() != nullptr)
        return ends_program(stmt) ? Jump::always : Jump::no;
    if (const auto* compound = stmt.as<ir::Compound>()) {
        Jump jump = Jump::no;
        bool labels = false;
        for (const auto& item : compound->items) {
            labels = labels || entered_inside(*item);
            jump = std::max(jump, jump_of(*item));
        }
        return labels && jump == Jump::always ? Jump::maybe : jump;
    }
    if (const auto* branch = stmt.as<ir::If>()) {
        const Jump then = jump_of(*branch->then);
        const Jump otherwise = branch->otherwise ? jump_of(*branch->otherwise) : Jump::no;
        if (then == otherwise)
            return then;
        return Jump::maybe;
    }
    if (const auto* labelled = stmt.as<ir::Label>())
        return labelled->body ? std::max(Jump::maybe, jump_of(*labelled->body)) : Jump::maybe;
    if (const auto* labelled = stmt.as<ir::Case>())
        return labelled->body ? jump_of(*labelled->body) : Jump::no;
    if (const auto* labelled = stmt.as<ir::Default>())
        return labelled->body ? jump_of(*labelled->body) : Jump::no;
    if (runs_once(stmt))
        return jump_of(*stmt.as<ir::DoWhile>()->body);
    const bool inner = stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr ||
                       stmt.as<ir::DoWhile>() != nullptr || stmt.as<ir::Switch>() != nullptr;
    return inner && escapes(stmt, true, true) ? Jump::maybe : Jump::no; // past the loop or switch itself
}

} // namespace hydra::passes
