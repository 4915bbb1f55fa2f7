// Sums, products, conversions, comparisons, shifts and bit operators (arithmetic.h).
#include "passes/evaluation/arithmetic.h"

#include <bit>

#include <fmt/format.h>

#include "ir/operators.h"

namespace hydra::passes {

namespace {
constexpr std::int64_t largest_int = (std::int64_t{1} << 31) - 1;
}

using ir::BinaryOp;
using ir::Expr;
using ir::HostExpr;

namespace {

int bits_of(ir::TypeRef type) { return static_cast<int>(ir::size_of(type).value_or(8) * 8); }

// The constant as the unsigned type holds it; nullopt past 63 bits.
std::optional<std::int64_t> wrapped_constant(std::int64_t value, int bits) {
    if (bits >= 64)
        return value >= 0 ? std::optional(value) : std::nullopt;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << bits) - 1));
}

bool is_natural(const Value& value) { return value.kind == Value::Kind::integer && !value.raw; }

} // namespace

Arithmetic::Arithmetic(const RegionOptions& options, const PathState& path, Symbols& symbols, Proofs& proofs,
                       DefinedValues& defined, HostCode& host)
    : options_(options), path_(path), symbols_(symbols), proofs_(proofs), defined_(defined), host_(host),
      divisions_(symbols, proofs, defined) {}

Value Arithmetic::fitted(const Expr& expr, std::optional<Poly> poly, bool natural) {
    if (!poly)
        return {};
    const auto range = type_range(expr.type);
    if (!range)
        return {};
    const bool is_unsigned = expr.type->is_unsigned();
    const int bits = bits_of(expr.type);
    if (const auto constant = poly->constant()) {
        if (expr.type->kind == ir::TypeKind::Bool)
            return Value::of(Poly(*constant != 0 ? 1 : 0));
        if (*constant >= range->first && *constant <= range->second)
            return Value::of(*poly);
        const auto held = is_unsigned ? wrapped_constant(*constant, bits) : std::nullopt;
        return held ? Value::of(Poly(*held)) : is_unsigned ? Value::modulo(*poly, bits) : Value{};
    }
    // A hash, say: it wraps, signed 64-bit arithmetic excepted.
    if ((bits < 64 && poly->largest_coefficient() >= 65536) ||
        (is_unsigned && poly->largest_coefficient() >= std::int64_t{1} << 32))
        return {};
    if (bits < 32) // the target of a compound assignment or ++
        return modular(*poly, expr.type);
    if (!is_unsigned || natural)
        return Value::of(*poly);
    if (proofs_.holds(proofs_.affine(*poly), " >= 0"))
        return Value::of(*poly);
    if (symbols_.invariant(*poly)) // C computes it
        return Value::of(Poly::symbol(symbols_.parameter(host_cast(expr.type, *poly), "hydra_v", false, expr.type)));
    return Value::modulo(*poly, bits);
}

HostExpr Arithmetic::host_cast(ir::TypeRef type, const Poly& poly) const {
    return HostExpr::cast(ir::declare(type, ""), HostExpr::group(symbols_.host_expr(poly)));
}

// The value that an integer type of fewer than 63 bits holds after the number was stored in it.
Value Arithmetic::modular(const Poly& poly, ir::TypeRef type) {
    const auto range = type_range(type);
    const int bits = bits_of(type);
    const auto text = proofs_.affine(poly);
    if (!range || !text || bits > 32)
        return {};
    const std::string inside = fmt::format("{} <= {} <= {}", range->first, *text, range->second);
    if (proofs_.holds(inside))
        return Value::of(poly);
    if (type->kind == ir::TypeKind::Bool)
        return defined_.truth(fmt::format("(not {} = 0)", *text), symbols_.user_text(poly) + " != 0");
    const std::string shown = fmt::format("({})({})", ir::declare(type, ""), symbols_.user_text(poly));
    return Value::of(Poly::symbol(symbols_.add_defined(shown, [&](SymbolId id) {
        return fmt::format("{0} <= s{1} <= {2} and (exists (e : s{1} = {3} + {4} e))", range->first, id, range->second,
                           *text, std::int64_t{1} << bits);
    })));
}

