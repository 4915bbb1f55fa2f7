// Arithmetic of polynomials with overflow checks, and the symbol table of one launch or site.
#include "passes/symbolic/symbolic.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace hydra::passes {

namespace {

constexpr std::int64_t largest_natural = std::int64_t{1} << 62;

std::string magnitude_text(std::int64_t value) {
    return std::to_string(value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
}

// Calls f with the monomials and their coefficients, the constant last.
template <class F> void for_each_term(const Poly& poly, const F& f) {
    for (const auto& [monomial, coefficient] : poly.terms())
        if (!monomial.empty())
            f(monomial, coefficient);
    if (const auto constant = poly.terms().find({}); constant != poly.terms().end())
        f(constant->first, constant->second);
}

} // namespace

Poly::Poly(std::int64_t constant) {
    if (constant != 0)
        terms_[{}] = constant;
}

Poly Poly::symbol(SymbolId id) {
    Poly poly;
    poly.terms_[{id}] = 1;
    return poly;
}

std::optional<Poly> Poly::plus(const Poly& other) const {
    Poly sum = *this;
    for (const auto& [monomial, coefficient] : other.terms_) {
        std::int64_t& slot = sum.terms_[monomial];
        if (__builtin_add_overflow(slot, coefficient, &slot))
            return std::nullopt;
        if (slot == 0)
            sum.terms_.erase(monomial);
    }
    return sum;
}

std::optional<Poly> Poly::minus(const Poly& other) const {
    const std::optional<Poly> negated = other.times(Poly(-1));
    return negated ? plus(*negated) : std::nullopt;
}

std::optional<Poly> Poly::times(const Poly& other) const {
    Poly product;
    for (const auto& [left, a] : terms_)
        for (const auto& [right, b] : other.terms_) {
            Monomial monomial = left;
            monomial.insert(monomial.end(), right.begin(), right.end());
            std::sort(monomial.begin(), monomial.end());
            std::int64_t coefficient = 0;
            if (__builtin_mul_overflow(a, b, &coefficient))
                return std::nullopt;
            Poly term;
            term.terms_[std::move(monomial)] = coefficient;
            const std::optional<Poly> sum = product.plus(term);
            if (!sum)
                return std::nullopt;
            product = *sum;
        }
    return product;
}

std::optional<std::int64_t> Poly::constant() const {
    if (terms_.empty())
        return 0;
    if (terms_.size() == 1 && terms_.begin()->first.empty())
        return terms_.begin()->second;
    return std::nullopt;
}

std::optional<Poly> Poly::divided(std::int64_t divisor) const {
    Poly quotient;
    for (const auto& [monomial, coefficient] : terms_) {
        if (coefficient % divisor != 0)
            return std::nullopt;
        quotient.terms_[monomial] = coefficient / divisor;
    }
    return quotient;
}

std::int64_t Poly::largest_coefficient() const {
    std::int64_t largest = 0;
    for (const auto& [monomial, coefficient] : terms_)
        if (!monomial.empty() && coefficient != std::numeric_limits<std::int64_t>::min())
            largest = std::max(largest, std::abs(coefficient));
    return largest;
}

std::optional<Line> along(const Symbols& symbols, const Poly& poly, SymbolId x) {
    Line line;
    for (const auto& [monomial, coefficient] : poly.terms()) {
        if (monomial.size() == 1 && monomial.front() == x) {
            line.scale = coefficient;
        } else if (symbols.invariant(monomial)) {
            Poly term(1);
            for (const SymbolId id : monomial)
                term = *term.times(Poly::symbol(id));
            const auto scaled = term.times(Poly(coefficient));
            const auto sum = scaled ? line.offset.plus(*scaled) : std::nullopt;
            if (!sum)
                return std::nullopt;
            line.offset = *sum;
        } else {
            return std::nullopt;
        }
    }
    return line;
}

std::optional<std::pair<std::int64_t, std::int64_t>> type_range(ir::TypeRef type) {
    if (type == nullptr || !type->is_integer())
        return std::nullopt;
    const std::optional<std::int64_t> size = ir::size_of(type);
    if (!size || *size > 8)
        return std::nullopt;
    if (type->kind == ir::TypeKind::Bool)
        return std::pair<std::int64_t, std::int64_t>{0, 1};
    const std::int64_t top = std::numeric_limits<std::int64_t>::max();
    const int bits = static_cast<int>(*size * 8);
    if (type->is_unsigned())
        return std::pair<std::int64_t, std::int64_t>{0, bits == 64 ? top : (std::int64_t{1} << bits) - 1};
    if (bits == 64)
        return std::pair{std::numeric_limits<std::int64_t>::min(), top};
    return std::pair{-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1};
}

void Symbols::note_narrowed(const Poly& poly) {
    for (const auto& [monomial, coefficient] : poly.terms())
        if (monomial.size() > 1)
            narrowed_.insert(monomial);
}

bool Symbols::narrowed_cancels(const Poly& a, const Poly& b, const std::optional<Poly>& result) const {
    return result && std::any_of(
                         narrowed_.begin(), narrowed_.end(),
                         [&](const Poly::Monomial& monomial) {
                             return (a.terms().contains(monomial) || b.terms().contains(monomial)) &&
                                    !result->terms().contains(monomial);
                         });
}

SymbolId Symbols::add_iterator(std::string name, ir::TypeRef type, bool descending) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::iterator;
    symbol.descending = descending;
    symbol.name = std::move(name);
    if (const auto range = type_range(type)) {
        symbol.least = range->first;
        symbol.most = range->second;
    }
    list_.push_back(std::move(symbol));
    return static_cast<SymbolId>(list_.size()) - 1;
}

