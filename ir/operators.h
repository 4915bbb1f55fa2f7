// Operators: how tightly they bind, and comparisons turned around.
#pragma once
#include "ir/tree.h"

namespace hydra::ir {

// How tightly an expression binds: a higher one needs no parentheses inside a lower one.
enum class Level {
    comma,
    assignment,
    conditional,
    log_or,
    log_and,
    bit_or,
    bit_xor,
    bit_and,
    equality,
    relation,
    shift,
    sum,
    product,
    prefix,
    postfix
};

constexpr Level tighter(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

constexpr Level level_of(BinaryOp op) {
    using enum Level;
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
        return sum;
    case BinaryOp::mul:
    case BinaryOp::div:
    case BinaryOp::rem:
        return product;
    case BinaryOp::shl:
    case BinaryOp::shr:
        return shift;
    case BinaryOp::lt:
    case BinaryOp::gt:
    case BinaryOp::le:
    case BinaryOp::ge:
        return relation;
    case BinaryOp::eq:
    case BinaryOp::ne:
        return equality;
    case BinaryOp::bit_and:
        return bit_and;
    case BinaryOp::bit_xor:
        return bit_xor;
    case BinaryOp::bit_or:
        return bit_or;
    case BinaryOp::logical_and:
        return log_and;
    case BinaryOp::logical_or:
        return log_or;
    case BinaryOp::comma:
        return comma;
    default:
        return assignment;
    }
}

// Whether compilers warn about an operand that is such an operation and stands without parentheses.
constexpr bool is_confusing(Level outer, Level inner) {
    using enum Level;
    switch (outer) {
    case log_or:
        return inner == log_and;
    case bit_or:
    case bit_xor:
    case bit_and:
        return inner != outer;
    case equality:
    case relation:
        return inner <= relation;
    case shift:
        return inner == sum || inner == product;
    default:
        return false;
    }
}

// Whether the operator stands behind its operand.
constexpr bool is_post(UnaryOp op) { return op == UnaryOp::post_inc || op == UnaryOp::post_dec; }

// The comparison with its sides exchanged (`a < b` is `b > a`), for code that wants the loop variable on the left,
// wherever the user wrote it; other operators unchanged.
constexpr BinaryOp mirrored(BinaryOp op) {
    switch (op) {
    case BinaryOp::lt:
        return BinaryOp::gt;
    case BinaryOp::gt:
        return BinaryOp::lt;
    case BinaryOp::le:
        return BinaryOp::ge;
    case BinaryOp::ge:
        return BinaryOp::le;
    default:
        return op;
    }
}

} // namespace hydra::ir
