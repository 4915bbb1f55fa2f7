// The check of parallel loops: canonical form, no way in or out but the loop's own, and every variable used as its
// clause says. Each message names the program's own words and what to write instead.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "frontend/accumulate.h"
#include "frontend/directive.h"
#include "frontend/flow.h"
#include "frontend/last_stored.h"
#include "ir/operators.h"

namespace hydra::frontend {

using namespace ir;

namespace {

using Diags = support::Diagnostics;

std::string text_of(const Expr& expr) { return print_c(expr); }

// ---- canonical form

class Canonical {
  public:
    Canonical(const Stmt& stmt, For& loop, Diags& diagnostics)
        : stmt_(stmt), loop_(loop), form_(loop.canonical), diagnostics_(diagnostics) {}

    bool run() {
        form_ = {};
        return init() && cond() && increment() && direction();
    }

  private:
    bool fail(const support::SourceRange& range, const std::string& message) {
        diagnostics_.error(range.valid() ? range : stmt_.range, "not a canonical loop: " + message);
        return false;
    }

    bool init() {
        if (const auto* declaration = loop_.init ? loop_.init->as<DeclStmt>() : nullptr) {
            if (declaration->variables.size() != 1 || !declaration->variables[0]->init) {
                return fail(loop_.init->range, "declare exactly one variable with its start, as in 'int i = 0'");
            }
            form_.variable = declaration->variables[0].get();
            form_.start = form_.variable->init.get();
            form_.declared_here = true;
        } else {
            const auto* statement = loop_.init ? loop_.init->as<ExprStmt>() : nullptr;
            const auto* assign = statement != nullptr ? strip(statement->expr.get())->as<Binary>() : nullptr;
            if (assign == nullptr || assign->op != BinaryOp::assign || named_variable(assign->lhs.get()) == nullptr) {
                return fail(loop_.init ? loop_.init->range : stmt_.range,
                            "the loop must begin by setting its variable, as in 'i = 0'");
            }
            form_.variable = named_variable(assign->lhs.get());
            form_.start = assign->rhs.get();
        }
        if (form_.variable->type->kind == TypeKind::Error) {
            return false;
        }
        if (!form_.variable->type->is_integer() || form_.variable->type->kind == TypeKind::Bool) {
            return fail(loop_.init->range, fmt::format("the loop variable '{}' has type '{}'; use an integer",
                                                       form_.variable->name, declare(form_.variable->type, "")));
        }
        return true;
    }

    [[nodiscard]] bool is_it(const ExprPtr& expr) const { return named_variable(expr.get()) == form_.variable; }
    [[nodiscard]] bool free_of_it(const Expr& expr) const { return !mentions(expr, form_.variable); }
    [[nodiscard]] const std::string& name() const { return form_.variable->name; }

    bool cond() {
        const auto form = fmt::format("the condition must compare '{0}' with a bound, as in '{0} < n'", name());
        const auto* relation = loop_.cond ? strip(loop_.cond.get())->as<Binary>() : nullptr;
        if (relation == nullptr) {
            return fail(loop_.cond ? loop_.cond->range : stmt_.range, form);
        }
        const auto op = relation->op;
        const bool compares = (op >= BinaryOp::lt && op <= BinaryOp::ge) || op == BinaryOp::ne;
        const bool left = is_it(relation->lhs) && free_of_it(*relation->rhs);
        const bool right = is_it(relation->rhs) && free_of_it(*relation->lhs);
        if (!compares || (!left && !right)) {
            return fail(loop_.cond->range, form);
        }
        form_.compare = left ? op : mirrored(op);
        form_.bound = left ? relation->rhs.get() : relation->lhs.get();
        if (!strip(form_.bound)->type->is_integer()) {
            return fail(form_.bound->range,
                        fmt::format("the bound '{}' is not an integer; store it in one before the loop",
                                    text_of(*form_.bound)));
        }
        return true;
    }

