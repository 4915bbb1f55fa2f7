#include "passes/dependence/linearised_subscripts.h"

#include <algorithm>
#include <set>

#include "passes/dependence/pairs.h"

namespace hydra::passes {

namespace {

std::optional<Poly> product_of(const Poly::Monomial& monomial, std::int64_t coefficient) {
    std::optional<Poly> product = Poly(coefficient);
    for (const SymbolId id : monomial)
        product = product ? product->times(Poly::symbol(id)) : std::nullopt;
    return product;
}

void cut_into_rows(RawAccess& access, SymbolId row) {
    std::optional<Poly> rows = Poly(), rest = Poly();
    for (const auto& [monomial, coefficient] : access.subscripts.front().terms()) {
        Poly::Monomial others = monomial;
        const auto at = std::find(others.begin(), others.end(), row);
        if (at != others.end())
            others.erase(at);
        const std::optional<Poly> term = product_of(others, coefficient);
        std::optional<Poly>& sum = others.size() < monomial.size() ? rows : rest;
        sum = sum && term ? sum->plus(*term) : std::nullopt;
    }
    if (!rows || !rest)
        return;
    access.subscripts = {*rows, *rest};
    access.lengths = {Poly::symbol(row)};
}

// nullopt: a coefficient became too large.
std::optional<Poly> element_number(const RawAccess& access) {
    if (access.subscripts.size() != access.lengths.size() + 1)
        return std::nullopt;
    std::optional<Poly> number = access.subscripts.front();
    for (std::size_t d = 1; d < access.subscripts.size(); ++d) {
        number = number ? number->times(access.lengths[d - 1]) : std::nullopt;
        number = number ? number->plus(access.subscripts[d]) : std::nullopt;
    }
    return number;
}

std::optional<Poly> products_in(const Poly& poly) {
    std::optional<Poly> sum = Poly();
    for (const auto& [monomial, coefficient] : poly.terms()) {
        if (monomial.size() < 2)
            continue;
        const auto product = product_of(monomial, coefficient);
        sum = sum && product ? sum->plus(*product) : std::nullopt;
    }
    return sum;
}

} // namespace

std::vector<RawAccess> seen_alike(std::vector<RawAccess> accesses) {
    for (const RawAccess& write : std::vector<RawAccess>(accesses)) {
        const auto length = write.lengths.size() == 1 ? write.lengths.front().terms() : Poly().terms();
        if (!writes(write) || !write.known || length.size() != 1 || length.begin()->first.size() != 1 ||
            length.begin()->second != 1)
            continue;
        const SymbolId row = length.begin()->first.front();
        for (RawAccess& other : accesses)
            if (other.root == write.root && other.elem == write.elem && other.known && other.tables.empty() &&
                write.tables.empty() && other.subscripts.size() == 1)
                cut_into_rows(other, row);
    }
    return accesses;
}

std::optional<Poly> renamed(const Poly& poly, const std::map<SymbolId, SymbolId>& names) {
    std::optional<Poly> sum = Poly();
    for (const auto& [monomial, coefficient] : poly.terms()) {
        Poly::Monomial others = monomial;
        for (SymbolId& id : others)
            if (const auto name = names.find(id); name != names.end())
                id = name->second;
        const std::optional<Poly> term = product_of(others, coefficient);
        sum = sum && term ? sum->plus(*term) : std::nullopt;
    }
    return sum;
}

std::optional<std::pair<Poly, Poly>> beside_products(const Symbols& symbols, const RawAccess& write,
                                                     const RawAccess& other, const std::vector<SymbolId>& write_equal,
                                                     const std::vector<SymbolId>& other_equal) {
    if (!write.known || !other.known || !same_view(write, other) || !write.tables.empty() || !other.tables.empty())
        return std::nullopt;
    std::map<SymbolId, SymbolId> names; // of the other's iterators, in the write's
    for (std::size_t i = 0; i < write_equal.size(); ++i)
        names[other_equal[i]] = write_equal[i];
    const auto of_write = element_number(write), of_other = element_number(other);
    const auto as_write = of_other ? renamed(*of_other, names) : std::nullopt;
    const auto distance = of_write && as_write ? of_write->minus(*as_write) : std::nullopt;
    if (!distance || symbols.narrowed_cancels(*of_write, *as_write, distance))
        return std::nullopt;
    const auto products = products_in(*of_write);
    if (!products || products->terms().empty() || products != products_in(*as_write))
        return std::nullopt;
    const std::set<SymbolId> equal(write_equal.begin(), write_equal.end());
    for (const auto& [monomial, coefficient] : products->terms())
        if (!std::all_of(monomial.begin(), monomial.end(),
                         [&](SymbolId id) { return equal.contains(id) || symbols.invariant(Poly::Monomial{id}); }))
            return std::nullopt;
    const auto rest = of_write->minus(*products);
    const auto other_products = products_in(*of_other);
    const auto other_rest = other_products ? of_other->minus(*other_products) : std::nullopt;
    return rest && other_rest ? std::optional(std::pair(*rest, *other_rest)) : std::nullopt;
}

} // namespace hydra::passes
