// See size_races.h.
#include "passes/dependence/size_races.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "passes/dependence/clash_text.h"
#include "passes/worth.h"

namespace hydra::passes {

namespace {

// Whether an element lies in an array of scalars, as long as that is declared.
bool is_there(const Region& region, const RawAccess& access, const Clash& clash) {
    const Root& root = region.accesses.roots[static_cast<std::size_t>(access.root)];
    ir::TypeRef type = root.variable != nullptr ? root.variable->type : nullptr;
    for (std::size_t d = 0; type != nullptr && d < clash.element.size(); ++d, type = type->inner)
        if (type->is_array() && type->length > 0 && clash.element[d] >= type->length)
            return false;
    return root.pointee == nullptr || !root.pointee->is_record();
}

// Whether the size only says how far inner loops go, and each subscript counts in one loop: no row that it makes longer
// runs into the next one.
bool only_bounds(SymbolId size, const RawAccess& access) {
    return std::all_of(
        access.subscripts.begin(), access.subscripts.end(),
        [&](const Poly& subscript) {
            std::set<SymbolId> counted;
            bool free = true;
            for (const auto& [monomial, factor] : subscript.terms())
                for (const SymbolId symbol : monomial) {
                    const auto& own = access.domain.iterators;
                    free = free && symbol != size;
                    if (std::find(own.begin(), own.end(), symbol) != own.end())
                        counted.insert(symbol);
                }
            return free && counted.size() <= 1;
        });
}

} // namespace

void warn_of_sizes(State& state, Region& region, const ir::For& loop, const std::string& whole,
                   const std::vector<OpenPair>& pairs) {
    const std::vector<SymbolId> sizes = symbols_in(whole);
    for (std::size_t i = 0; i < std::min<std::size_t>(pairs.size(), worth::most_sizes_tried); ++i) {
        auto [question, write, other] = pairs[i];
        region.bridge.narrow(question);
        // Where a value is one of several, no example is certain.
        const bool is_exact = region.symbols.conditions_of(question.writes + " " + question.touches).empty();
        const auto found = is_exact && loop.directive->layout.empty() ? clash_from(question) : std::nullopt;
        const std::vector<SymbolId> ids = found ? symbols_in(found->parameter) : std::vector<SymbolId>{};
        const bool of_loop = !ids.empty() && std::find(sizes.begin(), sizes.end(), ids.front()) != sizes.end();
        if (ids.empty() || !(of_loop || (only_bounds(ids.front(), write) && only_bounds(ids.front(), other))) ||
            !is_there(region, other, found->example))
            continue;
        const ClashText text(region);
        const auto iteration = [&](std::int64_t x) {
            return fmt::format("{}={}", loop.canonical.variable->name, text.loop_value(x, found->example));
        };
        const Symbol& size = region.symbols[ids.front()];
        auto& warning = state.diagnostics.warning(
            other.range,
            fmt::format("loop is not parallel from {} = {} on: iteration {} reads {} then, which iteration {} writes",
                        size.shown.empty() ? size.host.text() : size.shown, found->value,
                        iteration(found->example.other), text.element(other, found->example),
                        iteration(found->example.writer)),
            "hydra-race");
        warning.notes.push_back({write.range, "written here"});
        return;
    }
}

} // namespace hydra::passes