    bool increment() {
        const auto form = fmt::format(
            "the loop must step '{0}' by '{0}++', '{0}--', '{0} += c', '{0} -= c' or '{0} = {0} + c'", name());
        const auto* expr = loop_.inc ? strip(loop_.inc.get()) : nullptr;
        if (expr == nullptr) {
            return fail(stmt_.range, form);
        }
        if (const auto* unary = expr->as<Unary>()) {
            const bool steps = unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec;
            if (!steps || !is_it(unary->operand)) {
                return fail(expr->range, form);
            }
            form_.descending = unary->op == UnaryOp::pre_dec || unary->op == UnaryOp::post_dec;
            return true;
        }
        const auto* binary = expr->as<Binary>();
        if (binary == nullptr || !is_it(binary->lhs)) {
            return fail(expr->range, form);
        }
        if (binary->op == BinaryOp::add_assign || binary->op == BinaryOp::sub_assign) {
            return step(*binary->rhs, binary->op == BinaryOp::sub_assign, form);
        }
        const auto* sum = binary->op == BinaryOp::assign ? strip(binary->rhs.get())->as<Binary>() : nullptr;
        if (sum != nullptr && (sum->op == BinaryOp::add || sum->op == BinaryOp::sub) && is_it(sum->lhs)) {
            return step(*sum->rhs, sum->op == BinaryOp::sub, form);
        }
        if (sum != nullptr && sum->op == BinaryOp::add && is_it(sum->rhs)) {
            return step(*sum->lhs, false, form);
        }
        return fail(expr->range, form);
    }

    bool step(const Expr& expr, bool descending, const std::string& form) {
        if (!free_of_it(expr)) {
            return fail(expr.range, form);
        }
        if (!strip(&expr)->type->is_integer()) {
            return fail(expr.range, fmt::format("the step '{}' is not an integer", text_of(expr)));
        }
        form_.step = &expr;
        form_.descending = descending;
        if (const auto value = constant_value(expr); value && *value <= 0) {
            const auto* minus = strip(&expr)->as<Unary>();
            if (*value == 0 || minus == nullptr || minus->op != UnaryOp::minus) {
                return fail(expr.range, fmt::format("the step '{}' must be positive; write '{} {}= …'", text_of(expr),
                                                    name(), descending ? "+" : "-"));
            }
            form_.step = minus->operand.get(); // i += -2 is i -= 2
            form_.descending = !descending;
        }
        return true;
    }

    bool direction() {
        const bool up = form_.compare == BinaryOp::lt || form_.compare == BinaryOp::le;
        if (form_.compare == BinaryOp::ne) {
            if (form_.step != nullptr && constant_value(*form_.step) != 1) {
                return fail(loop_.cond->range,
                            fmt::format("with '!=' the step must be 1; use '{}'", form_.descending ? ">" : "<"));
            }
        } else if (up == form_.descending) {
            return fail(loop_.cond->range, fmt::format("the condition '{}' does not fit the step '{}'",
                                                       text_of(*loop_.cond), text_of(*loop_.inc)));
        }
        return true;
    }

    const Stmt& stmt_;
    For& loop_;
    CanonicalLoop& form_;
    Diags& diagnostics_;
};

// ---- jumps

void labels_in(const Stmt& stmt, std::set<std::string>& labels) {
    if (const auto* label = stmt.as<Label>()) {
        labels.insert(label->name);
    }
    for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { labels_in(child, labels); });
}

// Jumps out of the body: `breakable` says whether a loop or switch of the body's own is around.
void jumps_out(const Stmt& stmt, const std::set<std::string>& labels, bool breakable, Diags& diagnostics) {
    if (stmt.as<Break>() != nullptr && !breakable) {
        diagnostics.error(stmt.range, "'break' leaves the parallel loop, whose iterations run in any order; use a "
                                      "condition inside the body, or take the directive away");
    } else if (stmt.as<Return>() != nullptr) {
        diagnostics.error(stmt.range, "'return' leaves the parallel loop, whose iterations run in any order; remember "
                                      "the result and return after the loop");
    } else if (const auto* jump = stmt.as<Goto>();
               jump != nullptr && (jump->computed || !labels.contains(jump->label))) {
        diagnostics.error(stmt.range, jump->computed ? "a computed 'goto' in a parallel loop may leave it; use 'switch'"
                                                     : fmt::format("'goto {}' leaves the parallel loop; its label must "
                                                                   "be in the loop's body",
                                                                   jump->label));
    }
    const bool inner = breakable || stmt.as<For>() != nullptr || stmt.as<While>() != nullptr ||
                       stmt.as<DoWhile>() != nullptr || stmt.as<Switch>() != nullptr;
    for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { jumps_out(child, labels, inner, diagnostics); });
}

