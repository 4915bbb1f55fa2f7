// Calls: the library's functions fill what its table says, those of the program nothing that could be relied on.
#include <algorithm>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/flow/constant_path_values.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::UnaryOp;

// Evaluates what leads to a place, and not what is there.
void ConstantPathValues::touch(const Expr& full, ConstantPathState& state) {
    const Expr& expr = *without_casts(full);
    const auto subscripts = subscripts_of(expr);
    const auto* unary = expr.as<ir::Unary>();
    if (subscripts)
        for (const Expr* subscript : *subscripts)
            value(*subscript, state);
    else if ((unary != nullptr && unary->op == UnaryOp::address_of) || expr.as<ir::Member>() != nullptr ||
             expr.as<ir::Index>() != nullptr || expr.as<ir::Binary>() != nullptr)
        ir::for_each_child(expr, [&](const Expr& child) { touch(child, state); });
    else
        value(expr, state);
}

// Where in the array the argument points to, in bytes; known: exactly there. nullopt: not in it.
KnownValue ConstantPathValues::offset_in(const Expr& argument, bool& known) const {
    const Expr* at = without_casts(argument);
    const auto* unary = at->as<ir::Unary>();
    known = true;
    if (unary != nullptr && unary->op == UnaryOp::address_of) {
        const Expr& operand = *unary->operand;
        if (const auto subscripts = subscripts_of(operand)) {
            known = std::all_of(subscripts->begin(), subscripts->end(),
                                [](const Expr* e) { return ir::constant_value(*e) == 0; });
            return 0;
        }
        const auto over = part_ ? part_of(operand, variable_) : std::nullopt;
        known = over && !over->elements;
        return over && over->begin <= part_->begin && part_->begin < over->end ? KnownValue(over->begin - part_->begin)
                                                                               : std::nullopt;
    }
    if (const auto subscripts = subscripts_of(*at)) {
        known = subscripts->empty();
        return 0;
    }
    const auto* sum = at->as<ir::Binary>();
    if (sum == nullptr || (sum->op != BinaryOp::add && sum->op != BinaryOp::sub))
        return std::nullopt;
    bool ignored = true;
    known = false;
    const KnownValue left = offset_in(*sum->lhs, ignored);
    return left ? left : offset_in(*sum->rhs, ignored);
}

void ConstantPathValues::call(const ir::Call& called, ConstantPathState& state) {
    const ir::FunctionDecl* callee = ir::called_function(called);
    const LibraryEffect* effect = callee != nullptr && !callee->in_user_file ? library_effect(callee->name) : nullptr;
    value(*called.callee, state);
    std::vector<std::function<void()>> fills;
    for (std::size_t i = 0; i < called.args.size(); ++i) {
        const Expr& argument = *called.args[i];
        bool known = false;
        const KnownValue from = offset_in(argument, known);
        if (!from) {
            value(argument, state);
            continue;
        }
        const bool reads = effect == nullptr || effect->reads(i) || effect->argument(i) == 'v';
        const bool asked = read_ == ir::strip(&argument) || read_ == without_casts(argument);
        if (asked || (reads && read_ == nullptr))
            require_all(state, effect != nullptr);
        touch(argument, state);
        if (effect != nullptr && effect->writes(i))
            fills.emplace_back([&, i, from, known] { fill(called, i, *from, known, state); });
    }
    for (const auto& each : fills)
        each();
}

void ConstantPathValues::fill(const ir::Call& called, std::size_t index, std::int64_t from, bool known,
                              ConstantPathState& state) {
    const LibraryEffect& effect = *library_effect(ir::called_function(called)->name);
    const char letter = effect.argument(index);
    if (letter == 'e' || letter == 'x') {
        if (known && from == 0)
            state.written[0] = true;
        return;
    }
    if (letter == 'p')
        return;
    std::int64_t bytes = 1;
    bool counted = effect.bytes.exactly;
    for (const int factor : {effect.bytes.count, effect.bytes.size}) {
        const auto at = static_cast<std::size_t>(factor);
        const KnownValue number = factor >= 0 && at < called.args.size() ? ir::constant_value(*called.args[at])
                                                                         : KnownValue(factor < 0 ? 1 : -1);
        counted = counted && number && *number >= 0 && !__builtin_mul_overflow(bytes, *number, &bytes);
    }
    if (!counted) {
        state.filled = true;
        return;
    }
    for (std::int64_t k = 0; known && k < elements_; ++k)
        if (k * bytes_ >= from && (k + 1) * bytes_ <= from + bytes)
            state.written[static_cast<std::size_t>(k)] = true;
}

} // namespace hydra::passes