Value Arithmetic::settled(const Value& value, ir::TypeRef type, bool compared) {
    const bool exact = value.kind == Value::Kind::integer;
    if (!value.is_number() || type == nullptr || !type->is_unsigned() || value.poly.constant())
        return exact ? value : Value{};
    const auto text = proofs_.affine(value.poly);
    const int bits = bits_of(type);
    if (!text && bits == 32 && exact) // a product, which counts as a subscript only; of large factors it wraps
        for (const auto& [monomial, coefficient] : value.poly.terms())
            for (const SymbolId id : monomial)
                if (Symbol& symbol = symbols_.edit(id); monomial.size() > 1 && symbol.kind == Symbol::Kind::parameter &&
                                                        symbol.most.value_or(largest_int + 1) > largest_int)
                    symbol.limit = symbol.limit > 0 ? std::min(symbol.limit, largest_int) : largest_int;
    if (!text || bits < 32)
        return exact ? value : Value{};
    const bool low = exact || proofs_.holds(text, " >= 0");
    const std::string shown = fmt::format("({})({})", ir::declare(type, ""), symbols_.user_text(value.poly));
    if (bits >= 64) {
        if (low)
            return Value::of(value.poly);
        // Below zero it wraps to a number that is larger than all that count things.
        const std::int64_t huge = (std::int64_t{1} << 62) + (compared ? 1 : 0);
        return Value::of(Poly::symbol(symbols_.add_defined(
            shown,
            [&](SymbolId id) {
                return fmt::format("({0} >= 0 and s{1} = {0}) or ({0} < 0 and s{1} >= {2})", *text, id, huge);
            },
            compared ? "" : *text + " >= 0")));
    }
    const std::int64_t modulus = std::int64_t{1} << bits;
    const auto terms = value.poly.terms();
    const bool single = terms.size() == 1 && terms.begin()->first.size() == 1 && terms.begin()->second == 1;
    const bool held = single && symbols_[terms.begin()->first.front()].most.value_or(modulus) < modulus;
    if (low && (held || proofs_.holds(text, fmt::format(" < {}", modulus))))
        return Value::of(value.poly);
    const std::string near = fmt::format("-{0} <= {1} < {2}", modulus, *text, 2 * modulus);
    const bool always = proofs_.holds(near);
    std::vector<std::string> assumed;
    if (low)
        assumed.push_back(*text + " >= 0");
    if (always)
        assumed.push_back(near);
    return Value::of(Poly::symbol(defined_.define_under(
        assumed, shown,
        [&](SymbolId id) {
            std::string cases =
                fmt::format("(0 <= {0} < {2} and s{1} = {0}) or ({2} <= {0} < {3} and s{1} = {0} - {2})", *text, id,
                            modulus, 2 * modulus);
            if (!low)
                cases += fmt::format(" or (-{2} <= {0} < 0 and s{1} = {0} + {2})", *text, id, modulus);
            if (!always)
                cases += fmt::format(" or (not ({}) and 0 <= s{} < {})", near, id, modulus);
            return cases;
        },
        always ? "" : near)));
}

std::optional<Poly> Arithmetic::offset(const Value& value, ir::TypeRef type) {
    const bool narrow = (type != nullptr && type->is_unsigned() && ir::size_of(type) == std::int64_t{4}) ||
                        (value.kind == Value::Kind::wrapped && value.bits < 64);
    const Value by = narrow ? settled(value, type) : value;
    return by.is_number() ? std::optional(by.poly) : std::nullopt;
}