// Jumps from outside to labels of the body.
void jumps_in(const Stmt& stmt, const Stmt* body, const std::set<std::string>& labels, Diags& diagnostics) {
    if (&stmt == body) {
        return;
    }
    if (const auto* jump = stmt.as<Goto>(); jump != nullptr && labels.contains(jump->label)) {
        diagnostics.error(stmt.range, fmt::format("'goto {}' jumps into a parallel loop; it can only be entered at its "
                                                  "'for'",
                                                  jump->label));
    }
    for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { jumps_in(child, body, labels, diagnostics); });
}

// ---- variables

class Variables {
  public:
    Variables(For& loop, Diags& diagnostics) : loop_(loop), diagnostics_(diagnostics) {}

    void run() {
        const auto& directive = *loop_.directive;
        const auto* own = loop_.canonical.variable;
        flow_ = trace(*loop_.body, {});
        adopt_nested(*loop_.body, declared_in(*loop_.body));
        for (const auto* variable : directive.shared) {
            if (variable == own) {
                diagnostics_.error(directive.range, fmt::format("the loop variable '{}' cannot be shared: each "
                                                                "iteration has its own; take it out of the clause",
                                                                own->name));
            }
        }
        for (auto& reduction : loop_.directive->reductions) {
            if (reduction.variable == own) {
                diagnostics_.error(reduction.range, fmt::format("the loop variable '{}' cannot be a reduction "
                                                                "variable",
                                                                own->name));
            } else {
                check_reduction(reduction);
            }
        }
        for (const auto* list : {&directive.private_, &directive.firstprivate}) {
            for (const auto* variable : *list) {
                if (variable != own) {
                    check_private(variable, list == &directive.firstprivate);
                }
            }
        }
        check_loop_variable();
        check_atomics();
        check_shared();
        check_invariant(*loop_.canonical.bound, "bound");
        if (loop_.canonical.step != nullptr) {
            check_invariant(*loop_.canonical.step, "step");
        }
        check_calls();
    }

  private:
    static std::set<const VarDecl*> declared_in(const Stmt& stmt) {
        std::set<const VarDecl*> found;
        if (const auto* declaration = stmt.as<DeclStmt>()) {
            for (const auto& variable : declaration->variables) {
                found.insert(variable.get());
            }
        }
        for_each_child(
            stmt, [](const Expr&) {}, [&](const Stmt& child) { found.merge(declared_in(child)); });
        return found;
    }

    // What nested directives make an iteration's own belongs to the iterations of this loop, too: its last value is
    // what the variable holds behind both.
    void adopt_nested(const Stmt& stmt, const std::set<const VarDecl*>& inside) {
        const auto adopt = [&](const VarDecl* variable, std::vector<const VarDecl*>& list) {
            if (variable != nullptr && !inside.contains(variable) && !has_own(variable)) {
                list.push_back(variable);
            }
        };
        const auto* loop = stmt.as<For>();
        if (loop != nullptr && loop->directive) {
            adopt(loop->canonical.variable, loop_.directive->private_);
            for (const auto* variable : loop->directive->private_) {
                adopt(variable, loop_.directive->private_);
            }
            for (const auto* variable : loop->directive->firstprivate) {
                adopt(variable, loop_.directive->firstprivate);
            }
        }
        for_each_child(
            stmt, [](const Expr&) {}, [&](const Stmt& child) { adopt_nested(child, inside); });
    }

