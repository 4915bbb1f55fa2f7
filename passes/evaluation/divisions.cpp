// Division and remainders (divisions.h). By constants they are formulas; by a value that is fixed while the loop runs
// they are a choice among a few multiples of the divisor (periodic borders: `(i - 1 + n) % n`), exact where the
// dividend stays near, with a condition elsewhere.
#include "passes/evaluation/divisions.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/operators.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::HostExpr;

namespace {

Poly term(const Poly::Monomial& monomial, std::int64_t coefficient) {
    Poly poly(coefficient);
    for (const SymbolId id : monomial)
        poly = *poly.times(Poly::symbol(id));
    return poly;
}

// In the user's names: a factor, and that the value is positive.
std::string operand_text(const Poly& poly, const Symbols& symbols) {
    const std::string text = symbols.user_text(poly);
    return poly.terms().size() > 1 ? "(" + text + ")" : text;
}

std::string positive_text(const Poly& poly, const Symbols& symbols) { return symbols.user_text(poly) + " >= 1"; }

} // namespace

Value Divisions::quotient(const Expr& expr, const Poly& left, const Poly& right, bool remainder) {
    const auto divisor = right.constant();
    const auto dividend = left.constant();
    if (divisor && dividend && *divisor != 0)
        return Value::of(Poly(remainder ? *dividend % *divisor : *dividend / *divisor));
    if (symbols_.invariant(left) && symbols_.invariant(right)) {
        const auto converted = [type = ir::declare(expr.type, "")](const HostExpr& value) {
            return HostExpr::cast(type, HostExpr::group(value));
        };
        const HostExpr by = converted(symbols_.host_expr(right)), of = converted(symbols_.host_expr(left)),
                       zero = HostExpr::number(0);
        HostExpr value = HostExpr::binary(remainder ? BinaryOp::rem : BinaryOp::div, of, by);
        // Evaluated before the launch, also where the program would not divide: by zero, or the least number by -1.
        if (!expr.type->is_unsigned() && divisor.value_or(-1) == -1)
            value = HostExpr::conditional(
                HostExpr::binary(BinaryOp::eq, by, HostExpr::number(-1)),
                converted(remainder ? zero : HostExpr::binary(BinaryOp::sub, HostExpr::literal("0ull"), of)), value);
        if (!divisor)
            value = HostExpr::conditional(HostExpr::binary(BinaryOp::eq, by, zero), zero, value);
        const SymbolId id = symbols_.parameter(value, "hydra_v", false, expr.type);
        if (remainder && divisor && std::abs(*divisor) < std::numeric_limits<int>::max()) {
            symbols_.edit(id).least = expr.type->is_unsigned() ? 0 : 1 - std::abs(*divisor);
            symbols_.edit(id).most = std::abs(*divisor) - 1;
            symbols_.edit(id).natural = false;
        }
        return Value::of(Poly::symbol(id));
    }
    if (divisor)
        return *divisor == 0 || *divisor == std::numeric_limits<std::int64_t>::min()
                   ? Value{}
                   : by_constant(left, *divisor, remainder);
    return symbols_.invariant(right) ? by_parameter(left, right, remainder) : Value{};
}

Poly Divisions::floor_quotient(const Poly& poly, const std::string& text, std::int64_t divisor) {
    if (const auto exact = poly.divided(divisor))
        return *exact;
    const std::string shown = fmt::format("floor(({}) / {})", symbols_.user_text(poly), divisor);
    const SymbolId quotient = symbols_.add_defined(shown, [&](SymbolId id) {
        return fmt::format("{0} s{1} <= {2} and {2} <= {0} s{1} + {3}", divisor, id, text, divisor - 1);
    });
    note_divisor(quotient, text, divisor);
    return Poly::symbol(quotient);
}

