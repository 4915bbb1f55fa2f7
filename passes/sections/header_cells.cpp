// One walk over the header, which knows under which condition C comes to each load: the address of a cell behind
// `p != 0 ? p->n : 0` is asked for under the same condition, and is null otherwise.
#include "passes/sections/header_cells.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/access/state.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::HostExpr;

namespace {

class Cells {
  public:
    using Found = std::function<void(const Expr& cell, const HostExpr& condition)>;

    Cells(const Summary& summary, Found found) : summary_(summary), found_(std::move(found)) {}

    void look(const Expr& full, const HostExpr& condition) {
        const Expr& expr = *ir::strip(&full);
        if (expr.as<ir::SizeOf>() != nullptr)
            return;
        if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of) {
            inside(*ir::strip(unary->operand.get()), condition);
            return;
        }
        if (const auto* choice = expr.as<ir::Conditional>(); choice != nullptr && choice->then) {
            look(*choice->cond, condition);
            look(*choice->then, both(condition, holds(*choice->cond, true)));
            look(*choice->otherwise, both(condition, holds(*choice->cond, false)));
            return;
        }
        if (const auto* binary = expr.as<ir::Binary>();
            binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or)) {
            look(*binary->lhs, condition);
            look(*binary->rhs, both(condition, holds(*binary->lhs, binary->op == BinaryOp::logical_and)));
            return;
        }
        if (is_cell(expr))
            found_(expr, condition);
        inside(expr, condition);
    }

  private:
    static HostExpr both(const HostExpr& condition, const HostExpr& further) {
        return condition.empty() ? further : HostExpr::binary(BinaryOp::logical_and, condition, further);
    }
    // That the condition does, or does not.
    static HostExpr holds(const Expr& condition, bool does) {
        HostExpr whole = HostExpr::group(HostExpr::of(condition));
        return does ? whole : HostExpr::unary(ir::UnaryOp::logical_not, std::move(whole));
    }

    // The pointers and subscripts that lead to a place.
    void inside(const Expr& place, const HostExpr& condition) {
        const auto* member = place.as<ir::Member>();
        const auto* index = place.as<ir::Index>();
        const Expr* whole = member != nullptr && !member->arrow ? ir::strip(member->base.get())
                            : index != nullptr && ir::strip(index->base.get())->type->is_array()
                                ? ir::strip(index->base.get())
                                : nullptr;
        if (whole == nullptr) {
            ir::for_each_child(place, [&](const Expr& child) { look(child, condition); });
            return;
        }
        inside(*whole, condition);
        if (index != nullptr)
            look(*index->index, condition);
    }

    // Whether a scalar is loaded from memory that pointers may reach.
    [[nodiscard]] bool is_cell(const Expr& expr) const {
        if (expr.type == nullptr || !expr.type->is_scalar() || !has_address(expr))
            return false;
        const ir::VarDecl* holder = base_variable(&expr);
        return holder == nullptr ||
               (!holder->type->quals.is_const && summary_.address_taken().contains(summary_.canonical(holder)));
    }

    static bool has_address(const Expr& expr) {
        if (const auto* member = expr.as<ir::Member>())
            return member->arrow || has_address(*ir::strip(member->base.get()));
        if (const auto* index = expr.as<ir::Index>()) {
            const Expr* base = ir::strip(index->base.get());
            return !base->type->is_array() || has_address(*base);
        }
        const auto* unary = expr.as<ir::Unary>();
        const ir::VarDecl* variable = ir::named_variable(&expr);
        return (unary != nullptr && unary->op == ir::UnaryOp::deref) ||
               (variable != nullptr && variable->storage != ir::Storage::register_);
    }

    const Summary& summary_;
    Found found_;
};

void for_each_cell(const Summary& summary, const ir::For& loop, const Cells::Found& found) {
    Cells cells(summary, found);
    for (const Expr* expr : {loop.canonical.bound, loop.canonical.step})
        if (expr != nullptr)
            cells.look(*expr, {});
}

// Bit-fields have no address: that of their record.
ir::Watched watched(const Expr& cell, const HostExpr& condition) {
    ir::Watched result;
    result.name = ir::print_c(cell);
    result.bytes = ir::size_of(cell.type).value_or(1);
    const auto whole = [](const Expr& expr) { return HostExpr::group(HostExpr::of(expr)); };
    HostExpr address = HostExpr::unary(ir::UnaryOp::address_of, whole(cell));
    if (const auto* member = cell.as<ir::Member>(); member != nullptr && is_bit_field(cell)) {
        const ir::TypeRef base = ir::strip(member->base.get())->type;
        address = whole(*member->base);
        if (!member->arrow)
            address = HostExpr::unary(ir::UnaryOp::address_of, address);
        result.bytes = ir::size_of(member->arrow ? base->inner : base).value_or(1);
    }
    result.host =
        condition.empty()
            ? address
            : HostExpr::conditional(condition,
                                    HostExpr::cast("void *", HostExpr::cast("unsigned long", HostExpr::group(address))),
                                    HostExpr::cast("void *", HostExpr::number(0)));
    return result;
}

} // namespace

std::vector<ir::Watched> header_cells(const Summary& summary, const ir::For& loop) {
    std::vector<ir::Watched> list;
    for_each_cell(summary, loop, [&](const Expr& cell, const HostExpr& condition) {
        // The header is read before the body's own variables begin, and after they ended.
        const Summary::CellStores stores =
            summary.stores_to(loop.body.get(), nullptr, cell, true, Summary::declared_in(*loop.body));
        if (stores == Summary::CellStores::none)
            return;
        ir::Watched one = watched(cell, condition);
        one.bound = true;
        if (std::none_of(list.begin(), list.end(), [&](const ir::Watched& known) { return known.host == one.host; }))
            list.push_back(std::move(one));
    });
    return list;
}

// A scalar that the launch sets afterwards (a reduction, a value stored last), which the header may read through a
// pointer; null: there is none.
static const ir::VarDecl* read_by_header(const Summary& summary, const ir::For& loop) {
    Variables set;
    for (const ir::Reduction& reduction : loop.directive->reductions)
        set.insert(reduction.variable);
    for (const ir::LastStored& stored : loop.directive->last_stored)
        set.insert(stored.variable);
    const ir::VarDecl* found = nullptr;
    for_each_cell(summary, loop, [&](const Expr& cell, const HostExpr&) {
        for (const ir::VarDecl* variable : set)
            if (summary.address_taken().contains(summary.canonical(variable)) && !variable->type->is_array() &&
                !variable->type->is_pointer() && may_alias(variable->type, cell.type))
                found = variable;
    });
    return found;
}

void refuse_moving_header(State& state, const ir::Kernel& kernel) {
    const ir::For& loop = *kernel.loop->as<ir::For>();
    const auto refuse = [&](const std::string& what) {
        state.diagnostics.error(loop.canonical.bound->range,
                                fmt::format("the header of a parallel loop reads {} while the loop runs; store it in a "
                                            "variable before the loop",
                                            what));
    };
    if (const ir::VarDecl* variable = read_by_header(state.summary, loop))
        refuse(fmt::format("memory that may be '{}', which changes", variable->name));
}

void watch_header(ir::Kernel& kernel) {
    if (!kernel.analysis.replicated && kernel.touches.slots.empty())
        kernel.touches.watched.clear();
}

} // namespace hydra::passes
