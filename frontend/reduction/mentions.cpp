// Where a variable is named: below statements and expressions, but for what sizeof does not evaluate.
#include "frontend/reduction/accumulate.h"

namespace hydra::frontend {

using namespace ir;

namespace {

using OnMention = std::function<void(const Expr&)>;

void walk_mentions(const Expr& expr, const OnMention& f) {
    if (expr.as<DeclRef>() != nullptr && named_variable(&expr) != nullptr)
        f(expr);
    if (expr.as<SizeOf>() != nullptr)
        return;
    if (const auto* block = expr.as<StatementExpr>()) {
        for_each_mention(*block->body, f);
        return;
    }
    for_each_child(expr, [&](const Expr& child) { walk_mentions(child, f); });
}

} // namespace

void for_each_mention(const Stmt& body, const OnMention& f) {
    for_each_child(
        body, [&](const Expr& child) { walk_mentions(child, f); },
        [&](const Stmt& child) { for_each_mention(child, f); });
}

std::vector<const Expr*> mentions(const Stmt& body, const VarDecl* variable) {
    std::vector<const Expr*> found;
    for_each_mention(body, [&](const Expr& expr) {
        if (named_variable(&expr) == variable)
            found.push_back(&expr);
    });
    return found;
}

bool mentions(const Expr& expr, const VarDecl* variable) {
    bool found = false;
    walk_mentions(expr, [&](const Expr& mention) { found = found || named_variable(&mention) == variable; });
    return found;
}

} // namespace hydra::frontend
