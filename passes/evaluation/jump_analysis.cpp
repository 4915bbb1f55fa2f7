// Where control leaves statements (jump_analysis.h).
#include "passes/evaluation/jump_analysis.h"

#include <algorithm>

#include "ir/operators.h"
#include "passes/evaluation/jump_shapes.h"
#include "passes/facts/expressions.h"
#include "passes/facts/library.h"

namespace hydra::passes {

using ir::Stmt;

Jump JumpAnalysis::jump_of(const Stmt& stmt) const {
    const auto [known, is_new] = jumps_.try_emplace(&stmt, Jump::no);
    if (is_new) {
        const Jump jump = find_jump(stmt);
        known->second = jump == Jump::no && jumps_in_expressions(stmt) ? Jump::maybe : jump;
    }
    return known->second;
}

Jump JumpAnalysis::find_jump(const Stmt& stmt) const {
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
        const LiveBranches live = live_branches(*branch);
        const Jump then = live.then != nullptr ? jump_of(*live.then) : Jump::no;
        const Jump otherwise = live.otherwise != nullptr ? jump_of(*live.otherwise) : Jump::no;
        if (live.then == nullptr || then == otherwise)
            return otherwise;
        return branch->otherwise && live.otherwise == nullptr ? then : Jump::maybe;
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

bool JumpAnalysis::ends_program(const Stmt& stmt) const {
    if (const auto* expression = stmt.as<ir::ExprStmt>()) {
        const auto* call = expression->expr ? ir::strip(expression->expr.get())->as<ir::Call>() : nullptr;
        const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        if (callee == nullptr)
            return false;
        if (const ir::FunctionDecl* body = summary_.definition(callee)) {
            // A function that calls itself ends where another way does: until that is seen, it does not.
            const auto [known, is_new] = always_end_.try_emplace(body, false);
            if (is_new)
                known->second = ends_program(*body->body);
            return known->second;
        }
        const LibraryEffect* effect = library_effect(callee->name);
        return effect != nullptr && effect->ends;
    }
    if (const auto* compound = stmt.as<ir::Compound>())
        return ends_program(*compound);
    const auto* branch = stmt.as<ir::If>();
    return branch != nullptr && branch->otherwise && ends_program(*branch->then) && ends_program(*branch->otherwise);
}

bool JumpAnalysis::ends_program(const ir::Compound& compound) const {
    for (const auto& item : compound.items) {
        if (holds_label(*item))
            return false;
        if (ends_program(*item))
            return true;
        if (jump_of(*item) != Jump::no)
            return false;
    }
    return false;
}

std::vector<std::span<const ir::StmtPtr>> JumpAnalysis::separate_cases(const ir::Switch& branch) const {
    const auto* compound = branch.body->as<ir::Compound>();
    if (compound == nullptr || compound->items.empty())
        return {};
    const std::span<const ir::StmtPtr> items = compound->items;
    std::vector<std::size_t> begins;
    bool any = false;
    for (std::size_t at = 0; at < items.size(); ++at) {
        const ir::Stmt* stmt = items[at].get();
        if (stmt->as<ir::Case>() != nullptr || stmt->as<ir::Default>() != nullptr)
            begins.push_back(at);
        while (stmt->as<ir::Case>() != nullptr || stmt->as<ir::Default>() != nullptr) {
            any = any || stmt->as<ir::Default>() != nullptr;
            stmt = stmt->as<ir::Case>() != nullptr ? stmt->as<ir::Case>()->body.get()
                                                   : stmt->as<ir::Default>()->body.get();
            if (stmt == nullptr)
                return {};
        }
        if (holds_label(*stmt) || entered_inside(*stmt))
            return {};
    }
    if (!any || begins.front() != 0)
        return {};
    std::vector<std::span<const ir::StmtPtr>> cases;
    for (std::size_t k = 0; k < begins.size(); ++k) {
        const std::size_t end = k + 1 < begins.size() ? begins[k + 1] : items.size();
        cases.push_back(items.subspan(begins[k], end - begins[k]));
        const bool is_last = k + 1 == begins.size();
        if (!is_last && jump_of(*last_of(cases.back())) != Jump::always)
            return {};
    }
    return cases;
}

} // namespace hydra::passes
