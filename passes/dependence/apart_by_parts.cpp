// See apart_by_parts.h.
//
// By division: the iteration's number is one dividend, so quotient and remainder, taken as two coordinates with
// 0 <= remainder < |divisor|, name it. The accesses meet in different iterations only where the quotients differ, or
// where these are equal and the remainders differ: two questions about functions that isl knows, in which the dividend
// itself does not occur. By exchange: x ^ m = x' means x' ^ m = x, so what the conditions of one access say of (x, x ^
// m) those of the other one say with both exchanged; if all of that cannot be true, they do not meet (`if (p > i)`).
#include "passes/dependence/apart_by_parts.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "passes/dependence/clash_text.h"
#include "passes/dependence/linearised_subscripts.h"
#include "passes/dependence/pairs.h"

namespace hydra::passes {

namespace {

bool has(const std::vector<Poly>& polys, SymbolId id) {
    return std::any_of(
        polys.begin(), polys.end(), [&](const Poly& poly) { return speaks_of(poly, id); });
}

// The coefficient of the symbol, where it stands by itself; 0: it does not.
std::int64_t coefficient_of(const Poly& poly, SymbolId id) {
    const auto found = poly.terms().find({id});
    return found != poly.terms().end() ? found->second : 0;
}

// s<a> for s<b>, and the other way round.
std::string exchanged(const std::string& formula, SymbolId a, SymbolId b) {
    std::string text;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        const bool starts =
            formula[i] == 's' && (i == 0 || std::isalnum(static_cast<unsigned char>(formula[i - 1])) == 0);
        std::size_t end = i + 1;
        while (starts && end < formula.size() && std::isdigit(static_cast<unsigned char>(formula[end])) != 0)
            ++end;
        if (end == i + 1) {
            text += formula[i];
            continue;
        }
        const SymbolId id = std::stoi(formula.substr(i + 1, end - i - 1));
        text += fmt::format("s{}", id == a ? b : id == b ? a : id);
        i = end - 1;
    }
    return text;
}

} // namespace

bool ApartByParts::by_division(const RawAccess& write, const RawAccess& other) {
    const auto& divisions = region_.accesses.divisions;
    return same_view(write, other) && write.known && other.known &&
           std::any_of(divisions.begin(), divisions.end(),
                       [&](const Division& division) { return by_division(write, other, division); });
}

bool ApartByParts::by_exchange(const RawAccess& write, const RawAccess& other) {
    const auto& exchanges = region_.accesses.exchanges;
    return same_view(write, other) && write.known && other.known &&
           std::any_of(exchanges.begin(), exchanges.end(),
                       [&](const Exchange& exchange) { return by_exchange(write, other, exchange); });
}

bool ApartByParts::by_division(const RawAccess& write, const RawAccess& other, const Division& division) {
    for (const RawAccess* access : {&write, &other})
        if (!has(access->subscripts, division.quotient) || !has(access->subscripts, division.remainder))
            return false;
    const Poly rest = division.dividend.minus(Poly::symbol(region_.chunk_variable)).value_or(division.dividend);
    const auto dividend = region_.bridge.affine(division.dividend);
    return region_.symbols.invariant(rest) && dividend && region_.bridge.holds(write.domain, *dividend + " >= 0") &&
           region_.bridge.holds(other.domain, *dividend + " >= 0") &&
           stay_apart_within_rows(write, other, division, 1) && stay_apart_within_rows(write, other, division, -1);
}

// sign: of the divisor, which is not 0.
bool ApartByParts::stay_apart_within_rows(const RawAccess& write, const RawAccess& other, const Division& division,
                                          int sign) {
    const auto first = parts_of(write, division, sign), second = parts_of(other, division, sign);
    return first && second && inside_rows(write, *first, division, sign) &&
           inside_rows(other, *second, division, sign) && never_meet(*first, *second, false) &&
           never_meet(*first, *second, true);
}

// Without what is said of the iteration's number: that leaves more that could meet. nullopt: other values of the
// iteration's have a part in the subscripts.
std::optional<ApartByParts::Parts> ApartByParts::parts_of(const RawAccess& access, const Division& division, int sign) {
    const std::map<SymbolId, SymbolId> names{{division.quotient, quotient()}, {division.remainder, remainder()}};
    const auto divisor = region_.bridge.affine(division.divisor);
    if (!divisor)
        return std::nullopt;
    Parts parts;
    for (const Poly& subscript : access.subscripts) {
        const auto other = renamed(subscript, names);
        if (!other)
            return std::nullopt;
        for (const auto& [monomial, coefficient] : other->terms())
            if (std::any_of(monomial.begin(), monomial.end(), [&](SymbolId id) { return moves(id); }))
                return std::nullopt;
        parts.subscripts.push_back(*other);
    }
    parts.domain.iterators = {quotient(), remainder()};
    parts.domain.formulas = {fmt::format("{0} {1} and 0 <= s{2} and 0 <= s{3} < {4}({0})", *divisor,
                                         sign > 0 ? ">= 1" : "<= -1", quotient(), remainder(), sign > 0 ? "" : "-")};
    for (const SymbolId id : access.domain.iterators)
        if (id != region_.chunk_variable)
            parts.domain.iterators.push_back(id);
    for (const std::string& formula : access.domain.formulas)
        if (!speaks_of_moving(formula))
            parts.domain.formulas.push_back(formula);
    return parts;
}

