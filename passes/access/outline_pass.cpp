// Pass: outlines kernels. Function bodies become structured operations around the parallel loops: the largest
// statements without a launch stay whole (SerialOp), loops and branches that hold one are opened. Each loop with a
// directive becomes a Kernel with its iteration space and its last values.
// After it: every function has a body of operations; kernels have no slots or accesses yet.
#include <algorithm>
#include <cctype>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/flow/header_effects.h"
#include "passes/passes.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::HostExpr;
using ir::Stmt;

namespace {

class Outliner {
  public:
    explicit Outliner(State& state) : state_(state) {}

    void run() {
        for (std::size_t unit = 0; unit < state_.program.units.size(); ++unit)
            for (const ir::FunctionDecl& function : state_.program.units[unit]->functions) {
                if (!function.body || !function.in_user_file)
                    continue;
                unit_ = static_cast<int>(unit);
                function_ = &function;
                ir::Function lowered;
                lowered.unit = unit_;
                lowered.decl = &function;
                lowered.name = function.name;
                lowered.may_launch = state_.summary.may_launch(&function);
                lower(*function.body, lowered.body);
                state_.program.functions.push_back(std::move(lowered));
            }
    }

  private:
    void lower(const Stmt& stmt, ir::Block& out) {
        if (const auto* compound = stmt.as<ir::Compound>()) {
            for (const auto& item : compound->items)
                lower(*item, out);
            return;
        }
        const auto* loop = stmt.as<ir::For>();
        if (loop != nullptr && loop->directive) {
            out.push_back({ir::LaunchOp{make_kernel(stmt, *loop)}});
            return;
        }
        if (!state_.summary.holds_launch(stmt)) {
            out.push_back({ir::SerialOp{&stmt, at(stmt)}});
            return;
        }
        if (loop != nullptr) {
            open_loop(stmt, loop->body.get(), out);
        } else if (const auto* while_ = stmt.as<ir::While>()) {
            open_loop(stmt, while_->body.get(), out);
        } else if (const auto* do_ = stmt.as<ir::DoWhile>()) {
            open_loop(stmt, do_->body.get(), out);
        } else if (const auto* branch = stmt.as<ir::If>()) {
            ir::BranchOp op;
            op.statement = &stmt;
            op.at = at(stmt);
            lower(*branch->then, op.then);
            if (branch->otherwise)
                lower(*branch->otherwise, op.otherwise);
            out.push_back({std::move(op)});
        } else if (const auto* choice = stmt.as<ir::Switch>()) {
            ir::BranchOp op;
            op.statement = &stmt;
            op.at = at(stmt);
            lower(*choice->body, op.then);
            out.push_back({std::move(op)});
        } else if (const Stmt* inner = labelled(stmt)) {
            lower(*inner, out);
        } else {
            out.push_back({ir::SerialOp{&stmt, at(stmt)}}); // an expression that calls a function with a parallel loop
        }
    }

    std::string at(const Stmt& stmt) const { return state_.sources.at(stmt.range); }

    static const Stmt* labelled(const Stmt& stmt) {
        if (const auto* label = stmt.as<ir::Label>())
            return label->body.get();
        if (const auto* label = stmt.as<ir::Case>())
            return label->body.get();
        if (const auto* label = stmt.as<ir::Default>())
            return label->body.get();
        return nullptr;
    }

    void open_loop(const Stmt& stmt, const Stmt* body, ir::Block& out) {
        ir::LoopOp op;
        op.statement = &stmt;
        op.at = at(stmt);
        if (body != nullptr)
            lower(*body, op.body);
        out.push_back({std::move(op)});
    }

    ir::KernelId make_kernel(const Stmt& stmt, const ir::For& loop) {
        ir::Kernel kernel = kernel_of(stmt, loop);
        kernel.id.value = static_cast<int>(state_.program.kernels.size());
        const auto line = state_.sources.line(stmt.range);
        kernel.name = fmt::format("{}_{}", function_->name, line);
        for (int copy = 2; !names_.insert(fmt::format("{}/{}", unit_, kernel.name)).second; ++copy)
            kernel.name = fmt::format("{}_{}_{}", function_->name, line, copy);
        state_.program.kernels.push_back(std::move(kernel));
        walk(
            *loop.body, [](const Expr&) {},
            [&](const Stmt& inner) {
                const auto* nested = inner.as<ir::For>();
                if (nested != nullptr && nested->directive)
                    state_.nested.push_back(kernel_of(inner, *nested));
            });
        return state_.program.kernels.back().id;
    }

