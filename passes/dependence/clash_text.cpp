// See clash_text.h.
#include "passes/dependence/clash_text.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "passes/dependence/element_name.h"

namespace hydra::passes {

bool speaks_of(const Poly& poly, SymbolId id) {
    return std::any_of(
        poly.terms().begin(), poly.terms().end(),
        [&](const auto& term) { return std::find(term.first.begin(), term.first.end(), id) != term.first.end(); });
}

std::optional<std::int64_t> ClashText::evaluate(const Poly& poly, const Clash& clash,
                                                std::optional<std::int64_t> x) const {
    std::int64_t sum = 0;
    for (const auto& [monomial, coefficient] : poly.terms()) {
        std::int64_t product = coefficient;
        for (const SymbolId id : monomial) {
            const auto known = clash.parameters.find(fmt::format("s{}", id));
            const bool chunk = id == region_.chunk_variable && x;
            if (!chunk && known == clash.parameters.end())
                return std::nullopt;
            if (__builtin_mul_overflow(product, chunk ? *x : known->second, &product))
                return std::nullopt;
        }
        if (__builtin_add_overflow(sum, product, &sum))
            return std::nullopt;
    }
    return sum;
}

std::int64_t ClashText::loop_value(std::int64_t x, const Clash& clash) const {
    return region_.loop_value ? evaluate(*region_.loop_value, clash, x).value_or(x) : x;
}

std::string ClashText::assumed(const RawAccess& other, const Clash& clash) const {
    std::set<std::string> names(clash.needed.begin(), clash.needed.end());
    if (flattened(other))
        for (std::size_t d = 0; d < other.lengths.size(); ++d)
            if (clash.element[d] != 0 && !other.lengths[d].constant())
                for (std::size_t i = 0; i < region_.symbols.size(); ++i)
                    if (speaks_of(other.lengths[d], static_cast<SymbolId>(i)))
                        names.insert(fmt::format("s{}", i));
    std::string text;
    for (std::size_t i = 0; i < region_.symbols.size(); ++i) {
        const std::string name = fmt::format("s{}", i);
        const Symbol& symbol = region_.symbols[static_cast<SymbolId>(i)];
        if (names.contains(name) && symbol.kind == Symbol::Kind::parameter && clash.parameters.contains(name))
            text +=
                fmt::format("{}{}={}", text.empty() ? "with " : ", ", symbol.host.text(), clash.parameters.at(name));
    }
    return text.empty() ? text : text + ", ";
}

std::size_t ClashText::declared_dims(const RawAccess& access) const {
    ir::TypeRef type = region_.accesses.roots[static_cast<std::size_t>(access.root)].pointee;
    std::size_t dims = access.tables.empty() ? 1 : 1 + static_cast<std::size_t>(access.tables.back());
    for (; type != nullptr && type->is_array(); type = type->inner)
        ++dims;
    return dims;
}

bool ClashText::holds_records(const RawAccess& access) const {
    ir::TypeRef type = region_.accesses.roots[static_cast<std::size_t>(access.root)].pointee;
    while (type != nullptr && type->is_array())
        type = type->inner;
    return type != nullptr && type->is_record();
}

bool ClashText::flattened(const RawAccess& access) const {
    return access.tables.empty() && access.subscripts.size() > declared_dims(access) && !holds_records(access);
}

std::string ClashText::element(const RawAccess& access, const Clash& clash) const {
    const Root& root = region_.accesses.roots[static_cast<std::size_t>(access.root)];
    if (root.host.is_address() || root.tables.size() > 1 || (!access.tables.empty() && access.tables[0] > 1))
        return access.text;
    if (const std::string named = element_name(access, root, declared_dims(access), clash.element); !named.empty())
        return named;
    std::string text = root.name;
    if (flattened(access) && declared_dims(access) == 1) {
        Poly index;
        for (std::size_t d = 0; d < clash.element.size(); ++d) {
            const auto scaled = d == 0 ? std::optional(index) : index.times(access.lengths[d - 1]);
            const auto sum = scaled ? scaled->plus(Poly(clash.element[d])) : std::nullopt;
            if (!sum)
                return access.text;
            index = *sum;
        }
        const auto value = evaluate(index, clash, std::nullopt);
        return value ? fmt::format("{}[{}]", text, *value) : access.text;
    }
    const std::size_t last = access.text.rfind(']');
    const std::string tail = last == std::string::npos ? access.text : access.text.substr(last + 1);
    if (holds_records(access) && !tail.empty() && last == std::string::npos)
        return access.text; // p->count
    for (std::size_t d = 0; d < std::min(declared_dims(access), clash.element.size()); ++d)
        text += fmt::format("[{}]", clash.element[d]);
    return holds_records(access) ? text + tail : text;
}

} // namespace hydra::passes
