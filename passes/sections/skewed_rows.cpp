// See skewed_rows.h. a[i][d - i] is the element i * n + d - i = i * (n - 1) + d: what the outermost subscript adds to
// the one behind it goes into the length of the rows.
#include "passes/sections/skewed_rows.h"

#include <algorithm>
#include <set>

namespace hydra::passes {

namespace {

std::int64_t coefficient(const Poly& poly, SymbolId id) {
    const auto term = poly.terms().find({id});
    return term == poly.terms().end() ? 0 : term->second;
}

} // namespace

std::optional<SkewedRows> in_skewed_rows(IslBridge& bridge, const RawAccess& access, SymbolId x) {
    const bool table = access.tables == std::vector<int>{1}; // m[i][d - i], with a pointer in m[i]
    if (access.subscripts.size() < 2 || !(table || access.tables.empty()))
        return std::nullopt;
    std::set<std::int64_t> tried;
    for (const SymbolId iterator : access.domain.iterators) {
        const std::int64_t outer = coefficient(access.subscripts[0], iterator);
        const std::int64_t inner = coefficient(access.subscripts[1], iterator);
        if (outer == 0 || inner == 0 || inner % outer != 0 || !tried.insert(inner / outer).second)
            continue;
        SkewedRows found{access, {}, inner / outer};
        const auto carried = access.subscripts[0].times(Poly(found.skew));
        const auto rest = carried ? access.subscripts[1].minus(*carried) : std::nullopt;
        const auto length = access.lengths[0].plus(Poly(table ? 0 : found.skew));
        if (!rest || !length)
            continue;
        found.access.subscripts[1] = *rest;
        found.access.lengths[0] = *length;
        std::optional<std::vector<Section>> sections = bridge.image(access.domain, found.access.subscripts, x);
        if (!sections || std::any_of(sections->begin(), sections->end(),
                                     [](const Section& section) { return section.form != ir::Access::Form::box; }))
            continue;
        found.sections = *std::move(sections);
        return found;
    }
    return std::nullopt;
}

} // namespace hydra::passes
