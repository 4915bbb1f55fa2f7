// See launch_order.h. The statements of main are gone through in the order in which they run, with the bodies of the
// functions that they call in their places.
#include "passes/distribution/launch_order.h"

#include <algorithm>

namespace hydra::passes {

using ir::FunctionDecl;
using ir::Stmt;

namespace {

bool is_loop(const Stmt& stmt) {
    return stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr;
}

bool is_made_of_statements(const Stmt& stmt) {
    return stmt.as<ir::Compound>() != nullptr || stmt.as<ir::Switch>() != nullptr || stmt.as<ir::Case>() != nullptr ||
           stmt.as<ir::Default>() != nullptr || stmt.as<ir::Label>() != nullptr;
}

} // namespace

const LaunchOrder::Held& LaunchOrder::held(const Stmt& stmt) {
    const auto place = held_.try_emplace(&stmt);
    Held& held = place.first->second;
    if (place.second) {
        held.statements.insert(&stmt);
        walk(
            stmt, [](const ir::Expr&) {}, [&](const Stmt& each) { held.statements.insert(&each); });
        const auto callees = state_.summary.callees(stmt);
        held.callees.insert(callees.begin(), callees.end());
    }
    return held;
}

// Whether control may come back in it by other ways than loops.
bool LaunchOrder::jumps(const FunctionDecl& function) {
    const auto place = jumps_.try_emplace(&function, false);
    bool& found = place.first->second;
    if (place.second)
        walk(
            *function.body, [&](const ir::Expr& expr) { found = found || may_come_back(expr); },
            [&](const Stmt& stmt) { found = found || stmt.as<ir::Goto>() != nullptr; });
    return found;
}

const std::set<const FunctionDecl*>& LaunchOrder::run_by(const FunctionDecl* function) {
    const auto [known, fresh] = run_by_.try_emplace(function);
    std::vector<const FunctionDecl*> open;
    if (fresh)
        open.push_back(function);
    while (!open.empty()) {
        const FunctionDecl* next = open.back();
        open.pop_back();
        if (!next->body || !known->second.insert(next).second)
            continue;
        const auto& callees = held(*next->body).callees;
        open.insert(open.end(), callees.begin(), callees.end());
    }
    return known->second;
}

bool LaunchOrder::reaches(const FunctionDecl* function, const ir::Kernel& kernel) {
    return run_by(function).contains(kernel.function);
}

bool LaunchOrder::reaches(const Stmt& stmt, const ir::Kernel& kernel) {
    const auto& [callees, statements] = held(stmt);
    return statements.contains(kernel.loop) ||
           std::any_of(callees.begin(), callees.end(), [&](const auto* callee) { return reaches(callee, kernel); });
}

// Through a pointer, or by code that is not in the program.
bool LaunchOrder::is_called_from_outside(const ir::Kernel& kernel) {
    const auto [known, fresh] = called_from_outside_.try_emplace(kernel.id.value, false);
    if (!fresh)
        return known->second;
    for (const auto& unit : state_.program.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body && function.name != "main" &&
                (state_.summary.takes_address(&function) || state_.summary.may_be_called_back(&function)) &&
                reaches(&function, kernel))
                return known->second = true;
    return false;
}

bool LaunchOrder::in_function(const FunctionDecl* function) {
    if (jumps(*function) || !open_.insert(function).second)
        return true;
    const bool found = in_order(*function->body);
    open_.erase(function);
    return found;
}

// One of two ways, behind what the condition calls.
bool LaunchOrder::in_branch(const ir::If& branch) {
    if (state_.summary.holds_launch(*branch.cond))
        return true;
    const bool in_then = in_order(*branch.then);
    const bool after_then = std::exchange(begun_, false);
    const bool in_otherwise = branch.otherwise && in_order(*branch.otherwise);
    begun_ = begun_ || after_then;
    return in_then || in_otherwise;
}

// Whether the second kernel may begin in the statement with the first one run before, there or in front of it.
bool LaunchOrder::in_order(const Stmt& stmt) {
    const bool has_first = reaches(stmt, *first_), has_second = reaches(stmt, *second_);
    if (begun_ || !has_first || !has_second) {
        const bool found = begun_ && has_second;
        begun_ = begun_ || has_first;
        return found;
    }
    if (&stmt == first_->loop && &stmt == second_->loop) {
        begun_ = true;
        return false;
    }
    if (is_made_of_statements(stmt)) {
        bool found = false;
        ir::for_each_child(
            stmt, [](const ir::Expr&) {}, [&](const Stmt& child) { found = in_order(child) || found; });
        return found;
    }
    if (const auto* branch = stmt.as<ir::If>())
        return in_branch(*branch);
    const auto leads = [&](const FunctionDecl* callee) {
        return reaches(callee, *first_) || reaches(callee, *second_);
    };
    const auto& [callees, statements] = held(stmt);
    const auto callee = std::find_if(callees.begin(), callees.end(), leads);
    // In a loop, or in several calls, whose order is not looked into; else one call leads to both.
    if (is_loop(stmt) || statements.contains(first_->loop) || statements.contains(second_->loop) ||
        std::find_if(std::next(callee), callees.end(), leads) != callees.end())
        return true;
    return in_function(*callee);
}

bool LaunchOrder::may_precede(const ir::Kernel& first, const ir::Kernel& second) {
    const auto [known, fresh] = known_.try_emplace({first.id.value, second.id.value}, true);
    if (!fresh)
        return known->second;
    const FunctionDecl* main = nullptr;
    for (const auto& unit : state_.program.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body && function.name == "main")
                main = &function;
    if (main == nullptr || is_called_from_outside(first) || is_called_from_outside(second))
        return true;
    first_ = &first;
    second_ = &second;
    begun_ = false;
    open_.clear();
    return known_[{first.id.value, second.id.value}] = in_function(main);
}

} // namespace hydra::passes