// `x % 997 % 37`: isl would have to look at each combination of remainders.
void Divisions::note_divisor(SymbolId quotient, const std::string& dividend, std::int64_t divisor) {
    symbols_.edit(quotient).divisor = divisor;
    for (const SymbolId id : symbols_in(dividend)) {
        const std::int64_t other = symbols_[id].divisor;
        if (other > 0 && std::max(other, divisor) > 16 && other % divisor != 0 && divisor % other != 0)
            symbols_.edit(quotient).weight = other * divisor;
    }
}

Value Divisions::by_constant(const Poly& left, std::int64_t divisor, bool remainder) {
    const std::int64_t size = std::abs(divisor);
    const auto text = proofs_.affine(left);
    std::optional<Poly> q = left.divided(size);
    if (!q && !text)
        return {};
    if (!q && proofs_.holds(text, " >= 0"))
        q = floor_quotient(left, *text, size);
    if (!q) {
        const std::string shown = fmt::format("({}) / {}", symbols_.user_text(left), size);
        const SymbolId quotient = symbols_.add_defined(shown, [&](SymbolId id) {
            return fmt::format("({2} >= 0 and {0} s{1} <= {2} and {2} <= {0} s{1} + {3}) or "
                               "({2} < 0 and {0} s{1} - {3} <= {2} and {2} <= {0} s{1})",
                               size, id, *text, size - 1);
        });
        note_divisor(quotient, *text, size);
        q = Poly::symbol(quotient);
    }
    const auto scaled = q->times(Poly(remainder ? size : divisor < 0 ? -1 : 1));
    const auto result = scaled && remainder ? left.minus(*scaled) : scaled;
    return result ? Value::of(*result) : Value{};
}

// (i*n + j) / n is i and (i*n + j) % n is j, where 0 <= j < n and i >= 0.
std::optional<Value> Divisions::without_multiples(const Poly& left, const Poly& divisor, bool remainder) {
    const auto& terms = divisor.terms();
    if (terms.size() != 1 || terms.begin()->second != 1)
        return std::nullopt;
    const Poly::Monomial& by = terms.begin()->first;
    Poly multiples;
    Poly rest;
    for (const auto& [monomial, coefficient] : left.terms()) {
        const bool divides = std::includes(monomial.begin(), monomial.end(), by.begin(), by.end());
        Poly::Monomial smaller = monomial;
        if (divides) {
            smaller.clear();
            std::set_difference(monomial.begin(), monomial.end(), by.begin(), by.end(), std::back_inserter(smaller));
        }
        Poly& part = divides ? multiples : rest;
        const auto sum = part.plus(term(smaller, coefficient));
        if (!sum)
            return std::nullopt;
        part = *sum;
    }
    const auto size = proofs_.affine(divisor);
    const auto inside = proofs_.affine(rest);
    if (!size || !inside || !proofs_.holds(fmt::format("0 <= {} < {}", *inside, *size)))
        return std::nullopt;
    if (!(multiples == Poly(0)) && !proofs_.holds(proofs_.affine(multiples), " >= 0"))
        return std::nullopt;
    proofs_.rely_on({left, divisor});
    return Value::of(remainder ? rest : multiples);
}

// Wraps the cases of a division whose divisor may not be positive: there the result is only known to be no larger than
// the dividend.
std::string Divisions::where_positive(const std::string& cases, const std::string& by, const std::string& dividend,
                                      SymbolId id) {
    if (proofs_.holds(by + " >= 1"))
        return cases;
    return fmt::format("({0} >= 1 and ({1})) or ({0} <= 0 and {2} >= 0 and -{2} <= s{3} <= {2}) or "
                       "({0} <= 0 and {2} < 0 and {2} <= s{3} <= -{2})",
                       by, cases, dividend, id);
}