SymbolId Symbols::parameter(const ir::HostExpr& host, const std::string& wanted_name, bool is_variable,
                            ir::TypeRef type) {
    if (const auto found = by_host_.find(host); found != by_host_.end())
        return found->second;
    Symbol symbol;
    symbol.host = host;
    const int uses = names_[wanted_name]++;
    symbol.name = uses == 0 ? wanted_name : fmt::format("{}_{}", wanted_name, uses + 1);
    symbol.is_variable = is_variable && uses == 0;
    if (const auto range = type_range(type)) {
        symbol.least = range->first;
        symbol.most = range->second;
        symbol.natural = type->is_unsigned() && range->second == std::numeric_limits<std::int64_t>::max();
    }
    list_.push_back(std::move(symbol));
    const auto id = static_cast<SymbolId>(list_.size()) - 1;
    by_host_[host] = id;
    return id;
}

SymbolId Symbols::parameter(const ir::VarDecl* variable) {
    const SymbolId id = parameter(ir::HostExpr::name(variable->name), variable->name, true, variable->type);
    of_variables_[variable] = id;
    if (const auto known = known_.find(variable); known != known_.end()) {
        Symbol& symbol = edit(id);
        symbol.found = true;
        symbol.least = std::max(symbol.least.value_or(known->second.first), known->second.first);
        symbol.most = std::min(symbol.most.value_or(known->second.second), known->second.second);
        symbol.natural = symbol.natural && *symbol.most > largest_natural;
    }
    return id;
}

std::vector<std::string> Symbols::ordered() const {
    std::vector<std::string> formulas;
    for (const auto& [variables, apart] : orders_) {
        const auto less = of_variables_.find(variables.first);
        const auto more = of_variables_.find(variables.second);
        if (less != of_variables_.end() && more != of_variables_.end())
            formulas.push_back(fmt::format("s{} + {} <= s{}", less->second, apart, more->second));
    }
    std::sort(formulas.begin(), formulas.end()); // not by address
    return formulas;
}

