// Which comes first is told by the text alone: read and write stand in statements that follow each other, outside of
// inner loops around both, or are an operand and the result of one assignment, which stores behind the evaluation of
// its operands.
#include "passes/inspector/own_indexes.h"

#include <algorithm>

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

namespace {

bool holds(const Stmt& stmt, const Expr& wanted);

bool holds(const Expr& expr, const Expr& wanted) {
    bool found = ir::strip(&expr) == ir::strip(&wanted);
    ir::for_each_child(expr, [&](const Expr& child) { found = found || holds(child, wanted); });
    if (const auto* block = expr.as<ir::StatementExpr>())
        found = found || holds(*block->body, wanted);
    return found;
}

bool holds(const Stmt& stmt, const Expr& wanted) {
    bool found = false;
    ir::for_each_child(
        stmt, [&](const Expr& expr) { found = found || holds(expr, wanted); },
        [&](const Stmt& child) { found = found || holds(child, wanted); });
    return found;
}

bool jumps(const Stmt& stmt) {
    bool found = stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Label>() != nullptr;
    ir::for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { found = found || jumps(child); });
    return found;
}

bool is_before(const Stmt& stmt, const Expr& read, const Expr& write) {
    if (const auto* compound = stmt.as<ir::Compound>()) {
        const auto where = [&](const Expr& wanted) {
            return std::find_if(compound->items.begin(), compound->items.end(),
                                [&](const auto& item) { return holds(*item, wanted); });
        };
        const auto reads = where(read), writes = where(write);
        if (reads == compound->items.end() || writes == compound->items.end())
            return false;
        return reads == writes ? is_before(**reads, read, write) : reads < writes;
    }
    if (const auto* branch = stmt.as<ir::If>()) {
        if (holds(*branch->cond, write))
            return false;
        if (holds(*branch->cond, read))
            return true;
        const Stmt& then = *branch->then;
        const bool reads = holds(then, read), writes = holds(then, write);
        if (reads != writes)
            return true; // only one of them happens
        return is_before(reads || !branch->otherwise ? then : *branch->otherwise, read, write);
    }
    const auto* expression = stmt.as<ir::ExprStmt>();
    const auto* assignment =
        expression != nullptr && expression->expr ? ir::strip(expression->expr.get())->as<ir::Binary>() : nullptr;
    return assignment != nullptr && ir::is_assignment(assignment->op) &&
           ir::strip(assignment->lhs.get()) == ir::strip(&write) && !holds(*assignment->rhs, write);
}

// Whether the read, a part of the loop's body, cannot happen in its iteration when the write has happened.
bool comes_first(const Stmt& body, const Expr& read, const Expr& write) {
    return !jumps(body) && holds(body, read) && holds(body, write) && is_before(body, read, write);
}

// Whether no two iterations touch the same row of the outermost dimension, and this one stays in it.
bool is_in_own_row(const Region& region, const RawAccess& raw) {
    if (!raw.known || raw.widened != RawAccess::Widened::no || raw.whole || raw.called || raw.inspected.is_found() ||
        raw.rows || !raw.tables.empty() || raw.subscripts.empty())
        return false;
    bool moves = false;
    for (const auto& [monomial, coefficient] : raw.subscripts.front().terms())
        if (monomial.size() == 1 && monomial.front() == region.chunk_variable)
            moves = true;
        else if (std::any_of(monomial.begin(), monomial.end(),
                             [&](const SymbolId id) { return region.symbols[id].kind != Symbol::Kind::parameter; }))
            return false;
    for (std::size_t d = 1; d < raw.subscripts.size(); ++d) {
        const auto subscript = raw.subscripts[d].constant(), length = raw.lengths[d - 1].constant();
        if (!subscript || !length || *subscript < 0 || *subscript >= *length)
            return false;
    }
    return moves;
}

} // namespace

bool decides_before_it_stores(const Region& region, const Stmt& body,
                              const std::vector<std::pair<const Expr*, const RawAccess*>>& reads) {
    const auto same_array = [&](const RawAccess& one, const RawAccess& other) {
        const auto& roots = region.accesses.roots;
        return one.root != RawAccess::everything && other.root != RawAccess::everything &&
               roots[static_cast<std::size_t>(one.root)].host == roots[static_cast<std::size_t>(other.root)].host;
    };
    return std::all_of(reads.begin(), reads.end(), [&](const auto& read) {
        const RawAccess& index = *read.second;
        return std::all_of(
            region.accesses.accesses.begin(), region.accesses.accesses.end(), [&](const RawAccess& write) {
                return write.kind == ir::AccessKind::read || !same_array(index, write) ||
                       (is_in_own_row(region, index) && is_in_own_row(region, write) && write.expr != nullptr &&
                        index.elem == write.elem && index.lengths == write.lengths &&
                        index.subscripts.front() == write.subscripts.front() &&
                        comes_first(body, *read.first, *write.expr));
            });
    });
}

} // namespace hydra::passes