// (i + k) % n, where only i is known to be near: k is reduced before the loop. by: the divisor's text.
std::optional<Value> Divisions::with_reduced_shift(const Poly& left, const Poly& divisor, const std::string& by) {
    Poly shift;
    for (const auto& [monomial, coefficient] : left.terms())
        if (symbols_.invariant(monomial))
            shift = *shift.plus(term(monomial, coefficient));
    const auto varying = left.minus(shift);
    const auto near = varying ? proofs_.affine(*varying) : std::nullopt;
    const auto text = proofs_.affine(left);
    if (shift.constant() || !near || !text ||
        !proofs_.holds(fmt::format("{0} <= 0 or (-2 * {0} <= {1} and {1} < 2 * {0})", by, *near)))
        return std::nullopt;
    const auto as_long = [](const HostExpr& value) { return HostExpr::cast("long", HostExpr::group(value)); };
    const HostExpr n = as_long(symbols_.host_expr(divisor)), zero = HostExpr::number(0);
    const HostExpr signed_rest = HostExpr::binary(BinaryOp::rem, as_long(symbols_.host_expr(shift)), n);
    const HostExpr positive_rest =
        HostExpr::binary(BinaryOp::rem, HostExpr::group(HostExpr::binary(BinaryOp::add, signed_rest, n)), n);
    const SymbolId reduced = symbols_.parameter(
        HostExpr::conditional(HostExpr::binary(BinaryOp::le, n, zero), zero, positive_rest), "hydra_v", false, nullptr);
    const bool natural = proofs_.holds(text, " >= 0");
    const bool positive = proofs_.holds(by + " >= 1");
    const std::string shown = fmt::format("({}) % ({})", symbols_.user_text(left), symbols_.user_text(divisor));
    std::vector<std::string> assumed{fmt::format("({0} <= 0 or (-2 * {0} <= {1} and {1} < 2 * {0}))", by, *near)};
    if (natural)
        assumed.push_back(*text + " >= 0");
    if (positive)
        assumed.push_back(by + " >= 1");
    return Value::of(Poly::symbol(defined_.define_under(
        assumed, shown,
        [&](SymbolId id) {
            std::vector<std::string> cases;
            for (int c = -2; c <= 2; ++c) {
                const std::string rest = fmt::format("({} + s{} - {} * {})", *near, reduced, c, by);
                cases.push_back(fmt::format("({} >= 0 and 0 <= {} < {} and s{} = {})", *text, rest, by, id, rest));
                if (natural)
                    continue;
                // the remainder has the dividend's sign
                cases.push_back(fmt::format("({0} < 0 and 0 < {1} < {2} and s{3} = {1} - {2})", *text, rest, by, id));
                cases.push_back(fmt::format("({} < 0 and {} = 0 and s{} = 0)", *text, rest, id));
            }
            const std::string all = fmt::format("0 <= s{} < {} and ({})", reduced, by, fmt::join(cases, " or "));
            return where_positive(all, by, *text, id);
        },
        positive ? "" : by + " >= 1", positive_text(divisor, symbols_))));
}

