// Pass: outlines kernels. Function bodies become structured operations around the parallel loops: the largest
// statements without a launch stay whole (SerialOp), loops and branches that hold one are opened. Each loop with a
// directive becomes a Kernel with its iteration space and its last values.
// After it: every function has a body of operations; kernels have no slots or accesses yet.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "passes/facts/arrays.h"
#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"
#include "passes/flow/assigned.h"
#include "passes/flow/header_effects.h"
#include "passes/flow/live_globals.h"
#include "passes/flow/liveness.h"
#include "passes/flow/rehearsal.h"
#include "passes/privates/own_names.h"
#include "passes/state.h"

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
        ir::Kernel kernel = checked_kernel(stmt, loop);
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
                    state_.nested.push_back(checked_kernel(inner, *nested));
            });
        return state_.program.kernels.back().id;
    }

    // What the loop's directive makes of it, but for its place in the program.
    ir::Kernel checked_kernel(const Stmt& stmt, const ir::For& loop) {
        ir::Kernel kernel;
        kernel.unit = unit_;
        kernel.function = function_;
        kernel.loop = &stmt;
        kernel.at = state_.sources.at(stmt.range);
        kernel.space.descending = loop.canonical.descending;
        iteration_space(kernel, loop.canonical, loop.body.get());
        run_nothing_beyond(kernel, loop);
        refuse_thread_locals(loop);
        check_own_members(state_, loop);
        check_pointer_calls(state_, loop);
        last_values(kernel, loop);
        refuse_guarded_effects(loop);
        check_own_names(state_, loop);
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

    void refuse_thread_locals(const ir::For& loop) {
        walk(
            *loop.body,
            [&](const Expr& expr) {
                const ir::VarDecl* v = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
                if (v != nullptr && v->storage == ir::Storage::thread)
                    state_.diagnostics.error(expr.range, fmt::format("thread-local '{}' in a parallel loop", v->name));
            },
            [](const Stmt&) {});
    }

    // Whether the variable may be read after the loop, by its name or through a pointer.
    [[nodiscard]] bool is_live(const VarDecl* variable, const Stmt& loop) const {
        if (variable->storage == ir::Storage::static_ && variable->type->is_array() && is_private_only(variable))
            return false;
        if (variable->has_static_lifetime())
            return live_in_program(state_.program, state_.summary, loop, variable);
        const bool pointed_at = state_.summary.address_taken().contains(state_.summary.canonical(variable)) ||
                                (variable->type->is_array() && decays_outside(*function_->body, loop, variable));
        return (pointed_at && live_behind_pointers(*function_, loop, variable)) ||
               live_after(*function_, loop, variable);
    }

    // Whether the whole program uses a static array in loops alone in which it is private.
    [[nodiscard]] bool is_private_only(const VarDecl* array) const {
        for (const auto& unit : state_.program.units) {
            for (const VarDecl& global : unit->globals)
                if (global.init && mentions(*global.init, array))
                    return false;
            for (const auto& function : unit->functions)
                if (function.body && mentions(*function.body, array))
                    return false;
        }
        return true;
    }
    [[nodiscard]] bool is_same(const VarDecl* one, const VarDecl* other) const {
        return state_.summary.canonical(one) == state_.summary.canonical(other);
    }
    [[nodiscard]] bool mentions(const Expr& expr, const VarDecl* array) const {
        bool found = false;
        walk(
            expr,
            [&](const Expr& e) {
                const VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
                found = found || (variable != nullptr && is_same(variable, array));
            },
            [](const Stmt&) {});
        return found;
    }
    [[nodiscard]] bool mentions(const Stmt& stmt, const VarDecl* array) const {
        const auto* loop = stmt.as<ir::For>();
        const bool is_private = loop != nullptr && loop->directive &&
                                std::any_of(loop->directive->private_.begin(), loop->directive->private_.end(),
                                            [&](const VarDecl* v) { return is_same(v, array); });
        bool found = false;
        ir::for_each_child(
            stmt, [&](const Expr& e) { found = found || mentions(e, array); },
            [&](const Stmt& s) { found = found || (!(is_private && &s == loop->body.get()) && mentions(s, array)); });
        return found;
    }

    // Whether an array's address goes anywhere but into a subscript, sizeof, or an argument of a call.
    static bool decays_outside(const Stmt& body, const Stmt& loop, const VarDecl* array) {
        int uses = 0;
        const auto count = [&](const Expr* e, int by) { uses += ir::named_variable(e) == array ? by : 0; };
        const auto count_all = [&](const Stmt& where, int by) {
            walk(
                where,
                [&](const Expr& e) {
                    if (e.as<ir::DeclRef>() != nullptr)
                        count(&e, by);
                    else if (const auto* element = e.as<ir::Index>())
                        count(ir::strip(element->base.get()), -by);
                    else if (const auto* size = e.as<ir::SizeOf>(); size != nullptr && size->operand)
                        count(ir::strip(size->operand.get()), -by);
                    else if (const auto* call = e.as<ir::Call>())
                        for (const auto& arg : call->args)
                            count(ir::strip(arg.get()), -by);
                },
                [](const Stmt&) {});
        };
        count_all(body, 1);
        count_all(loop, -1);
        walk(
            body, [](const Expr&) {},
            [&](const Stmt& s) { // where it is private, another array has the name
                const auto* other = s.as<ir::For>();
                const bool own =
                    &s != &loop && other != nullptr && other->directive &&
                    std::count(other->directive->private_.begin(), other->directive->private_.end(), array) > 0;
                if (own && other->body)
                    count_all(*other->body, -1);
            });
        return uses > 0;
    }

    static std::string when_asked(const ir::Reduction& reduction) {
        const auto& name = reduction.variable->name;
        switch (reduction.op) {
        case ir::ReductionOp::logical_and:
            return fmt::format("while '{}' is true", name);
        case ir::ReductionOp::logical_or:
            return fmt::format("while '{}' is false", name);
        default:
            return fmt::format("where a value replaces that of '{}'", name);
        }
    }

    // `ok = ok && check(i)`: iterations that C would not ask any more may not do anything else.
    void refuse_guarded_effects(const ir::For& loop) {
        for (const ir::Reduction& reduction : loop.directive->reductions)
            for (const Expr* guarded : reduction.guarded) {
                looked_into_.clear();
                if (does_more(*guarded, nullptr))
                    state_.diagnostics.error(
                        guarded->range,
                        fmt::format("this is evaluated only {0}, and it does more than to give a value, so what an "
                                    "iteration does depends on the others; evaluate it first, in a variable of the "
                                    "iteration's own",
                                    when_asked(reduction)));
            }
    }

    // Whether evaluating the expression changes anything but what the function that it stands in has of its own.
    bool does_more(const Expr& expr, const ir::FunctionDecl* function) {
        if (const Expr* target = assignment_target(expr))
            if (function == nullptr || !is_own(*target))
                return true;
        if (const auto* call = expr.as<ir::Call>()) {
            const ir::FunctionDecl* callee = ir::called_function(*call);
            const ir::FunctionDecl* body = callee != nullptr ? state_.summary.definition(callee) : nullptr;
            const LibraryEffect* effect = callee != nullptr && body == nullptr ? library_effect(callee->name) : nullptr;
            if (body == nullptr && (effect == nullptr || !effect->state.empty() || effect->ends || effect->writes()))
                return true;
            if (body != nullptr &&
                (doing_more_.contains(body) || (looked_into_.insert(body).second && does_more(*body->body, body)))) {
                doing_more_.insert(body);
                return true;
            }
        }
        if (const auto* block = expr.as<ir::StatementExpr>())
            return function == nullptr || does_more(*block->body, function);
        bool found = false;
        ir::for_each_child(expr, [&](const Expr& child) { found = found || does_more(child, function); });
        return found;
    }
    bool does_more(const Stmt& stmt, const ir::FunctionDecl* function) {
        bool found = false;
        ir::for_each_child(
            stmt, [&](const Expr& child) { found = found || does_more(child, function); },
            [&](const Stmt& child) { found = found || does_more(child, function); });
        return found;
    }
    // A local variable, or a part of one.
    static bool is_own(const Expr& target) {
        const ir::VarDecl* variable = variable_of_part(&target);
        return variable != nullptr && !variable->has_static_lifetime();
    }

    void last_values(ir::Kernel& kernel, const ir::For& loop) {
        for (const ir::VarDecl* v : loop.directive->private_) {
            if (v == loop.canonical.variable)
                continue;
            const FirstUse in_body = first_use(*loop.body, v);
            const Assignment assignment = assignment_in(state_.summary, *loop.body, v);
            const bool scalar = v->type->is_scalar();
            if (scalar && in_body == FirstUse::read && assignment.read_unwritten)
                state_.diagnostics.error(
                    loop.directive->range,
                    fmt::format("'{0}' is private, but each iteration reads it before it writes it; "
                                "use firstprivate({0}) for its value from before the loop",
                                v->name));
            else if (scalar && assignment.may_read_first &&
                     !(assignment.first_read != nullptr &&
                       finds_values(loop, *assignment.first_read, Rehearsed::all_reads)))
                say_read_first(loop, v, assignment);
            if (!is_live(v, *kernel.loop))
                continue;
            if (!scalar || !assignment.always || assignment.may_read_first)
                state_.diagnostics.error(
                    loop.directive->range,
                    fmt::format("the private '{}' may be read after the loop, but it is not certain that "
                                "the last iteration assigns it; assign it after the loop",
                                v->name));
            else
                kernel.analysis.last_values.push_back(v);
        }
        for (const ir::VarDecl* v : loop.directive->firstprivate)
            check_firstprivate(loop, v, *kernel.loop);
    }

    void say_read_first(const ir::For& loop, const ir::VarDecl* v, const Assignment& found) {
        const support::SourceRange where =
            found.first_read != nullptr ? found.first_read->range : loop.directive->range;
        auto& said = state_.diagnostics.warning(
            where,
            fmt::format("an iteration may read the private '{0}' before it writes it; its value is undefined there: "
                        "assign '{0}' at the beginning of the body",
                        v->name),
            "hydra-private");
        if (found.filler != nullptr)
            said.notes.push_back({found.filler->range, fmt::format("this call stores in '{}' on some ways only, and "
                                                                   "the result is not asked on all",
                                                                   v->name)});
    }

    // Addresses through which the body only reads: arguments of calls that do no more, and what pointers of its own
    // begin with.
    std::set<const Expr*> addresses_read(const Stmt& body) const {
        std::set<const Expr*> found;
        walk(
            body,
            [&](const Expr& e) {
                const auto* call = e.as<ir::Call>();
                for (std::size_t i = 0; call != nullptr && i < call->args.size(); ++i)
                    if (state_.summary.only_reads(*call, i))
                        found.insert(without_casts(*call->args[i]));
            },
            [](const Stmt&) {});
        walk(
            body, [](const Expr&) {},
            [&](const Stmt& s) {
                const auto* declared = s.as<ir::DeclStmt>();
                for (std::size_t k = 0; declared != nullptr && k < declared->variables.size(); ++k) {
                    const VarDecl& each = *declared->variables[k];
                    if (each.init && each.type->is_pointer() && !each.has_static_lifetime() &&
                        only_reads_through(body, each, found))
                        found.insert(without_casts(*each.init));
                }
            });
        return found;
    }
    // Whether all that the body does with the pointer is to load scalars through it, or to hand it to `readers`.
    static bool only_reads_through(const Stmt& body, const VarDecl& pointer, const std::set<const Expr*>& readers) {
        std::set<const Expr*> loaded, touched; // touched: stored to, or its address is taken
        int uses = 0;
        walk(
            body,
            [&](const Expr& e) {
                const auto* unary = e.as<ir::Unary>();
                const auto* index = e.as<ir::Index>();
                const bool deref = unary != nullptr && unary->op == ir::UnaryOp::deref;
                if (const Expr* target = assignment_target(e))
                    touched.insert(ir::strip(target));
                if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
                    touched.insert(ir::strip(unary->operand.get()));
                if (e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == &pointer)
                    uses += readers.contains(&e) ? 0 : 1;
                const Expr* base = deref ? unary->operand.get() : index != nullptr ? index->base.get() : nullptr;
                if (base != nullptr && e.type->is_scalar() && ir::named_variable(base) == &pointer)
                    loaded.insert(&e);
            },
            [](const Stmt&) {});
        return uses == static_cast<int>(loaded.size()) &&
               std::none_of(loaded.begin(), loaded.end(), [&](const Expr* e) { return touched.contains(e); });
    }

    void check_firstprivate(const ir::For& loop, const ir::VarDecl* v, const Stmt& stmt) {
        // Pointers from outside of the loop lead to the original, not to an iteration's copy.
        if (!v->has_static_lifetime() && !v->type->is_array() && !Summary::may_change_parts(*loop.body, v))
            return;
        const Variables changed = state_.summary.changed_by(*loop.body);
        if (!changed.contains(v) && !changed.contains(state_.summary.canonical(v)) &&
            !(v->type->is_array() && Summary::may_change_elements(*loop.body, v)) &&
            !(v->type->is_record() && ir::holds_array(v->type) &&
              Summary::may_change_parts(*loop.body, v, addresses_read(*loop.body))))
            return;
        const FirstUse use = first_use(*loop.body, v);
        const std::string starts = fmt::format("each iteration starts with the value that '{}' has before the loop; a "
                                               "value that the loop stores in it does not reach the next iteration",
                                               v->name);
        if (use == FirstUse::read && v->type->is_scalar())
            state_.diagnostics.error(loop.directive->range, starts + "; use a variable of the iteration's own");
        else if (use == FirstUse::perhaps_read && v->type->is_scalar()) // others: by their elements and members
            state_.diagnostics.warning(loop.directive->range, starts, "hydra-private");
        if (is_live(v, stmt))
            state_.diagnostics.error(
                loop.directive->range,
                fmt::format("'{}' is firstprivate and changed in the loop, and may be read after it; keep "
                            "the value in another variable",
                            v->name));
    }

    State& state_;
    std::set<const ir::FunctionDecl*> looked_into_, doing_more_; // functions: of does_more
    int unit_ = 0;
    const ir::FunctionDecl* function_ = nullptr;
    std::set<std::string> names_;
};

} // namespace

void outline(State& state) { Outliner(state).run(); }

} // namespace hydra::passes