    // What the loop's directive makes of it, but for its place in the program.
    ir::Kernel kernel_of(const Stmt& stmt, const ir::For& loop) {
        ir::Kernel kernel;
        kernel.unit = unit_;
        kernel.function = function_;
        kernel.loop = &stmt;
        kernel.at = state_.sources.at(stmt.range);
        kernel.space.descending = loop.canonical.descending;
        iteration_space(kernel, loop.canonical, loop.body.get());
        run_nothing_beyond(kernel, loop);
        return kernel;
    }

    void refuse_effects(const Expr* expr, const Stmt& body) {
        if (expr != nullptr && !is_steady(state_.summary, *expr, body))
            state_.diagnostics.error(expr->range, "the header of a parallel loop may only call functions that change "
                                                  "nothing, and use nothing that the loop changes; compute this value "
                                                  "before the loop");
    }

    // An expression as `long`. An implicit conversion that may change the value is written out, since the converted one
    // is what C compares with or starts from.
    static HostExpr as_long(const Expr& expr) {
        const auto* cast = expr.as<ir::Cast>();
        HostExpr operand = HostExpr::of(expr);
        const std::string& word = operand.spelling();
        const bool is_word = operand.kind() == HostExpr::Kind::name || operand.kind() == HostExpr::Kind::literal;
        const bool simple = is_word && std::all_of(word.begin(), word.end(),
                                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
        if (!simple)
            operand = HostExpr::group(std::move(operand));
        const bool integers = cast != nullptr && cast->implicit && expr.type->is_integer();
        const auto changes = [&](ir::TypeRef from) {
            return !from->is_integer() || ir::size_of(from) > ir::size_of(expr.type) ||
                   (from->is_unsigned() && ir::size_of(from) == ir::size_of(expr.type));
        };
        if (integers && (expr.type->is_unsigned() || changes(cast->operand->type)))
            operand = HostExpr::cast(ir::declare(expr.type, ""), std::move(operand));
        return HostExpr::cast("long", std::move(operand));
    }

    static HostExpr one_more(const HostExpr& expr) {
        return HostExpr::binary(BinaryOp::add, expr, HostExpr::number(1));
    }

    // Compared as unsigned values, a start below zero is above every bound that is not, and so is such a bound above
    // every start: there are no iterations then. (Of 64 bits, that is; others are exact as `long`.) Where both are,
    // there may be some, and the launch will say that it cannot count them.
    static void run_nothing_beyond(ir::Kernel& kernel, const ir::For& loop) {
        const auto* compare = loop.cond ? ir::strip(loop.cond.get())->as<ir::Binary>() : nullptr;
        const ir::CanonicalLoop& canonical = loop.canonical;
        if (compare == nullptr || canonical.compare == BinaryOp::ne)
            return;
        const bool left = ir::named_variable(compare->lhs.get()) == canonical.variable;
        const ir::TypeRef type = (left ? compare->lhs : compare->rhs)->type;
        if (!type->is_unsigned() || (canonical.variable->type->is_unsigned() && ir::size_of(type) != 8))
            return;
        const Expr& first = canonical.descending ? *canonical.bound : *canonical.start;
        const auto constant = ir::constant_value(first);
        if (constant && *constant >= 0)
            return;
        ir::Space& space = kernel.space;
        const HostExpr below = HostExpr::binary(BinaryOp::lt, as_long(first), HostExpr::number(0)),
                       bound = as_long(*canonical.bound);
        const auto begins_as = [&](const char* compared) {
            return HostExpr::binary(canonical.compare, HostExpr::cast(compared, space.start),
                                    HostExpr::cast(compared, bound));
        };
        // Of 32 bits, those below zero run up to such a bound, read as a number below zero as well.
        if (ir::size_of(type) == 4 && !space.counted && !canonical.descending) {
            const HostExpr read = HostExpr::cast("long", HostExpr::cast("int", bound));
            space.end = HostExpr::conditional(
                below,
                HostExpr::group(HostExpr::conditional(
                    begins_as("unsigned"), canonical.compare == BinaryOp::le ? one_more(read) : read, space.begin)),
                space.end);
            return;
        }
        const HostExpr begins = HostExpr::group(begins_as("unsigned long"));
        space.end = HostExpr::conditional(
            HostExpr::binary(BinaryOp::logical_and, below, HostExpr::unary(ir::UnaryOp::logical_not, begins)),
            space.begin, space.end);
    }

    // See Space::astray.
    static HostExpr astray(const ir::Kernel& kernel, const ir::CanonicalLoop& loop, const HostExpr& bound,
                           const HostExpr& step) {
        if (ir::constant_value(*loop.step))
            return {};
        const ir::TypeRef compared = loop.bound->type, type = loop.variable->type;
        const auto as_compared = [&](const HostExpr& side) {
            HostExpr whole = HostExpr::group(side);
            return compared->is_unsigned()
                       ? HostExpr::cast(ir::size_of(compared) == 8 ? "unsigned long" : "unsigned", std::move(whole))
                       : whole;
        };
        HostExpr wrong =
            HostExpr::binary(loop.compare == BinaryOp::ne ? BinaryOp::eq : BinaryOp::le, step, HostExpr::number(0));
        // The first step wraps around to the other side: a negative number became unsigned on the way.
        const bool wraps = ir::size_of(type) == 4 && (type->is_unsigned() || loop.step->type->is_unsigned());
        if (loop.compare != BinaryOp::ne && wraps) {
            const std::int64_t least = type->is_unsigned() ? 0 : std::numeric_limits<std::int32_t>::min(),
                               most = type->is_unsigned() ? std::int64_t{std::numeric_limits<std::uint32_t>::max()}
                                                          : std::numeric_limits<std::int32_t>::max();
            const HostExpr second = HostExpr::binary(BinaryOp::add, kernel.space.start, kernel.space.step);
            const HostExpr around = loop.descending ? HostExpr::binary(BinaryOp::lt, second, HostExpr::number(least))
                                                    : HostExpr::binary(BinaryOp::gt, second, HostExpr::number(most));
            wrong = HostExpr::group(HostExpr::binary(BinaryOp::logical_or, wrong, around));
        }
        return HostExpr::binary(BinaryOp::logical_and, wrong,
                                HostExpr::binary(loop.compare, as_compared(kernel.space.start), as_compared(bound)));
    }

    void iteration_space(ir::Kernel& kernel, const ir::CanonicalLoop& loop, const Stmt* body) {
        for (const Expr* expr : {loop.start, loop.bound, loop.step})
            refuse_effects(expr, *body);
        ir::Space& space = kernel.space;
        space.start = as_long(*loop.start);
        const HostExpr bound = as_long(*loop.bound);
        const bool inclusive = loop.compare == BinaryOp::le || loop.compare == BinaryOp::ge;
        if (loop.step == nullptr) {
            space.step = HostExpr::number(loop.descending ? -1 : 1);
            space.begin = !loop.descending ? space.start : inclusive ? bound : one_more(bound);
            space.end = loop.descending ? one_more(space.start) : inclusive ? one_more(bound) : bound;
            return;
        }
        const HostExpr step = as_long(*loop.step);
        space.counted = true;
        space.step = loop.descending ? HostExpr::unary(ir::UnaryOp::minus, step) : step;
        space.begin = HostExpr::number(0);
        space.astray = astray(kernel, loop, bound, step);
        if (loop.compare == BinaryOp::ne) {
            space.end = steps_to(bound, space);
            return;
        }
        // From one end of `long` to the other, the launch says that it cannot count.
        const bool far = ir::size_of(loop.bound->type) == 8 && ir::constant_value(*loop.start).value_or(1) != 0 &&
                         !ir::constant_value(*loop.bound);
        const HostExpr from = loop.descending ? space.start : bound, to = loop.descending ? bound : space.start;
        const auto wide = [](const HostExpr& side) { return HostExpr::cast("unsigned long", HostExpr::group(side)); };
        const HostExpr distance =
            far ? HostExpr::cast("long", HostExpr::group(HostExpr::binary(BinaryOp::sub, wide(from), wide(to))))
                : HostExpr::binary(BinaryOp::sub, from, to);
        space.end = inclusive ? one_more(HostExpr::call("hydra_rt_floord", {distance, step}))
                              : HostExpr::call("hydra_rt_ceild", {distance, step});
        if (!ir::constant_value(*loop.step)) // of the other sign: there are no iterations, or the loop goes astray
            space.end = HostExpr::conditional(HostExpr::binary(BinaryOp::le, step, HostExpr::number(0)),
                                              HostExpr::number(0), space.end);
    }

    // How many steps lead to the bound exactly. Those that miss it go on until the variable wraps around: -1, which the
    // launch refuses.
    static HostExpr steps_to(const HostExpr& bound, const ir::Space& space) {
        const HostExpr zero = HostExpr::number(0), step = HostExpr::group(space.step),
                       distance = HostExpr::group(HostExpr::binary(BinaryOp::sub, bound, space.start)),
                       differs = HostExpr::group(HostExpr::binary(BinaryOp::ne, bound, space.start));
        return HostExpr::conditional(
            HostExpr::binary(BinaryOp::eq, step, zero), HostExpr::unary(ir::UnaryOp::minus, differs),
            HostExpr::conditional(HostExpr::binary(BinaryOp::ne, HostExpr::binary(BinaryOp::rem, distance, step), zero),
                                  HostExpr::number(-1), HostExpr::binary(BinaryOp::div, distance, step)));
    }

    State& state_;
    int unit_ = 0;
    const ir::FunctionDecl* function_ = nullptr;
    std::set<std::string> names_;
};

} // namespace

void outline_pass(State& state) { Outliner(state).run(); }

} // namespace hydra::passes
