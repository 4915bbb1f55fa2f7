// Three small tables.
#include "frontend/reduction/reduction_ops.h"

#include <array>

#include "frontend/reduction/accumulate.h"

namespace hydra::frontend {

using namespace ir;

std::optional<ReductionOp> reduction_of(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
        return ReductionOp::add;
    case BinaryOp::mul:
        return ReductionOp::mul;
    case BinaryOp::bit_and:
        return ReductionOp::bit_and;
    case BinaryOp::bit_or:
        return ReductionOp::bit_or;
    case BinaryOp::bit_xor:
        return ReductionOp::bit_xor;
    case BinaryOp::logical_and:
        return ReductionOp::logical_and;
    case BinaryOp::logical_or:
        return ReductionOp::logical_or;
    default:
        return std::nullopt;
    }
}

std::optional<ReductionOp> atomic_update(const std::string& name) {
    static const std::array<std::pair<const char*, ReductionOp>, 5> ops{{{"add", ReductionOp::add},
                                                                         {"sub", ReductionOp::add},
                                                                         {"and", ReductionOp::bit_and},
                                                                         {"or", ReductionOp::bit_or},
                                                                         {"xor", ReductionOp::bit_xor}}};
    for (const auto& [word, op] : ops) {
        const std::string op_name = word;
        for (const auto& known : {"__atomic_fetch_" + op_name, "__atomic_" + op_name + "_fetch",
                                  "__sync_fetch_and_" + op_name, "__sync_" + op_name + "_and_fetch"})
            if (name == known)
                return op;
    }
    return std::nullopt;
}

const char* spelling(ReductionOp op) {
    static constexpr std::array names{"+", "*", "&", "|", "^", "&&", "||", "min", "max"};
    return names[static_cast<std::size_t>(op)];
}

} // namespace hydra::frontend
