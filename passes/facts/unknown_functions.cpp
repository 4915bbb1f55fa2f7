// names_unknown_function: a walk over what the user's files name.
#include "passes/facts/library.h"
#include "passes/facts/summary.h"

#include <algorithm>
#include <set>

namespace hydra::passes {

namespace {

// The compiler's own functions, which are no code from elsewhere.
bool is_compilers(std::string_view name) {
    return name.starts_with("__builtin_") || name.starts_with("__atomic_") || name.starts_with("__sync_");
}

} // namespace

bool names_unknown_function(const ir::Program& program) {
    std::set<std::string_view> defined;
    for (const auto& unit : program.units)
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body)
                defined.insert(function.name);
    bool found = false;
    const auto on_expr = [&](const ir::Expr& expr) {
        const auto* name = expr.as<ir::DeclRef>();
        const auto* function = name != nullptr ? std::get_if<const ir::FunctionDecl*>(&name->decl) : nullptr;
        found = found || (function != nullptr && !defined.contains((*function)->name) &&
                          !is_compilers((*function)->name) && library_effect((*function)->name) == nullptr);
    };
    const auto on_stmt = [](const ir::Stmt&) {};
    for (const auto& unit : program.units) {
        for (const ir::VarDecl& global : unit->globals)
            if (global.in_user_file && global.init)
                walk(*global.init, on_expr, on_stmt);
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.in_user_file && function.body)
                walk(*function.body, on_expr, on_stmt);
    }
    return found;
}

} // namespace hydra::passes
