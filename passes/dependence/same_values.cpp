// See same_values.h.
#include "passes/dependence/same_values.h"

#include <algorithm>

#include "passes/dependence/clash_text.h"
#include "passes/dependence/pairs.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

namespace {

bool formula_speaks_of(const std::string& formula, SymbolId id) {
    const std::vector<SymbolId> ids = symbols_in(formula);
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

} // namespace

// Whether both accesses store, in every iteration, the same value: then their order does not matter.
bool SameValues::same(const RawAccess& first, const RawAccess& second) const {
    const Expr* a = stored_by(first);
    const Expr* b = stored_by(second);
    return a != nullptr && b != nullptr && ir::print_c(*a) == ir::print_c(*b) && same_each_time(*a, first) &&
           same_each_time(*b, second);
}

// The right side of the plain assignment to this access.
const Expr* SameValues::stored_by(const RawAccess& access) const {
    const Expr* value = nullptr;
    if (access.among != nullptr)
        return nullptr; // one of several
    const auto look = [&](const Stmt& body) {
        walk(
            body,
            [&](const Expr& e) {
                const auto* binary = e.as<ir::Binary>();
                if (binary != nullptr && binary->op == ir::BinaryOp::assign &&
                    binary->lhs->range.begin == access.range.begin && binary->lhs->range.end == access.range.end &&
                    binary->lhs->range.file == access.range.file)
                    value = binary->rhs.get();
            },
            [](const Stmt&) {});
    };
    look(*loop_.body);
    for (const ir::Function& function : state_.program.functions)
        if (value == nullptr && function.decl->body)
            look(*function.decl->body);
    return value;
}

bool SameValues::same_each_time(const Expr& value, const RawAccess& access) const {
    const Variables changed = state_.summary.changed_by(*loop_.body);
    const Variables inner = Summary::declared_in(*loop_.body);
    const auto own = [&](const ir::VarDecl* v) {
        const auto& clauses = *loop_.directive;
        return v == loop_.canonical.variable || inner.contains(v) || changed.contains(v) ||
               changed.contains(state_.summary.canonical(v)) || v->is_param ||
               std::count(clauses.private_.begin(), clauses.private_.end(), v) > 0;
    };
    bool same = true;
    walk(
        value,
        [&](const Expr& e) {
            const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            if (variable != nullptr && own(variable))
                same = same && counts_alike(variable, access);
            if (const auto* call = e.as<ir::Call>()) {
                const ir::FunctionDecl* callee = ir::called_function(*call);
                same = same && callee != nullptr && state_.summary.definition(callee) == nullptr;
            }
            const auto* unary = e.as<ir::Unary>();
            if (e.as<ir::Index>() != nullptr || e.as<ir::Member>() != nullptr ||
                (unary != nullptr && unary->op == ir::UnaryOp::deref))
                same = same && reads_alike(e);
        },
        [&](const Stmt&) { same = false; });
    return same;
}

// An inner counter, where neither it nor the written element depends on the iteration.
bool SameValues::counts_alike(const ir::VarDecl* variable, const RawAccess& access) const {
    const bool counter = std::any_of(access.domain.iterators.begin() + 1, access.domain.iterators.end(),
                                     [&](SymbolId id) { return region_.symbols[id].name == variable->name; });
    return counter && !depend_on_iteration(access);
}

bool SameValues::depend_on_iteration(const RawAccess& access) const {
    const SymbolId x = region_.chunk_variable;
    const auto& formulas = access.domain.formulas;
    return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                       [&](const Poly& s) { return speaks_of(s, x); }) ||
           std::any_of(formulas.begin() + 1, formulas.end(), [&](const auto& f) { return formula_speaks_of(f, x); });
}

// A read that is the same in every iteration, of an array that the loop does not write.
bool SameValues::reads_alike(const Expr& e) const {
    return std::any_of(
        accesses_.begin(), accesses_.end(),
        [&](const RawAccess& read) {
            if (read.range.begin != e.range.begin || read.range.end != e.range.end || writes(read) || !read.known)
                return false;
            const bool written = std::any_of(
                accesses_.begin(), accesses_.end(),
                [&](const RawAccess& other) { return writes(other) && other.root == read.root; });
            return !written && !depend_on_iteration(read);
        });
}

} // namespace hydra::passes