SymbolId Symbols::add_defined(std::string shown, const std::function<std::string(SymbolId)>& define,
                              std::string exact_when, std::string shown_when) {
    for (std::size_t i = 0; i < list_.size(); ++i) {
        const auto id = static_cast<SymbolId>(i);
        if (list_[i].kind == Symbol::Kind::defined && list_[i].definition == define(id))
            return id;
    }
    Symbol symbol;
    symbol.kind = Symbol::Kind::defined;
    symbol.name = std::move(shown);
    symbol.definition = define(static_cast<SymbolId>(list_.size()));
    symbol.exact_when = std::move(exact_when);
    symbol.shown_when = std::move(shown_when);
    for (std::size_t at = symbol.definition.find(" or "); at != std::string::npos;
         at = symbol.definition.find(" or ", at + 4))
        ++symbol.weight;
    list_.push_back(std::move(symbol));
    return static_cast<SymbolId>(list_.size()) - 1;
}

std::vector<SymbolId> symbols_in(const std::string& formula) {
    std::vector<SymbolId> ids;
    for (std::size_t i = 0; i + 1 < formula.size(); ++i) {
        const bool starts = i == 0 || std::isalnum(static_cast<unsigned char>(formula[i - 1])) == 0;
        if (formula[i] == 's' && starts && std::isdigit(static_cast<unsigned char>(formula[i + 1])) != 0)
            ids.push_back(std::stoi(formula.substr(i + 1)));
    }
    return ids;
}

std::vector<std::pair<std::string, std::string>> Symbols::conditions_of(const std::string& formula) const {
    std::vector<std::pair<std::string, std::string>> conditions;
    std::set<SymbolId> seen;
    std::vector<SymbolId> open = symbols_in(formula);
    while (!open.empty()) {
        const SymbolId id = open.back();
        open.pop_back();
        const Symbol& symbol = (*this)[id];
        if (symbol.kind != Symbol::Kind::defined || !seen.insert(id).second)
            continue;
        if (!symbol.exact_when.empty())
            conditions.emplace_back(symbol.exact_when, symbol.shown_when);
        const std::vector<SymbolId> further = symbols_in(symbol.definition + " " + symbol.exact_when);
        open.insert(open.end(), further.begin(), further.end());
    }
    return conditions;
}

std::set<SymbolId> Symbols::assumed_inside(const std::string& formula, const std::vector<Poly>& polys) const {
    std::set<SymbolId> found;
    std::set<SymbolId> seen;
    std::vector<SymbolId> open = symbols_in(formula);
    for (const Poly& poly : polys)
        for (const auto& [monomial, coefficient] : poly.terms())
            open.insert(open.end(), monomial.begin(), monomial.end());
    while (!open.empty()) {
        const SymbolId id = open.back();
        open.pop_back();
        const Symbol& symbol = (*this)[id];
        if (!seen.insert(id).second)
            continue;
        if (symbol.natural || symbol.limit > 0)
            found.insert(id);
        const std::vector<SymbolId> further = symbols_in(symbol.definition + " " + symbol.exact_when);
        open.insert(open.end(), further.begin(), further.end());
    }
    return found;
}

bool Symbols::has_unsigned32(const Poly& poly) const {
    constexpr std::int64_t most = (std::int64_t{1} << 32) - 1;
    const auto& terms = poly.terms();
    return std::any_of(terms.begin(), terms.end(), [&](const auto& term) {
        return std::any_of(term.first.begin(), term.first.end(), [&](SymbolId id) {
            const Symbol& symbol = (*this)[id];
            return symbol.kind == Symbol::Kind::parameter && symbol.most == most;
        });
    });
}

bool Symbols::invariant(const Poly::Monomial& monomial) const {
    return std::all_of(
        monomial.begin(), monomial.end(), [&](SymbolId id) { return (*this)[id].kind == Symbol::Kind::parameter; });
}

bool Symbols::invariant(const Poly& poly) const {
    return std::all_of(
        poly.terms().begin(), poly.terms().end(), [&](const auto& term) { return invariant(term.first); });
}

SymbolId Symbols::as_parameter(const Poly& poly) {
    if (poly.terms().size() == 1 && poly.terms().begin()->second == 1 && poly.terms().begin()->first.size() == 1)
        return poly.terms().begin()->first.front();
    const SymbolId id = parameter(host_expr(poly), "hydra_v", false, nullptr);
    sums_.emplace(id, poly);
    return id;
}