    [[nodiscard]] std::vector<const Access*> accesses(const VarDecl* variable) const {
        std::vector<const Access*> found;
        for (const auto& access : flow_.accesses) {
            if (access.variable == variable) {
                found.push_back(&access);
            }
        }
        return found;
    }

    void check_reduction(Reduction& reduction) {
        const auto* variable = reduction.variable;
        const auto forms = accumulations(*loop_.body, variable);
        for (const auto& form : forms.found) {
            if (form.op != reduction.op) {
                diagnostics_.error(form.at->range,
                                   fmt::format("'{0}' is in reduction({1}:{0}), but is accumulated with "
                                               "'{2}' here; write reduction({2}:{3})",
                                               variable->name, spelling(reduction.op), spelling(form.op),
                                               section_text(reduction)));
                return;
            }
        }
        const auto target = variable->name + (reduction.is_array() ? "[…]" : "");
        for (const auto* use : mentions(*loop_.body, variable)) {
            if (!forms.names.contains(use)) {
                diagnostics_.error(use->range,
                                   fmt::format("the reduction variable '{}' may only be accumulated in the loop (as in "
                                               "'{} {}'), not used otherwise; its value is known after the loop",
                                               variable->name, target, example(reduction.op, target)));
                return;
            }
        }
        reduction.ignores_nan = !forms.found.empty() && std::all_of(forms.found.begin(), forms.found.end(),
                                                                    [](const auto& form) { return form.ignores_nan; });
    }

    static std::string example(ReductionOp op, const std::string& name) {
        switch (op) {
        case ReductionOp::min:
            return fmt::format("= e < {0} ? e : {0}", name);
        case ReductionOp::max:
            return fmt::format("= e > {0} ? e : {0}", name);
        case ReductionOp::logical_and:
            return fmt::format("= {0} && e", name);
        case ReductionOp::logical_or:
            return fmt::format("= {0} || e", name);
        default:
            return fmt::format("{}= e", spelling(op));
        }
    }

    void check_private(const VarDecl* variable, bool first) {
        const auto uses = accesses(variable);
        const bool written = std::any_of(uses.begin(), uses.end(), [](const Access* a) { return a->write; });
        const auto early = std::find_if(uses.begin(), uses.end(), [](const Access* a) {
            return !a->write && !a->assigned_before && !a->by_address;
        });
        if (early == uses.end() || (first && !written)) {
            return;
        }
        if (!first && variable->type->is_record() && uses.front()->write) {
            return; // filled member by member
        }
        const bool proved = (*early)->certain;
        const auto may = proved ? "" : "may ";
        const auto message =
            first ? fmt::format("'{}' is firstprivate, so an iteration does not see what another one wrote to it; here "
                                "it {}read{} the value from the iteration before",
                                variable->name, may, proved ? "s" : "")
                  : fmt::format("'{0}' is private, so it has no value when an iteration begins, and here it {1}read{2} "
                                "before it is written; assign it first, or use firstprivate({0})",
                                variable->name, proved ? "is " : "may be ", "");
        if (proved) {
            diagnostics_.error((*early)->at->range, message, "hydra-private");
        } else {
            diagnostics_.warning((*early)->at->range, message, "hydra-private");
        }
    }

    void check_loop_variable() {
        const auto* variable = loop_.canonical.variable;
        for (const auto* access : accesses(variable)) {
            if (access->write) {
                diagnostics_.error(access->at->range,
                                   access->by_address
                                       ? fmt::format("the address of the loop variable '{0}' is taken in the body, "
                                                     "where it could be changed; use a copy: 'int copy = {0};'",
                                                     variable->name)
                                       : fmt::format("the loop variable '{}' is changed in the body of the parallel "
                                                     "loop; use a variable of the body instead",
                                                     variable->name));
                return;
            }
        }
    }

