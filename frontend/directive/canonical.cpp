// The parts of the header one by one: the start names the variable, the condition its bound, the increment its step;
// then their directions are compared.
#include "frontend/directive/canonical.h"

#include <fmt/format.h>

#include "frontend/reduction/accumulate.h"
#include "ir/operators.h"

namespace hydra::frontend {

using namespace ir;

namespace {

using Diags = support::Diagnostics;

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
            if (declaration->variables.size() != 1 || !declaration->variables[0]->init)
                return fail(loop_.init->range, "declare exactly one variable with its start, as in 'int i = 0'");
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
        if (form_.variable->type->kind == TypeKind::Error)
            return false;
        if (!form_.variable->type->is_integer() || form_.variable->type->kind == TypeKind::Bool) {
            return fail(loop_.init->range,
                        fmt::format("the loop variable '{}' has type '{}'; use an integer{}", form_.variable->name,
                                    declare(form_.variable->type, ""),
                                    form_.variable->type->is_pointer()
                                        ? ", or a pointer that goes from one place of an array to another"
                                        : ""));
        }
        return true;
    }

    [[nodiscard]] bool is_it(const ExprPtr& expr) const { return named_variable(expr.get()) == form_.variable; }
    [[nodiscard]] bool free_of_it(const Expr& expr) const { return !mentions(expr, form_.variable); }
    [[nodiscard]] const std::string& name() const { return form_.variable->name; }

    bool cond() {
        const auto form = fmt::format("the condition must compare '{0}' with a bound, as in '{0} < n'", name());
        const auto* relation = loop_.cond ? strip(loop_.cond.get())->as<Binary>() : nullptr;
        if (relation == nullptr)
            return fail(loop_.cond ? loop_.cond->range : stmt_.range, form);
        const auto op = relation->op;
        const bool compares = (op >= BinaryOp::lt && op <= BinaryOp::ge) || op == BinaryOp::ne;
        const bool left = is_it(relation->lhs) && free_of_it(*relation->rhs);
        const bool right = is_it(relation->rhs) && free_of_it(*relation->lhs);
        if (!compares || (!left && !right))
            return fail(loop_.cond->range, form);
        form_.compare = left ? op : mirrored(op);
        form_.bound = left ? relation->rhs.get() : relation->lhs.get();
        if (!strip(form_.bound)->type->is_integer()) {
            return fail(form_.bound->range,
                        fmt::format("the bound '{}' is not an integer; store it in one before the loop",
                                    print_c(*form_.bound)));
        }
        return true;
    }

    bool increment() {
        const auto form = fmt::format(
            "the loop must step '{0}' by '{0}++', '{0}--', '{0} += c', '{0} -= c' or '{0} = {0} + c'", name());
        const auto* expr = loop_.inc ? strip(loop_.inc.get()) : nullptr;
        if (expr == nullptr)
            return fail(stmt_.range, form);
        if (const auto* unary = expr->as<Unary>()) {
            const bool steps = unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec;
            if (!steps || !is_it(unary->operand))
                return fail(expr->range, form);
            form_.descending = unary->op == UnaryOp::pre_dec || unary->op == UnaryOp::post_dec;
            return true;
        }
        const auto* binary = expr->as<Binary>();
        if (binary == nullptr || !is_it(binary->lhs))
            return fail(expr->range, form);
        if (binary->op == BinaryOp::add_assign || binary->op == BinaryOp::sub_assign)
            return step(*binary->rhs, binary->op == BinaryOp::sub_assign, form);
        const auto* sum = binary->op == BinaryOp::assign ? strip(binary->rhs.get())->as<Binary>() : nullptr;
        if (sum != nullptr && (sum->op == BinaryOp::add || sum->op == BinaryOp::sub) && is_it(sum->lhs))
            return step(*sum->rhs, sum->op == BinaryOp::sub, form);
        if (sum != nullptr && sum->op == BinaryOp::add && is_it(sum->rhs))
            return step(*sum->lhs, false, form);
        return fail(expr->range, form);
    }

    bool step(const Expr& expr, bool descending, const std::string& form) {
        if (!free_of_it(expr))
            return fail(expr.range, form);
        if (!strip(&expr)->type->is_integer())
            return fail(expr.range, fmt::format("the step '{}' is not an integer", print_c(expr)));
        form_.step = &expr;
        form_.descending = descending;
        if (const auto value = constant_value(expr); value && *value <= 0) {
            const auto* minus = strip(&expr)->as<Unary>();
            const bool turned = minus != nullptr && minus->op == UnaryOp::minus;
            if (*value < 0 && !turned && names_variable(expr)) { // a const one
                negate_step();
                return true;
            }
            if (*value == 0 || !turned) {
                return fail(expr.range, fmt::format("the step '{}' must be positive; write '{} {}= …'", print_c(expr),
                                                    name(), descending ? "+" : "-"));
            }
            form_.step = minus->operand.get(); // i += -2 is i -= 2
            form_.descending = !descending;
        }
        return true;
    }

    static bool names_variable(const Expr& expr) {
        bool found = named_variable(&expr) != nullptr;
        for_each_child(expr, [&](const Expr& child) { found = found || names_variable(child); });
        return found;
    }

    bool direction() {
        const bool up = form_.compare == BinaryOp::lt || form_.compare == BinaryOp::le;
        if (form_.compare != BinaryOp::ne && up == form_.descending) {
            // The comparison says which sign a step has that is known at run time only.
            if (form_.step != nullptr && !constant_value(*form_.step)) {
                negate_step();
                return true;
            }
            return fail(loop_.cond->range, fmt::format("the condition '{}' does not fit the step '{}'",
                                                       print_c(*loop_.cond), print_c(*loop_.inc)));
        }
        return true;
    }

    static ExprPtr negated(ExprPtr operand) {
        auto minus = std::make_unique<Expr>();
        minus->range = operand->range;
        minus->type = operand->type;
        minus->node = Unary{UnaryOp::minus, std::move(operand)};
        return minus;
    }

    // `i += c` becomes `i -= -c`, and the other forms alike.
    void negate_step() {
        auto& inc = const_cast<Expr&>(*strip(loop_.inc.get())); // the tree is the check's to change
        auto* change = std::get_if<Binary>(&inc.node);
        if (change->op == BinaryOp::assign) {
            change = std::get_if<Binary>(&const_cast<Expr&>(*strip(change->rhs.get())).node);
            if (change->rhs.get() != form_.step)
                std::swap(change->lhs, change->rhs); // i = c + i
            change->op = change->op == BinaryOp::add ? BinaryOp::sub : BinaryOp::add;
        } else {
            change->op = change->op == BinaryOp::add_assign ? BinaryOp::sub_assign : BinaryOp::add_assign;
        }
        change->rhs = negated(std::move(change->rhs));
        form_.step = change->rhs.get();
        form_.descending = !form_.descending;
    }

    const Stmt& stmt_;
    For& loop_;
    CanonicalLoop& form_;
    Diags& diagnostics_;
};

} // namespace

bool check_canonical(const Stmt& stmt, For& loop, support::Diagnostics& diagnostics) {
    return Canonical(stmt, loop, diagnostics).run();
}

} // namespace hydra::frontend
