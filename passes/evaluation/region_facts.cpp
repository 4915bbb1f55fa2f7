// The region, and what is fixed while it runs (region_facts.h).
#include "passes/evaluation/region_facts.h"

#include <algorithm>
#include <utility>

namespace hydra::passes {

using ir::Expr;

RegionFacts::RegionFacts(const Summary& summary, RegionOptions options)
    : summary_(summary), options_(std::move(options)), own_(options_.priv) {
    if (options_.kernel && options_.loop_variable != nullptr)
        own_.insert(options_.loop_variable);
}

void RegionFacts::begin(const ir::Stmt* statement, const Expr* expression) {
    statement_ = statement;
    expression_ = expression;
    if (statement != nullptr) {
        note_changed(summary_.changed_by(*statement));
        add_own(Summary::declared_in(*statement));
    } else if (expression != nullptr) {
        note_changed(summary_.changed_by(*expression));
    }
}

RegionFacts::AlsoChanged::AlsoChanged(RegionFacts& region, Variables variables) : region_(region) {
    before_ = std::exchange(region.changed_, std::move(variables));
    region.note_changed(before_);
}

bool RegionFacts::is_fixed_member(const Expr& member, const ir::VarDecl* variable) {
    if (member.as<ir::Member>() == nullptr || stores_to(member) != Summary::CellStores::none)
        return false;
    bool assigned = false;
    const auto look = [&](const Expr& e) {
        assigned = assigned || (assigned_variable(e) == variable && !assignment_target(e)->type->is_arithmetic());
    };
    if (statement_ != nullptr)
        walk(*statement_, look, [](const ir::Stmt&) {});
    if (expression_ != nullptr)
        walk(*expression_, look, [](const ir::Stmt&) {});
    return !assigned;
}

Summary::CellStores RegionFacts::stores_to(const Expr& cell) {
    const auto* member = ir::strip(&cell)->as<ir::Member>();
    const std::string field = member != nullptr ? member->field : std::string();
    const ir::VarDecl* named = options_.kernel ? variable_of_element(cell) : nullptr;
    const auto [known, is_new] = cell_stores_.try_emplace({field, cell.type, named}, Summary::CellStores::here);
    if (is_new && (statement_ != nullptr || expression_ != nullptr))
        known->second = summary_.stores_to(statement_, expression_, cell, options_.kernel, {}, named != nullptr);
    else if (is_new)
        known->second = Summary::CellStores::none;
    return known->second;
}

bool RegionFacts::stores_pointers_early() const {
    const auto* alone = statement_ != nullptr ? statement_->as<ir::ExprStmt>() : nullptr;
    const Expr* whole = alone != nullptr ? alone->expr.get() : expression_;
    const auto* binary = whole != nullptr ? ir::strip(whole)->as<ir::Binary>() : nullptr;
    const auto* call = whole != nullptr ? ir::strip(whole)->as<ir::Call>() : nullptr;
    const auto early = [&](const ir::ExprPtr& part) { return summary_.may_store_pointers(nullptr, part.get()); };
    if (binary != nullptr && binary->op == ir::BinaryOp::assign)
        return early(binary->lhs) || early(binary->rhs);
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee != nullptr)
        return std::any_of(call->args.begin(), call->args.end(), early);
    return summary_.may_store_pointers(statement_, expression_);
}

bool RegionFacts::may_store(ir::TypeRef type) const {
    return statement_ != nullptr ? summary_.may_store(*statement_, type)
                                 : expression_ != nullptr && summary_.may_store(*expression_, type);
}

} // namespace hydra::passes