Value Arithmetic::pointer_arithmetic(const Expr& expr, BinaryOp op, const Value& left, const Value& right) {
    const bool number = left.kind != right.kind;
    const Value& pointer = left.kind == Value::Kind::pointer ? left : right;
    const Value& other = left.kind == Value::Kind::pointer ? right : left;
    if (!number || (op != BinaryOp::add && op != BinaryOp::sub))
        return expr.type != nullptr && expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
    const auto* binary = expr.as<ir::Binary>();
    const ir::TypeRef counted = binary == nullptr                   ? nullptr
                                : left.kind == Value::Kind::pointer ? binary->rhs->type
                                                                    : binary->lhs->type;
    // (What a pointer to void leads to counts in bytes, whatever the array's elements are.)
    const bool by_bytes =
        expr.type != nullptr && expr.type->is_pointer() && expr.type->inner->kind == ir::TypeKind::Void;
    std::optional<Poly> by = by_bytes ? std::nullopt : offset(other, counted);
    if (by && op == BinaryOp::sub)
        by = Poly(0).minus(*by);
    return Value::of(moved(pointer.pointer, by));
}

Value Arithmetic::product(const Expr& expr, const Value& left, const Value& right) {
    // (i) * (n + 2): the factor n + 2 stays one parameter, so that it can be a row length
    const auto factor = [&](const Poly& p, const Poly& other) {
        return symbols_.invariant(p) && !p.constant() && !symbols_.invariant(other) && p.terms().size() > 1
                   ? Poly::symbol(symbols_.as_parameter(p))
                   : p;
    };
    const Poly& a = left.raw ? *left.raw : left.poly;
    const Poly& b = right.raw ? *right.raw : right.poly;
    return fitted(expr, factor(a, b).times(factor(b, a)), is_natural(left) && is_natural(right));
}

Value Arithmetic::operation(const Expr& expr, BinaryOp op, const Value& left, const Value& right) {
    if (left.kind == Value::Kind::pointer || right.kind == Value::Kind::pointer)
        return pointer_arithmetic(expr, op, left, right);
    if (!left.is_number() || !right.is_number() || expr.type == nullptr || !expr.type->is_integer())
        return host_.fixed_value(expr);
    const bool natural = is_natural(left) && is_natural(right);
    const Poly& a = left.raw ? *left.raw : left.poly;
    const Poly& b = right.raw ? *right.raw : right.poly;
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub: {
        const auto result = op == BinaryOp::add ? a.plus(b) : a.minus(b);
        return symbols_.narrowed_cancels(a, b, result) ? Value{} : fitted(expr, result, natural && op == BinaryOp::add);
    }
    case BinaryOp::mul:
        return product(expr, left, right);
    case BinaryOp::div:
    case BinaryOp::rem: {
        const Value dividend = settled(left, expr.type);
        const Value divisor = settled(right, expr.type);
        if (dividend.kind != Value::Kind::integer || divisor.kind != Value::Kind::integer)
            return host_.fixed_value(expr);
        return divisions_.quotient(expr, dividend.poly, divisor.poly, op == BinaryOp::rem);
    }
    case BinaryOp::shl:
    case BinaryOp::shr:
        return shifted(expr, op, left, right);
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        return bitwise(expr, op, left, right);
    default:
        return host_.fixed_value(expr);
    }
}

