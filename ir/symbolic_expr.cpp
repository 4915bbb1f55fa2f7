// The tree, its values, and its printer. Parentheses stand where C needs them, and where people are glad of them.
#include "ir/symbolic_expr.h"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "ir/symbolic_reader.h"

namespace hydra::ir {

namespace {

constexpr std::int64_t most_folded = std::int64_t{1} << 62; // numbers whose sum is one

} // namespace

using Op = SymbolicExpr::Op;

struct SymbolicExpr::Node {
    Op op = Op::constant;
    std::int64_t constant = 0;
    std::string name; // of a symbol
    std::vector<SymbolicExpr> operands;
};

namespace {

// How an operator is written; a smaller level binds tighter, 0 needs no parentheses anywhere.
struct Spelling {
    int level;
    const char* word;
    std::size_t operands;
};

const Spelling& spelling(Op op) {
    static constexpr std::array<Spelling, 20> all{{
        {0, "", 0},
        {0, "", 0},
        {1, "-", 1},
        {3, "+", 2},
        {3, "-", 2},
        {2, "*", 2},
        {2, "/", 2},
        {2, "/", 2},
        {2, "%", 2},
        {0, "hydra_rt_floord", 2},
        {0, "hydra_rt_min", 2},
        {0, "hydra_rt_max", 2},
        {5, "==", 2},
        {4, "<", 2},
        {4, "<=", 2},
        {4, ">", 2},
        {4, ">=", 2},
        {6, "&&", 2},
        {7, "||", 2},
        {8, "?", 3},
    }};
    return all[static_cast<std::size_t>(op)];
}

// Whether an operand stands in parentheses: where it must, an `and` inside of an `or`, and quotients and remainders in
// products and, mostly, in sums.
bool in_parentheses(Op outer, Op inner, bool leftmost) {
    const int out = spelling(outer).level, in = spelling(inner).level;
    if (in > out || (in == out && in > 0 && (!leftmost || outer == Op::select)))
        return true;
    if (outer == Op::logical_or)
        return inner == Op::logical_and;
    if (outer == Op::multiply)
        return in == out && inner != Op::multiply;
    const bool sum = outer == Op::add || outer == Op::subtract;
    return sum && (inner == Op::exact_quotient || inner == Op::remainder);
}

void refuse(bool overflow) {
    if (overflow)
        throw std::overflow_error("the value of a symbolic expression has more than 64 bits");
}

std::int64_t floored(std::int64_t a, std::int64_t b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

std::int64_t divided(Op op, std::int64_t a, std::int64_t b) {
    if (b == 0)
        throw std::domain_error("a symbolic expression divides by 0");
    refuse(a == std::numeric_limits<std::int64_t>::min() && b == -1);
    return op == Op::remainder ? a % b : op == Op::floor_quotient ? floored(a, b) : a / b;
}

std::int64_t applied(Op op, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    switch (op) {
    case Op::add:
        refuse(__builtin_add_overflow(a, b, &result));
        return result;
    case Op::subtract:
        refuse(__builtin_sub_overflow(a, b, &result));
        return result;
    case Op::multiply:
        refuse(__builtin_mul_overflow(a, b, &result));
        return result;
    case Op::min:
        return std::min(a, b);
    case Op::max:
        return std::max(a, b);
    case Op::equal:
        return a == b ? 1 : 0;
    case Op::less:
        return a < b ? 1 : 0;
    case Op::less_equal:
        return a <= b ? 1 : 0;
    case Op::greater:
        return a > b ? 1 : 0;
    case Op::greater_equal:
        return a >= b ? 1 : 0;
    default:
        return divided(op, a, b);
    }
}

} // namespace

std::shared_ptr<const SymbolicExpr::Node> SymbolicExpr::constant_node(std::int64_t value) {
    static const std::shared_ptr<const Node> zero = std::make_shared<const Node>();
    static const std::shared_ptr<const Node> one = std::make_shared<const Node>(Node{Op::constant, 1, {}, {}});
    return value == 0 ? zero : value == 1 ? one : std::make_shared<const Node>(Node{Op::constant, value, {}, {}});
}

SymbolicExpr::SymbolicExpr(std::int64_t constant) : node_(constant_node(constant)) {}

SymbolicExpr::SymbolicExpr(std::shared_ptr<const Node> node) : node_(std::move(node)) {}

SymbolicExpr SymbolicExpr::symbol(std::string name) {
    return SymbolicExpr(std::make_shared<const Node>(Node{Op::symbol, 0, std::move(name), {}}));
}

SymbolicExpr SymbolicExpr::operation(Op op, std::vector<SymbolicExpr> operands) {
    if (operands.empty() || operands.size() != spelling(op).operands)
        throw std::invalid_argument("a symbolic operation has another number of operands");
    if (op == Op::negate) {
        const auto number = operands.front().constant();
        if (number && *number != std::numeric_limits<std::int64_t>::min())
            return -*number;
        if (operands.front().op() == Op::negate)
            return operands.front().operands().front();
    }
    return SymbolicExpr(std::make_shared<const Node>(Node{op, 0, {}, std::move(operands)}));
}

SymbolicExpr SymbolicExpr::parse(std::string_view text) {
    SymbolicReader reader(text);
    SymbolicExpr result = reader.expression();
    reader.end();
    return result;
}

Op SymbolicExpr::op() const { return node_->op; }

std::span<const SymbolicExpr> SymbolicExpr::operands() const { return node_->operands; }

std::optional<std::int64_t> SymbolicExpr::constant() const {
    return op() == Op::constant ? std::optional(node_->constant) : std::nullopt;
}

const std::string* SymbolicExpr::name() const { return op() == Op::symbol ? &node_->name : nullptr; }

bool SymbolicExpr::mentions(std::string_view symbol) const {
    return op() == Op::symbol ? node_->name == symbol
                              : std::any_of(
                                    node_->operands.begin(), node_->operands.end(),
                                    [&](const SymbolicExpr& operand) { return operand.mentions(symbol); });
}

bool SymbolicExpr::has_constant(std::int64_t magnitude) const {
    if (op() == Op::constant)
        return node_->constant == magnitude || node_->constant == -magnitude;
    return std::any_of(node_->operands.begin(), node_->operands.end(),
                       [&](const SymbolicExpr& operand) { return operand.has_constant(magnitude); });
}

void SymbolicExpr::add_symbols(Symbols& to) const {
    if (op() == Op::symbol)
        to.insert(node_->name);
    for (const SymbolicExpr& operand : node_->operands)
        operand.add_symbols(to);
}

const std::string* SymbolicExpr::symbol_outside(const Symbols& known) const {
    if (op() == Op::symbol)
        return known.contains(node_->name) ? nullptr : &node_->name;
    for (const SymbolicExpr& operand : node_->operands)
        if (const std::string* found = operand.symbol_outside(known))
            return found;
    return nullptr;
}

SymbolicExpr SymbolicExpr::substituted(std::string_view symbol, const SymbolicExpr& by) const {
    if (op() == Op::symbol)
        return node_->name == symbol ? by : *this;
    if (!mentions(symbol))
        return *this;
    std::vector<SymbolicExpr> changed;
    for (const SymbolicExpr& operand : node_->operands)
        changed.push_back(operand.substituted(symbol, by));
    return operation(op(), std::move(changed));
}

std::int64_t SymbolicExpr::value(const Values& values) const {
    const auto operand = [&](std::size_t at) { return node_->operands[at].value(values); };
    switch (op()) {
    case Op::constant:
        return node_->constant;
    case Op::symbol:
        if (const auto known = values.find(node_->name); known != values.end())
            return known->second;
        throw std::out_of_range("nothing is known of " + node_->name);
    case Op::negate:
        return applied(Op::subtract, 0, operand(0));
    case Op::logical_and:
        return operand(0) != 0 && operand(1) != 0 ? 1 : 0;
    case Op::logical_or:
        return operand(0) != 0 || operand(1) != 0 ? 1 : 0;
    case Op::select:
        return operand(0) != 0 ? operand(1) : operand(2);
    default:
        return applied(op(), operand(0), operand(1));
    }
}

void SymbolicExpr::print(std::string& out) const {
    const Spelling& own = spelling(op());
    const auto operand = [&](std::size_t at) {
        const SymbolicExpr& each = node_->operands[at];
        const bool rest_of_select = op() == Op::select && at > 0;
        const bool enclosed = own.level > 0 && !rest_of_select && in_parentheses(op(), each.op(), at == 0);
        out += enclosed ? "(" : "";
        each.print(out);
        out += enclosed ? ")" : "";
    };
    const auto operands = [&](const std::string& between) {
        operand(0);
        out += between;
        operand(1);
    };
    if (op() == Op::constant) {
        out += std::to_string(node_->constant);
    } else if (op() == Op::symbol) {
        out += node_->name;
    } else if (op() == Op::negate) {
        out += own.word;
        operand(0);
    } else if (own.level == 0) {
        out += own.word;
        out += "(";
        operands(", ");
        out += ")";
    } else {
        operands(std::string(" ") + own.word + " ");
        if (op() == Op::select) {
            out += " : ";
            operand(2);
        }
    }
}

std::string SymbolicExpr::text() const {
    std::string out;
    print(out);
    return out;
}

bool operator==(const SymbolicExpr& a, const SymbolicExpr& b) {
    return a.node_ == b.node_ || (a.node_->op == b.node_->op && a.node_->constant == b.node_->constant &&
                                  a.node_->name == b.node_->name && a.node_->operands == b.node_->operands);
}

SymbolicExpr SymbolicExpr::plus(std::int64_t number) const {
    if (number == 0)
        return *this;
    std::int64_t sum = 0;
    if (const auto own = constant(); own && !__builtin_add_overflow(*own, number, &sum))
        return sum;
    const auto parts = operands();
    if (op() == Op::min || op() == Op::max)
        return operation(op(), {parts[0].plus(number), parts[1].plus(number)});
    if (op() == Op::select)
        return operation(op(), {parts[0], parts[1].plus(number), parts[2].plus(number)});
    const auto last = op() == Op::add || op() == Op::subtract ? parts[1].constant() : std::nullopt;
    if (last && *last > -most_folded && *last < most_folded && number > -most_folded && number < most_folded)
        return parts[0].plus(op() == Op::add ? *last + number : number - *last);
    return number > 0 ? *this + SymbolicExpr(number) : *this - SymbolicExpr(-number);
}

SymbolicExpr operator+(const SymbolicExpr& a, const SymbolicExpr& b) {
    return SymbolicExpr::operation(Op::add, {a, b});
}
SymbolicExpr operator-(const SymbolicExpr& a, const SymbolicExpr& b) {
    return SymbolicExpr::operation(Op::subtract, {a, b});
}
SymbolicExpr operator*(const SymbolicExpr& a, const SymbolicExpr& b) {
    return SymbolicExpr::operation(Op::multiply, {a, b});
}
SymbolicExpr operator-(const SymbolicExpr& a) { return SymbolicExpr::operation(Op::negate, {a}); }

} // namespace hydra::ir
