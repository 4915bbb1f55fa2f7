// Labels inside are compared with the gotos inside and with those of the whole function, statement expressions
// included: these may be left by a goto.
#include "passes/flow/side_entries.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Stmt;

namespace {

struct Jumps {
    std::map<std::string, int> gotos; // how many name each label; "": computed ones
    std::set<std::string> labels;
    bool free_cases = false; // a case whose switch is outside
};

void count(const Stmt& stmt, Jumps& jumps, bool in_switch) {
    if (const auto* jump = stmt.as<ir::Goto>())
        ++jumps.gotos[jump->label];
    if (const auto* label = stmt.as<ir::Label>())
        jumps.labels.insert(label->name);
    const bool is_case = stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr;
    jumps.free_cases = jumps.free_cases || (is_case && !in_switch);
    const bool below = in_switch || stmt.as<ir::Switch>() != nullptr;
    ir::for_each_child(
        stmt,
        [&](const ir::Expr& expr) {
            walk(
                expr, [](const ir::Expr&) {},
                [&](const Stmt& inside) {
                    if (const auto* jump = inside.as<ir::Goto>())
                        ++jumps.gotos[jump->label];
                });
        },
        [&](const Stmt& child) { count(child, jumps, below); });
}

} // namespace

bool has_side_entry(const Stmt& stmt, const Stmt& function_body) {
    Jumps inside;
    count(stmt, inside, false);
    if (inside.labels.empty() || inside.free_cases)
        return inside.free_cases;
    Jumps all;
    count(function_body, all, false);
    return all.gotos.contains("") ||
           std::any_of(inside.labels.begin(), inside.labels.end(),
                       [&](const std::string& label) { return all.gotos[label] > inside.gotos[label]; });
}

} // namespace hydra::passes