bool ApartByParts::inside_rows(const RawAccess& access, const Parts& parts, const Division& division, int sign) {
    for (std::size_t d = 1; d < parts.subscripts.size(); ++d) {
        if (std::count(access.tables.begin(), access.tables.end(), static_cast<int>(d)) > 0)
            continue; // rows of a table are other memory, as races_pass.cpp notes
        const auto subscript = region_.bridge.affine(parts.subscripts[d]);
        const auto length = region_.bridge.affine(access.lengths[d - 1]);
        const bool turned = sign < 0 && access.lengths[d - 1] == division.divisor;
        if (!subscript || !length ||
            !region_.bridge.holds(parts.domain,
                                  fmt::format("0 <= {} < {}({})", *subscript, turned ? "-" : "", *length)))
            return false;
    }
    return true;
}

// by_remainder: at equal quotients.
bool ApartByParts::never_meet(const Parts& write, const Parts& other, bool by_remainder) {
    const auto relation = [&](Parts parts) {
        if (by_remainder) {
            std::swap(parts.domain.iterators[0], parts.domain.iterators[1]);
            parts.subscripts.push_back(Poly::symbol(quotient()));
        }
        return region_.bridge.relation(parts.domain, parts.subscripts);
    };
    return never_meet_.holds(relation(write), relation(other));
}

// Both touch `x + r` or `x ^ m + r` in one dimension, whose rows their inner subscripts do not leave.
bool ApartByParts::by_exchange(const RawAccess& write, const RawAccess& other, const Exchange& exchange) {
    const auto cannot_be = [&] {
        Domain both{{exchange.of}, {fmt::format("(s{0} < s{1} or s{0} > s{1})", exchange.of, exchange.partner)}};
        for (const RawAccess* access : {&write, &other})
            for (const std::string& formula : access->domain.formulas) {
                const std::vector<SymbolId> ids = symbols_in(formula);
                const bool known = std::all_of(ids.begin(), ids.end(), [&](SymbolId id) {
                    return id == exchange.of || id == exchange.partner || !moves(id);
                });
                const bool inner = std::any_of(ids.begin(), ids.end(), [&](SymbolId id) {
                    return id != exchange.of && region_.symbols[id].kind == Symbol::Kind::iterator;
                });
                if (known && !inner)
                    both.formulas.push_back(access == &other ? exchanged(formula, exchange.of, exchange.partner)
                                                             : formula);
            }
        return region_.bridge.holds(both, "1 = 0");
    };
    for (std::size_t d = 0; d < write.subscripts.size(); ++d)
        for (const SymbolId u : {exchange.of, exchange.partner})
            for (const SymbolId v : {exchange.of, exchange.partner}) {
                const std::int64_t c = coefficient_of(write.subscripts[d], u);
                const auto moved = [&](SymbolId id) { return Poly::symbol(id).times(Poly(c)); };
                const auto rest = moved(u) ? write.subscripts[d].minus(*moved(u)) : std::nullopt;
                const auto other_rest = moved(v) ? other.subscripts[d].minus(*moved(v)) : std::nullopt;
                if (c != 0 && rest && rest == other_rest && region_.symbols.invariant(*rest) && (u == v || cannot_be()))
                    return true;
            }
    return false;
}

// Whether the value is another one in other iterations.
bool ApartByParts::moves(SymbolId id) const {
    std::set<SymbolId> seen; // a definition names its own symbol, too
    std::vector<SymbolId> open{id};
    while (!open.empty()) {
        const SymbolId next = open.back();
        open.pop_back();
        if (next == region_.chunk_variable)
            return true;
        const Symbol& symbol = region_.symbols[next];
        if (symbol.kind == Symbol::Kind::defined && seen.insert(next).second) {
            const auto further = symbols_in(symbol.definition + " " + symbol.exact_when);
            open.insert(open.end(), further.begin(), further.end());
        }
    }
    return false;
}

bool ApartByParts::speaks_of_moving(const std::string& formula) const {
    const std::vector<SymbolId> ids = symbols_in(formula);
    return std::any_of(ids.begin(), ids.end(), [&](SymbolId id) { return moves(id); });
}

SymbolId ApartByParts::quotient() {
    if (quotient_ < 0)
        quotient_ = region_.symbols.add_iterator("quotient", nullptr);
    return quotient_;
}

SymbolId ApartByParts::remainder() {
    if (remainder_ < 0)
        remainder_ = region_.symbols.add_iterator("remainder", nullptr);
    return remainder_;
}

} // namespace hydra::passes
