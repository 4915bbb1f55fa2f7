// Pass: line rows. In a[i * m + j] it is the loop variable's factor that tells the length of a row. A loop along the
// edges of the same array (`a[j] = a[m + j]; a[(n - 1) * m + j] = …`) has no such factor; but what no loop variable
// moves is whole rows of some length within which the rest is proved to stay. Then it is two subscripts, too, and
// placement sees that each access keeps to one row. The length is a variable of the launch, or a constant that rows of
// arrays have in other loops. Where rows are known already, a variable must look like the number of them in a plane
// (`(n - 1) * m + j`, or rows of that length in another loop): the width of a border does not (`a[(pad + d) * n + j]`).
// All accesses of a kernel to one array are split alike, and one of them at least lies
// behind the first row, or none is: a vector stays one.
#include "passes/sections/line_rows.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include <fmt/format.h>

#include "passes/passes.h"
#include "passes/sections/constant_rows.h"

namespace hydra::passes {

namespace {

class LineFinder {
  public:
    // constants, variables: lengths of rows in any loop, as they are there.
    LineFinder(Region& region, const std::set<std::int64_t>& constants, const std::set<std::string>& variables)
        : region_(region), constants_(constants), known_(variables) {}

    void run() {
        for (std::size_t root = 0; root < region_.accesses.roots.size(); ++root) {
            const std::vector<RawAccess*> accesses = plain_accesses(region_, root);
            if (accesses.empty() || !std::all_of(accesses.begin(), accesses.end(), [&](const RawAccess* raw) {
                    return raw->lengths == accesses.front()->lengths;
                }))
                continue;
            for (const Poly& length : lengths_of(accesses))
                if (split(accesses, length))
                    break;
        }
    }

  private:
    // What rows may be as long as: variables that offsets are multiples of, and constants that are not above them.
    std::vector<Poly> lengths_of(const std::vector<RawAccess*>& accesses) const {
        std::set<SymbolId> variables;
        std::int64_t farthest = 0;
        for (const RawAccess* raw : accesses)
            for (const auto& [monomial, factor] : raw->subscripts.front().terms()) {
                farthest = monomial.empty() ? std::max(farthest, factor) : farthest;
                if (!region_.symbols.invariant(monomial))
                    continue;
                const bool multiplies = monomial.size() > 1 || std::abs(factor) > 1;
                for (const SymbolId variable : monomial)
                    if (raw->lengths.empty() || multiplies || known_.contains(region_.symbols[variable].host.text()))
                        variables.insert(variable);
            }
        std::vector<Poly> lengths;
        lengths.reserve(variables.size() + constants_.size());
        for (const SymbolId variable : variables)
            lengths.push_back(Poly::symbol(variable));
        for (auto constant = constants_.rbegin(); constant != constants_.rend(); ++constant)
            if (*constant > 1 && *constant <= farthest)
                lengths.emplace_back(*constant);
        return lengths;
    }

    bool split(const std::vector<RawAccess*>& accesses, const Poly& length) const {
        std::vector<RowSplit> found;
        bool further = false; // some row but the first
        for (const RawAccess* raw : accesses) {
            const auto two = length.constant() ? split_subscript(*raw, *length.constant())
                                               : split_subscript(*raw, length.terms().begin()->first.front());
            if (!two)
                return false;
            further = further || two->row != Poly(0);
            found.push_back(*two);
        }
        for (std::size_t a = 0; further && a < accesses.size(); ++a) {
            RawAccess& raw = *accesses[a];
            raw.subscripts.front() = found[a].row;
            raw.subscripts.insert(raw.subscripts.begin() + 1, found[a].column);
            raw.lengths.insert(raw.lengths.begin(), length);
        }
        return further;
    }

    // What is a multiple of the length becomes rows; a row less where the rest would lie in front of its row.
    std::optional<RowSplit> split_subscript(const RawAccess& raw, SymbolId length) const {
        RowSplit parts;
        for (const auto& [monomial, factor] : raw.subscripts.front().terms()) {
            Poly::Monomial rest = monomial;
            const auto at = std::find(rest.begin(), rest.end(), length);
            if (region_.symbols.invariant(monomial) && at != rest.end())
                rest.erase(at);
            if (!add_term(rest.size() < monomial.size() ? parts.row : parts.column, rest, factor))
                return std::nullopt;
        }
        const auto before = parts.row.minus(Poly(1)), longer = parts.column.plus(Poly::symbol(length));
        const std::string end = fmt::format("s{}", length);
        if (!moves(raw) || !before || !longer)
            return std::nullopt;
        return lies_in_row(region_, raw, parts.column, end) ? std::optional(parts)
               : lies_in_row(region_, raw, *longer, end)    ? std::optional(RowSplit{*before, *longer})
                                                            : std::nullopt;
    }

    std::optional<RowSplit> split_subscript(const RawAccess& raw, std::int64_t length) const {
        RowSplit parts;
        for (const auto& [monomial, factor] : raw.subscripts.front().terms()) {
            const bool rows = !monomial.empty() && region_.symbols.invariant(monomial) && factor % length == 0;
            if (!add_term(rows ? parts.row : parts.column, monomial, rows ? factor / length : factor))
                return std::nullopt;
        }
        return moves(raw) ? settle_column(region_, raw, parts, length) : std::nullopt;
    }

    // Whether a loop variable moves the subscript.
    bool moves(const RawAccess& raw) const {
        const auto& terms = raw.subscripts.front().terms();
        return std::any_of(terms.begin(), terms.end(),
                           [this](const auto& term) { return !region_.symbols.invariant(term.first); });
    }

    Region& region_;
    const std::set<std::int64_t>& constants_;
    const std::set<std::string>& known_;
};

} // namespace

void line_rows_pass(State& state) {
    std::set<std::int64_t> constants;
    std::set<std::string> variables;
    for (const std::unique_ptr<Region>& region : state.kernels)
        for (const RawAccess& raw : region->accesses.accesses)
            for (const Poly& length : raw.lengths) {
                constants.insert(length.constant().value_or(0));
                for (const auto& [monomial, factor] : length.terms())
                    if (monomial.size() == 1)
                        variables.insert(region->symbols[monomial.front()].host.text());
            }
    for (const std::unique_ptr<Region>& region : state.kernels)
        LineFinder(*region, constants, variables).run();
}

} // namespace hydra::passes