// Whether a number that moves with the loops stays inside of the range if what bounds it is no larger than any array
// has elements: the launch looks whether it is. (What is no affine function would have to be a subscript to count.)
bool Arithmetic::fits(const Poly& poly, std::pair<std::int64_t, std::int64_t> range) {
    if (symbols_.invariant(poly))
        return false;
    const std::optional<std::string> text = proofs_.affine(poly);
    std::int64_t limit = range.second;
    std::vector<Poly> bounds = options_.chunk_bounds;
    bounds.push_back(poly);
    std::set<SymbolId> speaks;
    for (const Poly& bound : bounds)
        for (const auto& [monomial, coefficient] : bound.terms())
            speaks.insert(monomial.begin(), monomial.end());
    for (const std::string& formula : path_.domain().formulas)
        for (const SymbolId id : symbols_in(formula))
            speaks.insert(id);
    // How far an iteration is from the loop's ends is not known where these are not.
    if (options_.chunk_variable >= 0 && speaks.contains(options_.chunk_variable) && options_.chunk_bounds.size() < 2)
        return false;
    if (text) {
        // From one end of the loop to the other there may be twice as many iterations.
        std::int64_t sum = 1;
        for (const auto& [monomial, coefficient] : poly.terms())
            sum += monomial.empty() ? 0 : 2 * std::min<std::int64_t>(std::abs(coefficient), 65536);
        limit = (limit - 65536) / sum;
        Domain bounded = path_.domain();
        for (const SymbolId id : speaks)
            if (symbols_[id].kind == Symbol::Kind::parameter)
                bounded.formulas.push_back(fmt::format("-{0} <= s{1} <= {0}", limit, id));
        if (options_.chunk_variable >= 0)
            bounded.formulas.push_back(fmt::format("-{0} <= lo and hi <= {1}", limit, 2 * limit + 2));
        if (!proofs_.holds(bounded, fmt::format("{} <= {} <= {}", range.first, *text, range.second)))
            return false;
    } else {
        symbols_.note_narrowed(poly);
    }
    for (const SymbolId id : speaks) {
        Symbol& symbol = symbols_.edit(id);
        const bool inside = symbol.least.value_or(-limit - 1) >= -limit && symbol.most.value_or(limit + 1) <= limit;
        if (symbol.kind == Symbol::Kind::parameter && !inside)
            symbol.limit = symbol.limit > 0 ? std::min(symbol.limit, limit) : limit;
    }
    proofs_.rely_on(options_.chunk_bounds);
    return true;
}

Value Arithmetic::convert(ir::TypeRef from, ir::TypeRef to, const Value& value) {
    const auto source = type_range(from);
    const auto target = type_range(to);
    if (!target || !source)
        return {};
    const int bits = bits_of(to);
    Value number = value;
    const bool sum = number.kind == Value::Kind::integer && from->is_unsigned() && bits_of(from) == 32 && bits > 32;
    if (sum || (number.kind == Value::Kind::wrapped && bits > number.bits))
        number = settled(number, from);
    if (!number.is_number())
        return {};
    const bool exact = number.kind == Value::Kind::integer;
    if (exact && target->first <= source->first && source->second <= target->second)
        return number;
    const Poly& poly = number.poly;
    if (const auto constant = poly.constant()) {
        if (*constant >= target->first && *constant <= target->second)
            return Value::of(poly);
        const auto held = to->kind == ir::TypeKind::Bool ? std::optional<std::int64_t>(1)
                          : to->is_unsigned()            ? wrapped_constant(*constant, bits)
                                                         : std::nullopt;
        return held ? Value::of(Poly(*held)) : Value{};
    }
    const std::optional<std::string> text = proofs_.affine(poly);
    if (to->kind == ir::TypeKind::Bool)
        return text && exact ? defined_.truth(fmt::format("(not {} = 0)", *text), symbols_.user_text(poly) + " != 0")
                             : Value{};
    const bool low =
        (exact && target->first <= source->first) || proofs_.holds(text, fmt::format(" >= {}", target->first));
    // Sizes fit; but an unsigned value from outside may be a negative number that was stored there.
    const bool outside = from->is_unsigned() && !to->is_unsigned() && bits <= 32 && symbols_.has_unsigned32(poly);
    const bool wide = !outside && bits >= 32 && poly.largest_coefficient() < 65536;
    const bool high = (exact && target->second >= source->second) || (wide && bits >= 64) ||
                      proofs_.holds(text, fmt::format(" <= {}", target->second));
    if ((low && high) || (wide && bits == 32 && (low || !to->is_unsigned()) && fits(poly, *target)))
        return Value::of(poly);
    if (symbols_.invariant(poly)) {
        Value converted = Value::of(Poly::symbol(symbols_.parameter(
            host_cast(to->unqualified != nullptr ? to->unqualified : to, poly), "hydra_v", false, to)));
        if (exact && to->is_unsigned() && bits >= 32)
            converted.raw = poly;
        return converted;
    }
    if (bits < 32 || (bits == 32 && !to->is_unsigned()))
        return modular(poly, to);
    return to->is_unsigned() ? Value::modulo(poly, bits) : Value{};
}

