// Pass: everywhere. Memory that only serial code writes is the same on all ranks at all times, since every rank runs
// that: what a loop reads there needs no messages, and nobody has to find out where its pointers lead. What ranks share
// out, or have only in part, is what loops write and what is copied from there as it is (bulk.h). After it: reads of
// other memory are marked. (Devices have memory of their own, into which everything has to get.)
#include <algorithm>

#include "passes/access/state.h"
#include "passes/facts/expressions.h"
#include "passes/facts/points_to.h"
#include "passes/passes.h"

namespace hydra::passes {

using ir::Expr;

namespace {

// The objects of which some rank may not have all.
class SharedOut {
  public:
    explicit SharedOut(State& state) : state_(state), points_to_(pointers_of(state)) {
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

    [[nodiscard]] bool has_none_of(const PointsTo::Objects& objects) const {
        return !all_ && objects &&
               std::none_of(
                   objects->begin(), objects->end(), [this](int object) { return objects_.contains(object); });
    }

  private:
    void add(const PointsTo::Objects& objects) {
        if (objects)
            objects_.insert(objects->begin(), objects->end());
        else
            all_ = true;
    }

    void add_kernel(const ir::Kernel& kernel) {
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

    void see(const Expr& expr) {
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
    [[nodiscard]] PointsTo::Objects side(const Expr& expr) const {
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

    bool follow_copies() {
        const std::size_t before = objects_.size();
        for (const auto& [to, from] : copies_)
            if (!all_ && !has_none_of(side(*from)))
                add(side(*to));
        return !all_ && objects_.size() != before;
    }

    State& state_;
    const PointsTo& points_to_;
    std::set<int> objects_;
    bool all_ = false;
    std::vector<std::pair<const Expr*, const Expr*>> copies_;
};

// Whether it would be much to find out what is read.
bool is_costly(const RawAccess& raw) {
    return raw.kind == ir::AccessKind::read && (raw.root == RawAccess::everything || !raw.tables.empty() || !raw.known);
}

} // namespace

void everywhere_pass(State& state) {
    const auto kernels = [&](const ir::Kernel& kernel) -> std::vector<RawAccess>& {
        return state.kernels[static_cast<std::size_t>(kernel.id.value)]->accesses.accesses;
    };
    const bool any = std::any_of(state.program.kernels.begin(), state.program.kernels.end(), [&](const auto& kernel) {
        const std::vector<RawAccess>& all = kernels(kernel);
        return !kernel.analysis.replicated && std::any_of(all.begin(), all.end(), is_costly);
    });
    if (!any || state.devices)
        return;
    const SharedOut shared_out(state);
    for (const ir::Kernel& kernel : state.program.kernels)
        for (RawAccess& raw : kernels(kernel))
            raw.everywhere =
                raw.kind == ir::AccessKind::read && shared_out.has_none_of(objects_of(*state.points_to, raw));
}

} // namespace hydra::passes
