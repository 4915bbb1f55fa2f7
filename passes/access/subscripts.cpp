// Subscripts of accesses (subscripts.h).
#include "passes/access/subscripts.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace hydra::passes {

namespace {

// Whether the subscript, in which nothing counts upwards, is always negative: `a[i*n + n - 1 - j]` is in row i, though
// the products alone say row i + 1.
bool lies_before(IslBridge& bridge, const Domain& domain, const Poly& subscript) {
    const auto& terms = subscript.terms();
    const bool downwards = std::all_of(terms.begin(), terms.end(), [](const auto& term) { return term.second < 0; });
    if (terms.empty() || !downwards)
        return false;
    const auto text = subscript.constant() ? std::nullopt : bridge.affine(subscript);
    return subscript.constant() || (text && bridge.holds(domain, *text + " < 0"));
}

// `k - (n + 2)` where rows have n + 2 elements, which is one symbol as a length: the row before.
void count_rows(const Symbols& symbols, const Poly& length, Poly& row, Poly& column) {
    const bool symbol =
        length.terms().size() == 1 && length.terms().begin()->second == 1 && length.terms().begin()->first.size() == 1;
    const Poly* sum = symbol ? symbols.sum_of(length.terms().begin()->first.front()) : nullptr;
    if (sum == nullptr || sum->terms().empty())
        return;
    const auto& [monomial, times] = *std::prev(sum->terms().end()); // the constant comes first
    const auto found = column.terms().find(monomial);
    if (monomial.empty() || found == column.terms().end() || found->second % times != 0)
        return;
    const std::int64_t rows = found->second / times;
    const auto counted = sum->times(Poly(rows));
    const auto other_row = row.plus(Poly(rows));
    const auto other_column = counted ? column.minus(*counted) : std::nullopt;
    if (other_row && other_column) {
        row = *other_row;
        column = *other_column;
    }
}

} // namespace

void rejoin_rows(const Divisions& divisions, RawAccess& raw) {
    while (divisions.has_any() && raw.subscripts.size() > 1 &&
           (raw.tables.empty() || raw.tables.back() + 1 < static_cast<int>(raw.subscripts.size()))) {
        const auto row = raw.subscripts[raw.subscripts.size() - 2].times(raw.lengths.back());
        const auto flat = row ? row->plus(raw.subscripts.back()) : std::nullopt;
        if (!flat || divisions.recombined(*flat) == *flat)
            return;
        raw.subscripts.pop_back();
        raw.lengths.pop_back();
        raw.subscripts.back() = divisions.recombined(*flat);
    }
}

bool split_rows(const Symbols& symbols, IslBridge& bridge, RawAccess& raw, std::size_t at) {
    const auto place = static_cast<std::ptrdiff_t>(at);
    const Poly whole = raw.subscripts[at];
    using Monomial = Poly::Monomial;
    const auto parts = [&](const Monomial& monomial) {
        std::pair<Monomial, Monomial> split; // parameters, the rest
        for (const SymbolId id : monomial)
            (symbols[id].kind == Symbol::Kind::parameter ? split.first : split.second).push_back(id);
        return split;
    };
    std::set<Monomial> strides{{}};
    for (const auto& [monomial, coefficient] : whole.terms()) {
        const auto [parameters, rest] = parts(monomial);
        if (rest.size() > 1)
            return false;
        if (rest.size() == 1)
            strides.insert(parameters);
    }
    std::vector<Monomial> chain(strides.begin(), strides.end());
    std::sort(
        chain.begin(), chain.end(), [](const Monomial& a, const Monomial& b) { return a.size() > b.size(); });
    const auto divides = [](const Monomial& small, const Monomial& large) {
        return std::includes(large.begin(), large.end(), small.begin(), small.end());
    };
    const auto without = [](const Monomial& large, const Monomial& small) {
        Monomial rest;
        std::set_difference(large.begin(), large.end(), small.begin(), small.end(), std::back_inserter(rest));
        return rest;
    };
    const auto product = [](const Monomial& monomial, std::int64_t coefficient) {
        Poly poly(coefficient);
        for (const SymbolId id : monomial)
            poly = *poly.times(Poly::symbol(id));
        return poly;
    };
    std::vector<Poly> lengths;
    for (std::size_t k = 1; k < chain.size(); ++k) {
        if (!divides(chain[k], chain[k - 1]))
            return false;
        lengths.push_back(product(without(chain[k - 1], chain[k]), 1));
    }
    std::vector<Poly> subscripts(chain.size());
    for (const auto& [monomial, coefficient] : whole.terms()) {
        const auto split = parts(monomial);
        const Monomial& parameters = split.first;
        const Monomial& rest = split.second;
        const auto level = std::find_if(chain.begin(), chain.end(), [&](const Monomial& stride) {
            return rest.empty() ? divides(stride, parameters) : stride == parameters;
        });
        Monomial left = without(parameters, *level);
        left.insert(left.end(), rest.begin(), rest.end());
        std::sort(left.begin(), left.end());
        const auto sum = subscripts[static_cast<std::size_t>(level - chain.begin())].plus(product(left, coefficient));
        if (!sum)
            return false;
        subscripts[static_cast<std::size_t>(level - chain.begin())] = *sum;
    }
    for (std::size_t level = subscripts.size() - 1; level > 0; --level)
        count_rows(symbols, lengths[level - 1], subscripts[level - 1], subscripts[level]);
    for (std::size_t level = subscripts.size() - 1; level > 0; --level) {
        const auto row = subscripts[level - 1].plus(Poly(-1)), column = subscripts[level].plus(lengths[level - 1]);
        if (row && column && lies_before(bridge, raw.domain, subscripts[level])) {
            subscripts[level - 1] = *row;
            subscripts[level] = *column;
        }
    }
    raw.subscripts.erase(raw.subscripts.begin() + place);
    raw.subscripts.insert(raw.subscripts.begin() + place, subscripts.begin(), subscripts.end());
    raw.lengths.insert(raw.lengths.begin() + place, lengths.begin(), lengths.end());
    return true;
}

std::vector<std::pair<std::string, std::string>> conditions_of(const Symbols& symbols, const RawAccess& raw) {
    std::string mentioned;
    for (const std::string& formula : raw.domain.formulas)
        mentioned += formula + " ";
    for (const Poly& subscript : raw.subscripts)
        for (const auto& [monomial, coefficient] : subscript.terms())
            for (const SymbolId id : monomial)
                mentioned += fmt::format("s{} ", id);
    return raw.known ? symbols.conditions_of(mentioned) : std::vector<std::pair<std::string, std::string>>{};
}

bool counts_through_rows(const Symbols& symbols, const Poly& subscript, std::int64_t length, bool same_row) {
    std::optional<std::int64_t> step; // of what moves
    for (const auto& [monomial, coefficient] : subscript.terms()) {
        if (symbols.invariant(monomial))
            continue;
        const std::int64_t size = std::abs(coefficient);
        if (monomial.size() > 1 || size >= length || size != step.value_or(size))
            return true;
        step = size;
    }
    return step && same_row;
}

} // namespace hydra::passes