const Poly* Symbols::sum_of(SymbolId id) const {
    const auto found = sums_.find(id);
    return found == sums_.end() ? nullptr : &found->second;
}

ir::HostExpr Symbols::host_expr(const Poly& poly) const {
    using ir::HostExpr;
    HostExpr sum;
    const auto add = [&](const Poly::Monomial& monomial, std::int64_t coefficient) {
        const bool subtracts = !sum.empty() && coefficient < 0;
        // The sign of the first term stands in front of its first factor.
        const auto signed_alike = [&](const HostExpr& factor) {
            return sum.empty() && coefficient < 0 ? HostExpr::unary(ir::UnaryOp::minus, factor) : factor;
        };
        HostExpr product;
        if (monomial.empty() || (coefficient != 1 && coefficient != -1))
            product = signed_alike(HostExpr::literal(magnitude_text(coefficient)));
        for (const SymbolId id : monomial) {
            const Symbol& symbol = (*this)[id];
            const HostExpr factor =
                HostExpr::cast("long", symbol.is_variable ? symbol.host : HostExpr::group(symbol.host));
            product = product.empty() ? signed_alike(factor) : HostExpr::binary(ir::BinaryOp::mul, product, factor);
        }
        sum = sum.empty() ? product : HostExpr::binary(subtracts ? ir::BinaryOp::sub : ir::BinaryOp::add, sum, product);
    };
    for_each_term(poly, add);
    return sum.empty() ? HostExpr::number(0) : sum;
}

std::string Symbols::user_text(const Poly& poly) const {
    std::string out;
    for_each_term(poly, [&](const Poly::Monomial& monomial, std::int64_t coefficient) {
        const bool negative = coefficient < 0;
        out += out.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
        std::string factors;
        for (const SymbolId id : monomial) {
            const Symbol& symbol = (*this)[id];
            const bool enclosed = symbol.kind == Symbol::Kind::parameter && !symbol.is_variable;
            factors += factors.empty() ? "" : " * ";
            factors += !enclosed ? symbol.name : "(" + (symbol.shown.empty() ? symbol.host.text() : symbol.shown) + ")";
        }
        const std::string magnitude = magnitude_text(coefficient);
        out += monomial.empty() ? magnitude : magnitude == "1" ? factors : fmt::format("{} * {}", magnitude, factors);
    });
    return out.empty() ? "0" : out;
}

std::string Symbols::identity(const Poly& poly) const {
    std::string out;
    for (const auto& [monomial, coefficient] : poly.terms()) {
        out += fmt::format("{}*", coefficient);
        for (const SymbolId id : monomial)
            out += fmt::format("s{}.", id);
    }
    return out;
}

ir::SymbolicExpr Symbols::in_keys(const Poly& poly) const {
    using ir::SymbolicExpr;
    std::optional<SymbolicExpr> sum;
    const auto add = [&](const SymbolicExpr& term, bool negative) {
        sum = !sum ? term : negative ? *sum - term : *sum + term;
    };
    for (const auto& [monomial, coefficient] : poly.terms()) {
        if (monomial.empty())
            continue;
        // A difference, but in the first term, which has a sign.
        const bool negative = sum && coefficient < 0 && coefficient != std::numeric_limits<std::int64_t>::min();
        const std::int64_t factor = negative ? -coefficient : coefficient;
        SymbolicExpr product = factor;
        for (const SymbolId& id : monomial) {
            const SymbolicExpr key = SymbolicExpr::symbol((*this)[id].name);
            const bool first = &id == &monomial.front();
            product = first && factor == 1 ? key : first && factor == -1 ? -key : product * key;
        }
        add(product, negative);
    }
    if (const auto constant = poly.terms().find({}); constant != poly.terms().end()) {
        const bool negative =
            sum && constant->second < 0 && constant->second != std::numeric_limits<std::int64_t>::min();
        add(negative ? -constant->second : constant->second, negative);
    }
    return sum.value_or(0);
}

} // namespace hydra::passes