    [[nodiscard]] bool has_own(const VarDecl* variable) const {
        const auto& directive = *loop_.directive;
        const auto in = [variable](const std::vector<const VarDecl*>& list) {
            return std::find(list.begin(), list.end(), variable) != list.end();
        };
        return variable == loop_.canonical.variable || in(directive.private_) || in(directive.firstprivate) ||
               std::any_of(directive.reductions.begin(), directive.reductions.end(),
                           [variable](const Reduction& r) { return r.variable == variable; });
    }

    // An atomic update whose result nobody uses is a reduction; with any other use the order of iterations counts.
    void check_atomics() {
        std::vector<const VarDecl*> shared;
        for_each_mention(*loop_.body, [&](const Expr& expr) {
            const auto* variable = named_variable(&expr);
            if (!has_own(variable) && !flow_.locals.contains(variable) &&
                std::find(shared.begin(), shared.end(), variable) == shared.end()) {
                shared.push_back(variable);
            }
        });
        for (const auto* variable : shared) {
            const auto forms = accumulations(*loop_.body, variable);
            const bool atomic = is_atomic(variable->type) ||
                                (!forms.found.empty() && std::all_of(forms.found.begin(), forms.found.end(),
                                                                     [](const auto& form) { return form.atomic; }));
            const auto all = mentions(*loop_.body, variable);
            const auto uses = accesses(variable);
            const bool only_read = variable->type->is_scalar() && !variable->type->is_pointer() &&
                                   std::none_of(uses.begin(), uses.end(), [](const Access* a) { return a->write; });
            if (!atomic || all.empty() || only_read) {
                continue;
            }
            const bool reduces = !variable->type->is_pointer() && forms.names.size() == all.size() &&
                                 std::all_of(forms.found.begin(), forms.found.end(),
                                             [&](const auto& form) { return form.op == forms.found.front().op; });
            if (reduces) {
                loop_.directive->reductions.push_back({forms.found.front().op, variable, all.front()->range});
            } else if (loop_.directive->ordered == nullptr) {
                loop_.directive->ordered = variable;
                loop_.directive->ordered_range = all.front()->range;
            }
        }
    }

    static bool is_atomic(TypeRef type) {
        while (type->is_array() || type->is_pointer()) {
            type = type->inner;
        }
        return type->quals.is_atomic;
    }

    void check_shared() {
        std::set<const VarDecl*> done;
        for (const auto& access : flow_.accesses) {
            if (!access.write || access.array_inside || has_own(access.variable) ||
                !done.insert(access.variable).second) {
                continue;
            }
            const auto& name = access.variable->name;
            if (loop_.directive->ordered != nullptr && is_atomic(access.variable->type)) {
                continue;
            }
            if (auto stored = last_stored(accesses(access.variable)); !stored.empty()) {
                diagnostics_.warning(access.at->range,
                                     fmt::format("'{}' is shared by all iterations; after the loop it has the value "
                                                 "from the last iteration that stores into it",
                                                 name),
                                     "hydra-last");
                for (auto& each : stored) {
                    loop_.directive->last_stored.push_back(std::move(each));
                }
                continue;
            }
            diagnostics_.error(access.at->range,
                               fmt::format("'{}' is shared by all iterations, and each one {} it; {}", name,
                                           access.by_address ? "may write (through its address)" : "writes",
                                           remedy(access.variable)));
        }
    }

    [[nodiscard]] std::string remedy(const VarDecl* variable) const {
        const auto& name = variable->name;
        const auto uses = accesses(variable);
        const auto forms = accumulations(*loop_.body, variable);
        const bool only_accumulated =
            !forms.found.empty() && forms.names.size() == mentions(*loop_.body, variable).size();
        if (only_accumulated && variable->type->is_arithmetic()) {
            return fmt::format("add 'reduction({}:{})'", spelling(forms.found[0].op), name);
        }
        const bool read = std::any_of(uses.begin(), uses.end(), [](const Access* a) { return !a->write; });
        const bool early =
            std::any_of(uses.begin(), uses.end(), [](const Access* a) { return !a->write && !a->assigned_before; });
        if (!read) {
            return fmt::format(
                "add 'private({0})', or 'reduction(max:{0})' with its form of assignment where the value "
                "is needed after the loop",
                name);
        }
        return early
                   ? fmt::format("add 'private({0})' where each iteration needs its own, or 'reduction(op:{0})' where "
                                 "it is accumulated",
                                 name)
                   : fmt::format("add 'private({})'", name);
    }

