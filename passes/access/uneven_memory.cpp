// See uneven_memory.h.
#include "passes/access/uneven_memory.h"

#include <algorithm>
#include <string_view>

namespace hydra::passes {

using ir::Expr;

UnevenMemory::UnevenMemory(State& state) : state_(state), points_to_(pointers_of(state)) {
    for (const ir::Kernel& kernel : state.program.kernels)
        if (!kernel.analysis.replicated)
            add_kernel(kernel);
    for (const auto& unit : state.program.units)
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body)
                walk(
                    *function.body, [this](const Expr& expr) { see(expr); }, [](const ir::Stmt&) {});
    while (follow_copies()) {
    }
}

bool UnevenMemory::has_none_of(const PointsTo::Objects& objects) const {
    return !all_ && objects &&
           std::none_of(
               objects->begin(), objects->end(), [this](int object) { return objects_.contains(object); });
}

void UnevenMemory::add(const PointsTo::Objects& objects) {
    if (objects)
        objects_.insert(objects->begin(), objects->end());
    else
        all_ = true;
}

void UnevenMemory::add_kernel(const ir::Kernel& kernel) {
    for (const RawAccess& raw : state_.kernels[static_cast<std::size_t>(kernel.id.value)]->accesses.accesses)
        if (raw.kind != ir::AccessKind::read)
            add(objects_of(points_to_, raw));
    const ir::Directive& directive = *kernel.loop->as<ir::For>()->directive;
    for (const ir::Reduction& reduction : directive.reductions)
        if (reduction.is_array())
            add(points_to_.of(*reduction.variable));
    for (const ir::LastStored& stored : directive.last_stored)
        if (stored.variable->type->is_record() || stored.variable->type->is_array())
            add(points_to_.of(*stored.variable));
}

// ---- copies of memory as it is ----

void UnevenMemory::see(const Expr& expr) {
    const auto* assignment = expr.as<ir::Binary>();
    if (assignment != nullptr && assignment->op == ir::BinaryOp::assign && expr.type->is_record() &&
        ir::holds_array(expr.type)) {
        copies_.emplace_back(assignment->lhs.get(), assignment->rhs.get());
        return;
    }
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee == nullptr || state_.summary.definition(callee) != nullptr || call->args.empty())
        return;
    std::string_view name = callee->name;
    for (const std::string_view prefix : {"__builtin_", "__"})
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    if (name.ends_with("_chk"))
        name.remove_suffix(4);
    if (call->args.size() > 1 && (name == "memcpy" || name == "memmove" || name == "mempcpy"))
        copies_.emplace_back(call->args[0].get(), call->args[1].get());
    else if (call->args.size() > 1 && name == "bcopy")
        copies_.emplace_back(call->args[1].get(), call->args[0].get());
    else if (name.starts_with("realloc"))
        copies_.emplace_back(&expr, call->args[0].get());
}

// What a side of a copy is, or points to.
PointsTo::Objects UnevenMemory::side(const Expr& expr) const {
    if (expr.type->is_record())
        return points_to_.of(expr);
    const Expr* pointer = &expr;
    PointsTo::Objects objects = points_to_.behind(*pointer);
    while (!objects && pointer->as<ir::Cast>() != nullptr) {
        pointer = pointer->as<ir::Cast>()->operand.get();
        objects = pointer->type->is_array() ? points_to_.of(*pointer) : points_to_.behind(*pointer);
    }
    return objects;
}

bool UnevenMemory::follow_copies() {
    const std::size_t before = objects_.size();
    for (const auto& [to, from] : copies_)
        if (!all_ && !has_none_of(side(*from)))
            add(side(*to));
    return !all_ && objects_.size() != before;
}

const UnevenMemory& uneven_memory_of(State& state) {
    if (!state.uneven_memory)
        state.uneven_memory = std::make_shared<const UnevenMemory>(state);
    return *state.uneven_memory;
}

} // namespace hydra::passes