std::optional<std::string> Arithmetic::comparison(BinaryOp op, const Value& left, const Value& right) {
    if (left.kind != Value::Kind::integer || right.kind != Value::Kind::integer)
        return std::nullopt;
    const auto difference = left.poly.minus(right.poly);
    if (symbols_.narrowed_cancels(left.poly, right.poly, difference))
        return std::nullopt;
    if (difference)
        if (auto bound = divisions_.quotient_bound(*difference, op))
            return bound;
    const auto a = proofs_.affine(left.poly);
    const auto b = proofs_.affine(right.poly);
    if (!a || !b)
        return std::nullopt;
    switch (op) {
    case BinaryOp::lt:
        return fmt::format("({} < {})", *a, *b);
    case BinaryOp::gt:
        return fmt::format("({} > {})", *a, *b);
    case BinaryOp::le:
        return fmt::format("({} <= {})", *a, *b);
    case BinaryOp::ge:
        return fmt::format("({} >= {})", *a, *b);
    case BinaryOp::eq:
        return fmt::format("({} = {})", *a, *b);
    default:
        return fmt::format("({0} < {1} or {0} > {1})", *a, *b);
    }
}

Value Arithmetic::bitwise(const Expr& expr, BinaryOp op, const Value& left, const Value& right) {
    const Value a = settled(left, expr.type);
    const Value b = settled(right, expr.type);
    if (a.kind != Value::Kind::integer || b.kind != Value::Kind::integer)
        return host_.fixed_value(expr);
    if (symbols_.invariant(a.poly) && symbols_.invariant(b.poly)) {
        const HostExpr host = HostExpr::binary(op, host_cast(expr.type, a.poly), host_cast(expr.type, b.poly));
        return Value::of(Poly::symbol(symbols_.parameter(host, "hydra_v", false, expr.type)));
    }
    const auto mask = b.poly.constant() ? b.poly.constant() : a.poly.constant();
    const Poly& other = b.poly.constant() ? a.poly : b.poly;
    if (!mask && op == BinaryOp::bit_and)
        return below_power(expr, a, b);
    if (!mask)
        return op == BinaryOp::bit_xor
                   ? symbols_.invariant(b.poly) ? exchanged(a.poly, b.poly) : exchanged(b.poly, a.poly)
                   : Value{};
    const std::optional<Poly> common =
        divisions_.masked(expr, other, *mask); // a | b is a + b - (a & b), a ^ b once more less
    if (!common)
        return {};
    if (op == BinaryOp::bit_and)
        return Value::of(*common);
    const auto sum = other.plus(Poly(*mask));
    const auto twice = common->times(Poly(op == BinaryOp::bit_or ? 1 : 2));
    const auto result = sum && twice ? sum->minus(*twice) : std::nullopt;
    return result ? Value::of(*result) : Value{};
}

// `x & (1 << s) - 1` of an x that is not negative.
Value Arithmetic::below_power(const Expr& expr, const Value& left, const Value& right) {
    for (const auto& [value, mask] : {std::pair(&left, &right), std::pair(&right, &left)}) {
        const auto power = mask->poly.plus(Poly(1));
        const bool one = power && power->terms().size() == 1 && power->terms().begin()->second == 1 &&
                         power->terms().begin()->first.size() == 1;
        if (one && powers_.contains(power->terms().begin()->first.front()) &&
            proofs_.holds(proofs_.affine(value->poly), " >= 0"))
            return divisions_.quotient(expr, value->poly, *power, true);
    }
    return {};
}

// The other one of the pair in which `of ^ mask` exchanges, for proofs (parts.h).
Value Arithmetic::exchanged(const Poly& of, const Poly& mask) {
    const auto a = proofs_.affine(of), b = proofs_.affine(mask);
    if (!options_.counters || of != Poly::symbol(options_.chunk_variable) || !symbols_.invariant(mask) || !a || !b)
        return {};
    const SymbolId partner = symbols_.add_defined(
        fmt::format("{} ^ {}", symbols_.user_text(of), symbols_.user_text(mask)),
        [&](SymbolId id) { return fmt::format("(s{} >= 0 or {} < 0 or {} < 0)", id, *a, *b); }, never_exact);
    const Exchange exchange{options_.chunk_variable, partner};
    if (std::find(exchanges_.begin(), exchanges_.end(), exchange) == exchanges_.end())
        exchanges_.push_back(exchange);
    return Value::of(Poly::symbol(partner));
}