Value Divisions::by_parameter(const Poly& left, const Poly& right, bool remainder) {
    if (auto known = without_multiples(left, right, remainder))
        return *known;
    const auto text = proofs_.affine(left);
    const auto by = proofs_.affine(right);
    if (!text || !by)
        return {};
    const auto holds = [&](const std::string& formula) { return proofs_.holds(formula); };
    if (holds(fmt::format("0 <= {} < {}", *text, *by))) {
        proofs_.rely_on({left, right});
        return Value::of(remainder ? left : Poly(0));
    }
    const bool positive = holds(*by + " >= 1");
    const bool natural = holds(*text + " >= 0");
    const bool close = natural && holds(fmt::format("{} < 2 * {}", *text, *by));
    const std::string near = fmt::format("{1} < 3 * {0} and -2 * {0} < {1}", *by, *text);
    const bool always = close || holds(near);
    if (!always && remainder)
        if (auto value = with_reduced_shift(left, right, *by))
            return *value;
    // Quotient and remainder together, so that q*n + r is known to be the dividend.
    const auto define = [&](bool rest, SymbolId id) {
        std::vector<std::string> cases;
        const auto add = [&](int q, const std::string& where) {
            cases.push_back(rest ? fmt::format("({} and s{} = {} - {} * {})", where, id, *text, q, *by)
                                 : fmt::format("({} and s{} = {})", where, id, q));
        };
        for (int q = 0; q <= (close ? 1 : 2); ++q)
            add(q, fmt::format("{0} * {1} <= {2} and {2} < {3} * {1}", q, *by, *text, q + 1));
        for (int q = -1; q <= 0 && !natural; ++q)
            add(q, fmt::format("{2} < 0 and {2} <= {0} * {1} and {2} > {3} * {1}", q, *by, *text, q - 1));
        if (!always)
            cases.push_back(rest ? fmt::format("({0} >= 3 * {1} and 0 <= s{2} < {1})", *text, *by, id)
                                 : fmt::format("({0} >= 3 * {1} and 3 <= s{2} <= {0})", *text, *by, id));
        if (!always && !natural)
            cases.push_back(rest ? fmt::format("({0} <= -2 * {1} and -{1} < s{2} <= 0)", *text, *by, id)
                                 : fmt::format("({0} <= -2 * {1} and {0} <= s{2} <= -2)", *text, *by, id));
        return where_positive(fmt::format("{}", fmt::join(cases, " or ")), *by, *text, id);
    };
    const std::string shown = fmt::format("({}) {} ({})", symbols_.user_text(left), "{}", symbols_.user_text(right));
    const std::string exact = always ? (positive ? "" : *by + " >= 1") : fmt::format("{} >= 1 and {}", *by, near);
    const std::string size = operand_text(right, symbols_);
    const std::string when = always ? positive_text(right, symbols_)
                                    : fmt::format("{0} and -2 * {1} < {2} < 3 * {1}", positive_text(right, symbols_),
                                                  size, symbols_.user_text(left));
    std::vector<std::string> assumed;
    if (natural)
        assumed.push_back(*text + " >= 0");
    if (positive)
        assumed.push_back(*by + " >= 1");
    if (close)
        assumed.push_back(fmt::format("{} < 2 * {}", *text, *by));
    else if (always)
        assumed.push_back(near);
    const auto symbol = [&](bool rest) {
        return defined_.define_under(
            assumed, fmt::format(fmt::runtime(shown), rest ? "%" : "/"), [&](SymbolId id) { return define(rest, id); },
            exact, when);
    };
    const SymbolId quotient = symbol(false);
    const SymbolId rest = symbol(true);
    if (std::none_of(divisions_.begin(), divisions_.end(),
                     [&](const Division& other) { return other.quotient == quotient && other.remainder == rest; }))
        divisions_.push_back({left, right, quotient, rest, natural, positive});
    return Value::of(Poly::symbol(remainder ? rest : quotient));
}

Poly Divisions::recombined(const Poly& poly) const {
    Poly result = poly;
    for (const Division& division : divisions_) {
        const auto terms = result.terms(); // a copy: the result changes
        for (const auto& [monomial, coefficient] : terms) {
            const auto at = std::find(monomial.begin(), monomial.end(), division.remainder);
            if (at == monomial.end())
                continue;
            Poly::Monomial around(monomial.begin(), at);
            around.insert(around.end(), at + 1, monomial.end());
            const Poly factor = term(around, coefficient);
            const auto product = Poly::symbol(division.quotient).times(division.divisor);
            const auto multiple = product ? product->times(factor) : std::nullopt;
            const auto replaced = division.dividend.times(factor);
            if (!multiple || !replaced)
                continue;
            const bool whole = std::all_of(multiple->terms().begin(), multiple->terms().end(), [&](const auto& part) {
                const auto found = result.terms().find(part.first);
                return found != result.terms().end() && found->second == part.second;
            });
            if (!whole)
                continue;
            const auto without = result.minus(*multiple);
            const auto rest = without ? without->minus(term(monomial, coefficient)) : std::nullopt;
            const auto sum = rest ? rest->plus(*replaced) : std::nullopt;
            if (sum)
                result = *sum;
        }
    }
    return result;
}

