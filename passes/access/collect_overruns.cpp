// Subscripts with which a program runs over the end of a row into the next one, as in m[0][i * C + j] over all of
// `double m[R][C]`. By the letter of the standard that is undefined, and compilers which see the row's length take the
// loop to end with it; so code generation writes them in another way (ir::Program::overruns). Told are those that leave
// their row for certain, and of those that may, depending on sizes which are not known here, the ones that are written
// like it: the others are ordinary subscripts below a variable bound.
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "passes/access/collector.h"

namespace hydra::passes {

using ir::Expr;

namespace {

// `m[0]`, `m[2][0]`, `*m`: the same row in all rounds.
bool is_fixed_row(const Expr& full) {
    const Expr& row = *ir::strip(&full);
    if (const auto* unary = row.as<ir::Unary>())
        return unary->op == ir::UnaryOp::deref;
    const auto* index = row.as<ir::Index>();
    if (index == nullptr || !ir::constant_value(*index->index))
        return false;
    const Expr& below = *ir::strip(index->base.get());
    return ir::named_variable(&below) != nullptr || below.as<ir::Member>() != nullptr || is_fixed_row(below);
}

} // namespace

// Whether the subscript looks as if it counted through more than one row of this length.
bool Collector::counts_through_rows(const Poly& by, std::int64_t length, const Expr& row) const {
    std::vector<std::int64_t> steps; // of what moves
    for (const auto& [monomial, coefficient] : by.terms())
        if (!monomial.empty() && !symbols_.invariant(monomial))
            steps.push_back(monomial.size() > 1 ? length : std::abs(coefficient));
    const bool wide = std::any_of(steps.begin(), steps.end(), [&](std::int64_t step) { return step >= length; });
    const bool mixed =
        std::any_of(steps.begin(), steps.end(), [&](std::int64_t step) { return step != steps.front(); });
    return wide || mixed || (!steps.empty() && is_fixed_row(row));
}

// Whether it is constants alone that bound what the subscript counts.
bool Collector::is_bounded_by_constants(const Poly& by) const {
    const auto is_size = [&](SymbolId id) { return symbols_[id].kind == Symbol::Kind::parameter; };
    const auto speaks_of_sizes = [&](const std::string& formula) {
        const auto symbols = symbols_in(formula);
        return std::any_of(symbols.begin(), symbols.end(), is_size);
    };
    bool sizes = std::any_of(domain_.formulas.begin(), domain_.formulas.end(), speaks_of_sizes);
    for (const auto& [monomial, coefficient] : by.terms())
        for (const SymbolId id : monomial)
            sizes = sizes || is_size(id) ||
                    (id == options_.chunk_variable &&
                     !std::all_of(options_.chunk_bounds.begin(), options_.chunk_bounds.end(),
                                  [](const Poly& bound) { return bound.constant().has_value(); }));
    return !sizes;
}

void Collector::note_overrun(const Expr& expr, const ir::Index& element, const std::optional<Poly>& by) {
    const Expr& row = *ir::strip(element.base.get());
    const bool inner = row.type->is_array() && row.type->length > 1 && ir::named_variable(&row) == nullptr;
    if (!inner || !by || quiet_ > 0 || out_.overruns.contains(&expr) || weary())
        return;
    const bool suspect =
        by->constant() || counts_through_rows(*by, row.type->length, row) || is_bounded_by_constants(*by);
    if (!suspect)
        return;
    const std::optional<std::string> text = bridge_.affine(*by);
    if (!text || !bridge_.holds(domain_, fmt::format("0 <= {} < {}", *text, row.type->length)))
        out_.overruns.insert(&expr);
}

} // namespace hydra::passes
