// Pass: outlines kernels. Function bodies become structured operations around the parallel loops: the largest
// statements without a launch stay whole (SerialOp), loops and branches that hold one are opened. Each loop with a
// directive becomes a Kernel with its iteration space and its last values.
// After it: every function has a body of operations; kernels have no slots or accesses yet.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/flow/header_effects.h"
#include "passes/passes.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

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
        const auto line = state_.sources.position(stmt.range.file, stmt.range.begin).line;
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

    // Host text of an expression as `long`. An implicit conversion that may change the value is written out, since the
    // converted one is what C compares with or starts from.
    static std::string as_long(const Expr& expr) {
        const auto* cast = expr.as<ir::Cast>();
        const std::string text = ir::print_c(expr);
        const bool simple =
            std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
        const std::string operand = simple ? text : "(" + text + ")";
        const bool integers = cast != nullptr && cast->implicit && expr.type->is_integer();
        const auto changes = [&](ir::TypeRef from) {
            return !from->is_integer() || ir::size_of(from) > ir::size_of(expr.type) ||
                   (from->is_unsigned() && ir::size_of(from) == ir::size_of(expr.type));
        };
        if (integers && (expr.type->is_unsigned() || changes(cast->operand->type)))
            return fmt::format("(long)({}){}", ir::declare(expr.type, ""), operand);
        return "(long)" + operand;
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
        // Of 32 bits, those below zero run up to such a bound, read as a number below zero as well.
        const bool narrow = ir::size_of(type) == 4 && !kernel.space.counted && !canonical.descending;
        if (narrow && (!constant || *constant < 0))
            kernel.space.end = fmt::format(
                "{0} < 0 ? ((unsigned){1} {2} (unsigned){3} ? (long)(int){3}{4} : {5}) : {6}", as_long(first),
                kernel.space.start, ir::spelling(canonical.compare), as_long(*canonical.bound),
                canonical.compare == BinaryOp::le ? " + 1" : "", kernel.space.begin, kernel.space.end);
        else if (!constant || *constant < 0)
            kernel.space.end = fmt::format("{} < 0 && !((unsigned long){} {} (unsigned long){}) ? {} : {}",
                                           as_long(first), kernel.space.start, ir::spelling(canonical.compare),
                                           as_long(*canonical.bound), kernel.space.begin, kernel.space.end);
    }

    // See Space::astray.
    static std::string astray(const ir::Kernel& kernel, const ir::CanonicalLoop& loop, const std::string& bound,
                              const std::string& step) {
        if (ir::constant_value(*loop.step))
            return "";
        const ir::TypeRef compared = loop.bound->type, type = loop.variable->type;
        const char* as = !compared->is_unsigned() ? "" : ir::size_of(compared) == 8 ? "(unsigned long)" : "(unsigned)";
        const std::string begins =
            fmt::format("{0}({1}) {2} {0}({3})", as, kernel.space.start, ir::spelling(loop.compare), bound);
        std::string wrong = fmt::format("{} {} 0", step, loop.compare == BinaryOp::ne ? "==" : "<=");
        // The first step wraps around to the other side: a negative number became unsigned on the way.
        const bool wraps = ir::size_of(type) == 4 && (type->is_unsigned() || loop.step->type->is_unsigned());
        if (loop.compare != BinaryOp::ne && wraps)
            wrong = fmt::format("({} || {} + {} {})", wrong, kernel.space.start, kernel.space.step,
                                type->is_unsigned() ? (loop.descending ? "< 0" : "> 4294967295")
                                                    : (loop.descending ? "< -2147483648" : "> 2147483647"));
        return wrong + " && " + begins;
    }

    void iteration_space(ir::Kernel& kernel, const ir::CanonicalLoop& loop, const Stmt* body) {
        for (const Expr* expr : {loop.start, loop.bound, loop.step})
            refuse_effects(expr, *body);
        kernel.space.start = as_long(*loop.start);
        const std::string bound = as_long(*loop.bound);
        const bool inclusive = loop.compare == BinaryOp::le || loop.compare == BinaryOp::ge;
        if (loop.step == nullptr) {
            kernel.space.step = loop.descending ? "-1" : "1";
            kernel.space.begin = !loop.descending ? kernel.space.start : inclusive ? bound : bound + " + 1";
            kernel.space.end = loop.descending ? kernel.space.start + " + 1" : inclusive ? bound + " + 1" : bound;
            return;
        }
        const std::string step = as_long(*loop.step);
        kernel.space.counted = true;
        kernel.space.step = loop.descending ? "-" + step : step;
        kernel.space.begin = "0";
        kernel.space.astray = astray(kernel, loop, bound, step);
        if (loop.compare == BinaryOp::ne) {
            // Steps that miss the bound go on until the variable wraps around: -1, which the launch refuses.
            kernel.space.end =
                fmt::format("({0}) == 0 ? -({1} != {2}) : ({1} - {2}) % ({0}) != 0 ? -1 : ({1} - {2}) / ({0})",
                            kernel.space.step, bound, kernel.space.start);
            return;
        }
        // From one end of `long` to the other, the launch says that it cannot count.
        const bool far = ir::size_of(loop.bound->type) == 8 && ir::constant_value(*loop.start).value_or(1) != 0 &&
                         !ir::constant_value(*loop.bound);
        const std::string from = loop.descending ? kernel.space.start : bound,
                          to = loop.descending ? bound : kernel.space.start;
        const std::string distance = far ? fmt::format("(long)((unsigned long)({}) - (unsigned long)({}))", from, to)
                                         : fmt::format("{} - {}", from, to);
        kernel.space.end = inclusive ? fmt::format("hydra_rt_floord({}, {}) + 1", distance, step)
                                     : fmt::format("hydra_rt_ceild({}, {})", distance, step);
        if (!ir::constant_value(*loop.step)) // of the other sign: there are no iterations, or the loop goes astray
            kernel.space.end = fmt::format("{} <= 0 ? 0 : {}", step, kernel.space.end);
    }

    State& state_;
    int unit_ = 0;
    const ir::FunctionDecl* function_ = nullptr;
    std::set<std::string> names_;
};

} // namespace

void outline_pass(State& state) { Outliner(state).run(); }

} // namespace hydra::passes