    void check_invariant(const Expr& expr, const char* what) {
        Header header;
        look(expr, header);
        if (header.assigns) {
            diagnostics_.error(expr.range, fmt::format("the loop's {} '{}' must not assign; store it in a variable "
                                                       "before the loop",
                                                       what, text_of(expr)));
            return;
        }
        for (const auto& access : flow_.accesses) {
            // `i < F.n` does not read the array F.w.
            const bool apart = access.array_inside && !header.subscripts;
            if (access.write && !apart && header.read.contains(access.variable)) {
                diagnostics_.error(access.at->range, fmt::format("'{}', which the loop's {} uses, is changed in the "
                                                                 "body; store the {} in a variable before the loop",
                                                                 access.variable->name, what, what));
                return;
            }
        }
        for (const auto* memory : flow_.memory) {
            if (header.read.contains(memory)) {
                diagnostics_.error(expr.range, fmt::format("the loop's {} reads memory of '{}', which the body writes; "
                                                           "store it in a variable before the loop",
                                                           what, memory->name));
                return;
            }
        }
    }

    struct Header {
        bool assigns = false;
        bool subscripts = false;
        std::set<const VarDecl*> read;
    };
    // Calls are looked at where all files are known: they must not change anything.
    static void look(const Expr& expr, Header& header) {
        const auto* unary = expr.as<Unary>();
        const auto* binary = expr.as<Binary>();
        if (expr.as<StatementExpr>() != nullptr ||
            (unary != nullptr && unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec) ||
            (binary != nullptr && is_assignment(binary->op))) {
            header.assigns = true;
        }
        header.subscripts = header.subscripts || expr.as<Index>() != nullptr;
        if (const auto* variable = named_variable(&expr)) {
            header.read.insert(variable);
        }
        if (expr.as<SizeOf>() == nullptr) {
            for_each_child(expr, [&](const Expr& child) { look(child, header); });
        }
    }

    void check_calls() {
        static const std::set<std::string> jumps{"setjmp",      "_setjmp", "__setjmp", "sigsetjmp",
                                                 "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp"};
        for (const auto* expr : flow_.calls) {
            const auto* function = called_function(*expr->as<Call>());
            if (function != nullptr && jumps.contains(function->name)) {
                diagnostics_.error(expr->range, fmt::format("'{}' in a parallel loop would jump across its border; "
                                                            "handle the error by a condition",
                                                            function->name));
            }
        }
    }

    For& loop_;
    Diags& diagnostics_;
    Flow flow_;
};

// ---- all loops of a function

void check(Stmt& stmt, const Stmt& whole, Diags& diagnostics) {
    // The tree is the caller's to change; the walk over children is const for everybody else's sake.
    for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { check(const_cast<Stmt&>(child), whole, diagnostics); });
    auto* loop = stmt.as<For>();
    if (loop == nullptr || !loop->directive) {
        return;
    }
    std::set<std::string> labels;
    labels_in(*loop->body, labels);
    jumps_out(*loop->body, labels, false, diagnostics);
    if (!labels.empty()) {
        jumps_in(whole, loop->body.get(), labels, diagnostics);
    }
    if (Canonical(stmt, *loop, diagnostics).run()) {
        Variables(*loop, diagnostics).run();
    }
}

} // namespace

void check_parallel_loops(FunctionDecl& function, Diags& diagnostics) {
    if (function.body) {
        check(*function.body, *function.body, diagnostics);
    }
}

} // namespace hydra::frontend
