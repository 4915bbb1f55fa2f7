// See omp_statements.h.
#include "driver/trials/omp_statements.h"

#include <algorithm>
#include <set>
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

void for_each_call(const ir::Stmt& stmt, const std::function<void(const ir::Expr&, const ir::FunctionDecl&)>& use) {
    const std::function<void(const ir::Expr&)> expr = [&](const ir::Expr& each) {
        if (const auto* call = each.as<ir::Call>())
            if (const auto* callee = ir::called_function(*call))
                use(each, *callee);
        ir::for_each_child(each, expr);
    };
    const std::function<void(const ir::Stmt&)> walk = [&](const ir::Stmt& each) {
        ir::for_each_child(each, expr, walk);
    };
    walk(stmt);
}

std::vector<support::SourceRange> functions_called(const ir::Program& program, const ir::Stmt& stmt) {
    std::set<const ir::FunctionDecl*> seen;
    std::vector<support::SourceRange> ranges;
    std::vector<const ir::Stmt*> todo{&stmt};
    while (!todo.empty()) {
        const auto* next = todo.back();
        todo.pop_back();
        for_each_call(*next, [&](const ir::Expr&, const ir::FunctionDecl& callee) {
            const auto* body = ir::find_definition(program, &callee);
            if (body == nullptr || !body->body || !seen.insert(body).second)
                return;
            ranges.push_back(body->whole);
            todo.push_back(body->body.get());
        });
    }
    return ranges;
}

} // namespace hydra::driver