std::optional<std::string> Divisions::quotient_bound(const Poly& difference, BinaryOp op) {
    for (const Division& division : divisions_) {
        const auto own = difference.terms().find({division.quotient});
        if (!division.natural || own == difference.terms().end() || std::abs(own->second) != 1)
            continue;
        const bool turned = own->second < 0;
        const auto rest = difference.minus(term({division.quotient}, own->second));
        // turned: rest - q op 0, so q compares with rest the other way round; else q with -rest
        const auto limit = !rest ? std::nullopt : turned ? rest : Poly(0).minus(*rest);
        if (!limit || !symbols_.invariant(*limit))
            continue;
        const auto low = limit->times(division.divisor);
        const auto next = limit->plus(Poly(1));
        const auto high = next ? next->times(division.divisor) : std::nullopt;
        auto k = proofs_.affine(division.dividend);
        const auto a = low ? proofs_.affine(*low) : std::nullopt;
        const auto b = high ? proofs_.affine(*high) : std::nullopt;
        if (!k || !a || !b)
            continue;
        if (!division.positive) { // 0 where it is positive; where it is not, nothing is known
            const std::string by = *proofs_.affine(division.divisor);
            k = fmt::format("({} + s{})", *k,
                            symbols_.add_defined(
                                "0",
                                [&](SymbolId id) { return fmt::format("({0} >= 1 and s{1} = 0) or {0} <= 0", by, id); },
                                by + " >= 1"));
        }
        switch (turned ? ir::mirrored(op) : op) {
        case BinaryOp::lt:
            return fmt::format("({} < {})", *k, *a);
        case BinaryOp::ge:
            return fmt::format("({} >= {})", *k, *a);
        case BinaryOp::le:
            return fmt::format("({} < {})", *k, *b);
        case BinaryOp::gt:
            return fmt::format("({} >= {})", *k, *b);
        case BinaryOp::eq:
            return fmt::format("({0} <= {1} and {1} < {2})", *a, *k, *b);
        case BinaryOp::ne:
            return fmt::format("({1} < {0} or {1} >= {2})", *a, *k, *b);
        default:
            return std::nullopt;
        }
    }
    return std::nullopt;
}

std::optional<Poly> Divisions::masked(const Expr& expr, const Poly& poly, std::int64_t mask) {
    const auto text = proofs_.affine(poly);
    const std::int64_t bits = ir::size_of(expr.type).value_or(8) * 8;
    if (!text)
        return std::nullopt;
    std::optional<Poly> sum = Poly(0);
    const auto ones = static_cast<std::uint64_t>(mask);
    const int top = mask < 0 ? 64 : std::bit_width(ones);
    if (top > 40 && top != 64)
        return std::nullopt;
    int runs = 0;
    for (int at = 0; sum && at < top;) {
        if ((ones >> at & 1) == 0) {
            ++at;
            continue;
        }
        const int end = at + std::countr_one(ones >> at);
        if (++runs > 4 || at > 40 || (end > 40 && end != 64))
            return std::nullopt;
        const auto part = floor_quotient(poly, *text, std::int64_t{1} << at).times(Poly(std::int64_t{1} << at));
        sum = part ? sum->plus(*part) : std::nullopt;
        // The topmost bits of an unsigned type hold nothing that the value, which fits, has past them.
        const bool past = end == 64 || (expr.type->is_unsigned() && end >= bits);
        const auto over =
            past ? Poly(0) : floor_quotient(poly, *text, std::int64_t{1} << end).times(Poly(std::int64_t{1} << end));
        sum = sum && over ? sum->minus(*over) : std::nullopt;
        at = end;
    }
    return sum;
}

} // namespace hydra::passes
