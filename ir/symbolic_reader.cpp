// A recursive-descent reader by C's precedences.
#include "ir/symbolic_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <stdexcept>

namespace hydra::ir {

using Op = SymbolicExpr::Op;

namespace {

// Other alphabets have bytes of more than 7 bits.
bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80);
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The binary operators. A higher level binds tighter; of two words the longer one comes first.
struct Operator {
    std::string_view word;
    Op op;
    int level;
};
constexpr int sums = 4, tightest = 5;
constexpr std::array<Operator, 12> operators{{
    {"||", Op::logical_or, 0},
    {"&&", Op::logical_and, 1},
    {"==", Op::equal, 2},
    {"<=", Op::less_equal, 3},
    {">=", Op::greater_equal, 3},
    {"<", Op::less, 3},
    {">", Op::greater, 3},
    {"+", Op::add, sums},
    {"-", Op::subtract, sums},
    {"*", Op::multiply, tightest},
    {"/", Op::quotient, tightest},
    {"%", Op::remainder, tightest},
}};

// A term of a sum; grouped: it stands in parentheses.
SymbolicExpr term(SymbolicExpr read, bool grouped) {
    return grouped && read.op() == Op::quotient
               ? SymbolicExpr::operation(Op::exact_quotient, {read.operands()[0], read.operands()[1]})
               : read;
}

} // namespace

SymbolicExpr SymbolicReader::expression() {
    SymbolicExpr condition = binary(0);
    if (!optional("?"))
        return condition;
    SymbolicExpr then = expression();
    expect(":");
    return SymbolicExpr::operation(Op::select, {std::move(condition), std::move(then), expression()});
}

SymbolicExpr SymbolicReader::binary(int level) {
    if (level > tightest)
        return unary();
    const auto operand = [&] {
        skip_blanks();
        const std::size_t begin = at_;
        SymbolicExpr read = binary(level + 1);
        return level == sums ? term(std::move(read), group_ == std::pair(begin, at_)) : read;
    };
    skip_blanks();
    const std::size_t begin = at_;
    SymbolicExpr left = binary(level + 1);
    const bool grouped = level == sums && group_ == std::pair(begin, at_);
    for (bool first = true;; first = false) {
        const auto found = std::find_if(operators.begin(), operators.end(), [&](const Operator& each) {
            return each.level == level && optional(each.word);
        });
        if (found == operators.end())
            return left;
        left = SymbolicExpr::operation(found->op, {term(std::move(left), first && grouped), operand()});
    }
}

SymbolicExpr SymbolicReader::unary() {
    skip_blanks();
    const bool number = text_.substr(at_, 1) == "-" && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    return number ? constant() : optional("-") ? SymbolicExpr::operation(Op::negate, {unary()}) : primary();
}

SymbolicExpr SymbolicReader::primary() {
    skip_blanks();
    const std::size_t begin = at_;
    if (optional("(")) {
        SymbolicExpr inside = expression();
        expect(")");
        group_ = {begin, at_};
        return inside;
    }
    if (at_ < text_.size() && is_digit(text_[at_]))
        return constant();
    std::string name = identifier();
    constexpr std::pair<std::string_view, Op> calls[] = {
        {"hydra_rt_floord", Op::floor_quotient}, {"hydra_rt_min", Op::min}, {"hydra_rt_max", Op::max}};
    for (const auto& [word, op] : calls)
        if (name == word && optional("(")) {
            SymbolicExpr first = expression();
            expect(",");
            SymbolicExpr second = expression();
            expect(")");
            return SymbolicExpr::operation(op, {std::move(first), std::move(second)});
        }
    return SymbolicExpr::symbol(std::move(name));
}

SymbolicExpr SymbolicReader::constant() {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    if (error != std::errc{})
        fail("expected a number of 64 bits");
    at_ = static_cast<std::size_t>(end - text_.data());
    return number;
}

std::string SymbolicReader::identifier() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_letter(text_[at_]))
        ++at_;
    if (begin == at_ || is_digit(text_[begin]))
        fail("expected a name or a number");
    return std::string(text_.substr(begin, at_ - begin));
}

bool SymbolicReader::optional(std::string_view what) {
    const std::size_t before = at_;
    skip_blanks();
    const std::size_t behind = at_ + what.size();
    const bool is_word = is_letter(what.back()) && behind < text_.size() && is_letter(text_[behind]); // a longer one
    if (text_.substr(at_, what.size()) == what && !is_word) {
        at_ = behind;
        return true;
    }
    at_ = before;
    return false;
}

void SymbolicReader::expect(std::string_view what) {
    if (!optional(what))
        fail("expected " + std::string(what));
}

void SymbolicReader::end() {
    if (!at_end())
        fail("expected no more");
}

bool SymbolicReader::at_end() {
    skip_blanks();
    return at_ == text_.size();
}

void SymbolicReader::skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        ++at_;
}

void SymbolicReader::fail(const std::string& why) const {
    throw std::invalid_argument(why + " before '" + std::string(text_.substr(at_)) + "'");
}

} // namespace hydra::ir