// 2 to the power of an invariant number. Where a number of 32 bits cannot be shifted to the left so far, the least
// power that no number of the type reaches: what is shifted to the right by as much is 0. With 64 bits, 0 stands for
// what is too large.
Poly Arithmetic::power_of_two(const Poly& exponent, ir::TypeRef type) {
    if (const auto own = exponent.terms().find({});
        own != exponent.terms().end() && own->second > 0 && own->second < 32 && exponent.terms().size() > 1) {
        const Poly rest = *exponent.minus(Poly(own->second)); // 1 << (s + 1) is twice 1 << s
        const auto twice = proofs_.holds(proofs_.affine(rest), " >= 0")
                               ? power_of_two(rest, type).times(Poly(std::int64_t{1} << own->second))
                               : std::nullopt;
        if (twice)
            return *twice;
    }
    const bool is_unsigned = type->is_unsigned();
    const std::int64_t bits = ir::size_of(type).value_or(8) * 8;
    const HostExpr count = HostExpr::group(symbols_.host_expr(exponent)), zero = HostExpr::number(0);
    const HostExpr most = HostExpr::number(is_unsigned && bits <= 32 ? bits : bits - 1);
    const HostExpr outside = HostExpr::binary(BinaryOp::logical_or, HostExpr::binary(BinaryOp::lt, count, zero),
                                              HostExpr::binary(BinaryOp::ge, count, most));
    const HostExpr power = HostExpr::binary(BinaryOp::shl, HostExpr::literal("1L"), count);
    const HostExpr largest =
        bits > 32 ? HostExpr::literal("0")
                  : HostExpr::binary(BinaryOp::shl, HostExpr::literal("1L"), HostExpr::number(is_unsigned ? 32 : 31));
    const SymbolId id =
        symbols_.parameter(HostExpr::conditional(outside, HostExpr::group(largest), power), "hydra_v", false, nullptr);
    symbols_.edit(id).least = bits > 32 ? 0 : 1;
    powers_.insert(id);
    return Poly::symbol(id);
}

Value Arithmetic::shifted(const Expr& expr, BinaryOp op, const Value& left, const Value& right) {
    const std::int64_t bits = ir::size_of(expr.type).value_or(8) * 8;
    const auto by = right.kind == Value::Kind::integer ? right.poly.constant() : std::nullopt;
    if (right.kind != Value::Kind::integer || (by && (*by < 0 || *by >= bits || *by > 40)))
        return host_.fixed_value(expr);
    if (op == BinaryOp::shl) {
        Poly power(by ? std::int64_t{1} << *by : 0);
        if (!by) {
            if (!symbols_.invariant(right.poly))
                return {};
            if (expr.type->is_unsigned() && bits > 32 && left.is_number() &&
                left.poly.constant()) // may be above what long holds
                return host_.fixed_value(expr);
            power = power_of_two(right.poly, expr.type);
        }
        return product(expr, left, Value::of(power));
    }
    const Value value = settled(left, expr.type);
    if (value.kind != Value::Kind::integer)
        return {};
    if (const auto constant = value.poly.constant(); constant && by)
        return Value::of(Poly(*constant >> *by));
    if (symbols_.invariant(value.poly))
        return host_.fixed_value(expr);
    if (!by)
        return bits <= 32 && symbols_.invariant(right.poly) && proofs_.holds(proofs_.affine(value.poly), " >= 0")
                   ? divisions_.quotient(expr, value.poly, power_of_two(right.poly, expr.type), false)
                   : host_.fixed_value(expr);
    const auto text = proofs_.affine(value.poly); // the compilers shift negative numbers like floor
    return text ? Value::of(divisions_.floor_quotient(value.poly, *text, std::int64_t{1} << *by)) : Value{};
}

} // namespace hydra::passes
