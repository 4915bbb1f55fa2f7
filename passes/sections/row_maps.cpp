// See row_maps.h. A law that is not true makes ranks fetch what they do not need, or not fetch what they do: what is
// not plainly a row a round, or the same for all, gets none.
#include "passes/sections/row_maps.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::passes {

using ir::AccessKind;

namespace {

class Law {
  public:
    Law(const Region& region, const RawAccess& raw) : region_(region), raw_(raw) {}

    // So many iterations, whichever, touch the whole section; 0: not known.
    [[nodiscard]] int iterations_for_all() const {
        for (const Poly& subscript : raw_.subscripts)
            for (const auto& [monomial, coefficient] : subscript.terms())
                if (std::any_of(monomial.begin(), monomial.end(), [&](SymbolId id) { return moves(id); }))
                    return 0;
        int left_out = 0; // iterations that touch nothing of it
        for (const std::string& formula : raw_.domain.formulas) {
            const std::vector<SymbolId> ids = symbols_in(formula);
            if (std::none_of(ids.begin(), ids.end(), [&](SymbolId id) { return moves(id); }) ||
                formula == fmt::format("lo <= s{} < hi", region_.chunk_variable))
                continue;
            if (!excludes_one(formula, ids))
                return 0;
            ++left_out;
        }
        return left_out + 1;
    }

  private:
    // Whether its value is another one in other iterations: the iteration's own number, or what is computed from it
    // (`i > 0 ? i - 1 : 0`). Inner loops' numbers take the same values in all, if their bounds do not move.
    [[nodiscard]] bool moves(SymbolId id) const {
        if (id == region_.chunk_variable)
            return true;
        const Symbol& symbol = region_.symbols[id];
        const std::vector<SymbolId> ids =
            symbol.kind == Symbol::Kind::defined ? symbols_in(symbol.definition) : std::vector<SymbolId>{};
        return std::any_of(ids.begin(), ids.end(), [&](SymbolId other) { return other != id && moves(other); });
    }

    // Whether the formula says no more than that the iteration is not a certain one: (s3 < s1 or s3 > s1).
    [[nodiscard]] bool excludes_one(const std::string& formula, const std::vector<SymbolId>& ids) const {
        const SymbolId x = region_.chunk_variable;
        if (std::any_of(ids.begin(), ids.end(),
                        [&](SymbolId id) { return id != x && region_.symbols[id].kind != Symbol::Kind::parameter; }))
            return false;
        const std::size_t less = formula.find(" < "), either = formula.find(" or ");
        if (less == std::string::npos || either == std::string::npos || either < less)
            return false;
        const std::string left = formula.substr(1, less - 1), right = formula.substr(less + 3, either - less - 3);
        const std::vector<SymbolId> once = symbols_in(left + " " + right);
        return formula == fmt::format("({0} < {1} or {0} > {1})", left, right) &&
               std::count(once.begin(), once.end(), x) == 1;
    }

    const Region& region_;
    const RawAccess& raw_;
};

} // namespace

void note_row_map(const Region& region, const RawAccess& raw, ir::Access& access) {
    const SymbolId x = region.chunk_variable;
    if (x < 0 || raw.loose)
        return;
    if (const auto line = along(region.symbols, raw.subscripts.front(), x); line && line->scale == 1)
        access.row = region.symbols.in_keys(line->offset);
    else if (access.kind == AccessKind::read)
        access.each = Law(region, raw).iterations_for_all();
}

} // namespace hydra::passes
