// Comparisons turned around: for code that wants the loop variable on the left, wherever the user wrote it.
#pragma once
#include "ir/tree.h"

namespace hydra::ir {

// The comparison with its sides exchanged (`a < b` is `b > a`); other operators unchanged.
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
