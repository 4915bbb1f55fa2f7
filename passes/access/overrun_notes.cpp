// Which subscripts may leave their row (overrun_notes.h).
#include "passes/access/overrun_notes.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/access/subscripts.h"

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

// Whether it is constants alone that bound what the subscript counts.
bool OverrunNotes::is_bounded_by_constants(const Poly& by) const {
    const auto is_size = [&](SymbolId id) { return symbols_[id].kind == Symbol::Kind::parameter; };
    const auto speaks_of_sizes = [&](const std::string& formula) {
        const auto symbols = symbols_in(formula);
        return std::any_of(symbols.begin(), symbols.end(), is_size);
    };
    bool sizes = std::any_of(path_.domain().formulas.begin(), path_.domain().formulas.end(), speaks_of_sizes);
    for (const auto& [monomial, coefficient] : by.terms())
        for (const SymbolId id : monomial)
            sizes = sizes || is_size(id) ||
                    (id == options_.chunk_variable &&
                     !std::all_of(options_.chunk_bounds.begin(), options_.chunk_bounds.end(),
                                  [](const Poly& bound) { return bound.constant().has_value(); }));
    return !sizes;
}

void OverrunNotes::look_at(const Expr& expr, const ir::Index& element, const std::optional<Poly>& by) {
    const Expr& row = *ir::strip(element.base.get());
    const bool inner = row.type->is_array() && row.type->length > 1 && ir::named_variable(&row) == nullptr;
    if (!inner || !by || quiet_.is_on() || overruns_.contains(&expr) || work_.weary())
        return;
    const bool suspect = by->constant() || counts_through_rows(symbols_, *by, row.type->length, is_fixed_row(row)) ||
                         is_bounded_by_constants(*by);
    if (!suspect)
        return;
    const std::optional<std::string> text = proofs_.affine(*by);
    if (!text || !proofs_.holds(fmt::format("0 <= {} < {}", *text, row.type->length)))
        overruns_.insert(&expr);
}

} // namespace hydra::passes
