// See omp_statements.h.
#include "driver/trials/omp_statements.h"

#include <algorithm>
#include <tuple>

namespace hydra::driver {

Statements::Statements(const ir::Program& program) {
    for (const auto& unit : program.units)
        for (const auto& function : unit->functions)
            if (function.body && function.in_user_file)
                visit(*function.body, function);
    std::sort(all_.begin(), all_.end(), [](const Entry& a, const Entry& b) {
        return std::tuple(a.stmt->range.file, a.stmt->range.begin, ~a.stmt->range.end) <
               std::tuple(b.stmt->range.file, b.stmt->range.begin, ~b.stmt->range.end);
    });
}

void Statements::find(Spoken& spoken) const {
    const auto at = std::partition_point(all_.begin(), all_.end(), [&](const Entry& each) {
        return std::tuple(each.stmt->range.file, each.stmt->range.begin) < std::tuple(spoken.at.file, spoken.at.end);
    });
    if (at == all_.end() || at->stmt->range.file != spoken.at.file)
        return;
    spoken.statement = at->stmt;
    spoken.function = at->function;
}

void Statements::visit(const ir::Stmt& stmt, const ir::FunctionDecl& function) {
    if (stmt.range.valid() && stmt.range.begin < stmt.range.end)
        all_.push_back({&stmt, &function});
    ir::for_each_child(
        stmt, [](const ir::Expr&) {}, [&](const ir::Stmt& child) { visit(child, function); });
}

} // namespace hydra::driver
