// Matching is by structure; two expressions are the same where they print the same. An accumulation is one whole
// statement (or a for's increment), since its value must not be used.
#include "frontend/accumulate.h"

#include <array>

namespace hydra::frontend {

using namespace ir;

namespace {

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

bool is_relation(BinaryOp op) {
    return op == BinaryOp::lt || op == BinaryOp::le || op == BinaryOp::gt || op == BinaryOp::ge;
}

bool same(const Expr* a, const Expr* b) { return print_c(*a) == print_c(*b); }

const Stmt* only_statement(const Stmt* stmt) {
    while (const auto* block = stmt != nullptr ? stmt->as<Compound>() : nullptr) {
        stmt = block->items.size() == 1 ? block->items[0].get() : nullptr;
    }
    return stmt;
}

class Matcher {
  public:
    explicit Matcher(const VarDecl* variable) : variable_(variable) {}
    Accumulations result;

    void stmt(const Stmt& node) {
        if (const auto* expression = node.as<ExprStmt>()) {
            top(*expression->expr);
        } else if (const auto* branch = node.as<If>(); branch != nullptr && guarded(*branch)) {
            return;
        } else if (const auto* loop = node.as<For>(); loop != nullptr && loop->inc) {
            top(*loop->inc);
        }
        for_each_child(
            node, [](const Expr&) {}, [this](const Stmt& child) { stmt(child); });
    }

  private:
    [[nodiscard]] bool is_it(const ExprPtr& expr) const { return named_variable(expr.get()) == variable_; }
    [[nodiscard]] bool free_of_it(const Expr& expr) const { return !mentions(expr, variable_); }

    // An integer that floating values go into is cut at each step, so it cannot be summed in parts.
    [[nodiscard]] bool fits(const Expr& value) const {
        const auto* type = strip(&value)->type;
        return !(variable_->type->is_integer() && (type->is_floating() || type->is_complex()));
    }

    void found(ReductionOp op, const Expr& at) {
        result.found.push_back({op, &at});
        names_in(at);
    }
    void names_in(const Expr& expr) {
        if (named_variable(&expr) == variable_) {
            result.names.insert(strip(&expr));
            return;
        }
        for_each_child(expr, [this](const Expr& child) { names_in(child); });
    }

    void top(const Expr& expr) {
        if (const auto* unary = expr.as<Unary>()) {
            if (unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec && is_it(unary->operand)) {
                found(ReductionOp::add, expr);
            }
            return;
        }
        const auto* cast = expr.as<Cast>();
        if (cast != nullptr) { // (void)(x += e)
            top(*cast->operand);
            return;
        }
        const auto* binary = expr.as<Binary>();
        if (binary == nullptr) {
            return;
        }
        if (binary->op == BinaryOp::comma) {
            top(*binary->lhs);
            top(*binary->rhs);
            return;
        }
        if (!is_assignment(binary->op) || !is_it(binary->lhs)) {
            return;
        }
        if (const auto op =
                binary->op == BinaryOp::assign ? assigned(*binary->rhs) : reduction_of(compound_base(binary->op))) {
            if (binary->op == BinaryOp::assign || (free_of_it(*binary->rhs) && fits(*binary->rhs))) {
                found(*op, expr);
            }
        }
    }

    // The operation of `x = value`.
    [[nodiscard]] std::optional<ReductionOp> assigned(const Expr& value) const {
        const auto* expr = strip(&value);
        if (const auto* binary = expr->as<Binary>()) {
            const auto op = reduction_of(binary->op);
            return op && chain(*binary, *op) ? op : std::nullopt;
        }
        if (const auto* choice = expr->as<Conditional>(); choice != nullptr && choice->then) {
            return chosen(*choice);
        }
        if (const auto* call = expr->as<Call>()) {
            return library(*call);
        }
        return std::nullopt;
    }

    // `x op a op b …`, or `a op x`.
    [[nodiscard]] bool chain(const Binary& binary, ReductionOp op) const {
        if (free_of_it(*binary.rhs) && fits(*binary.rhs)) {
            if (is_it(binary.lhs)) {
                return true;
            }
            const auto* inner = strip(binary.lhs.get())->as<Binary>();
            if (inner != nullptr && reduction_of(inner->op) == op) {
                return chain(*inner, op);
            }
        }
        return binary.op != BinaryOp::sub && is_it(binary.rhs) && free_of_it(*binary.lhs) && fits(*binary.lhs);
    }

    // Whether `a < b` decides between x and the other value; then the other value. A signed x that is compared as
    // unsigned has another order than its own.
    [[nodiscard]] const Expr* other_side(const Binary& relation) const {
        if (relation.lhs->type->is_unsigned() && !variable_->type->is_unsigned()) {
            return nullptr;
        }
        if (is_it(relation.lhs) && free_of_it(*relation.rhs)) {
            return strip(relation.rhs.get());
        }
        return is_it(relation.rhs) && free_of_it(*relation.lhs) ? strip(relation.lhs.get()) : nullptr;
    }

    // What `x = e` under the relation does: min where e is taken when it is the smaller one.
    [[nodiscard]] std::optional<ReductionOp> taken(const Binary& relation) const {
        const bool less = relation.op == BinaryOp::lt || relation.op == BinaryOp::le;
        const bool other_left = !is_it(relation.lhs);
        return less == other_left ? ReductionOp::min : ReductionOp::max;
    }

    [[nodiscard]] std::optional<ReductionOp> chosen(const Conditional& choice) const {
        const auto* relation = strip(choice.cond.get())->as<Binary>();
        if (relation == nullptr || !is_relation(relation->op)) {
            return std::nullopt;
        }
        const auto* other = other_side(*relation);
        if (other == nullptr || !fits(*other)) {
            return std::nullopt;
        }
        const auto op = taken(*relation);
        if (same(strip(choice.then.get()), other) && is_it(choice.otherwise)) {
            return op;
        }
        if (is_it(choice.then) && same(strip(choice.otherwise.get()), other)) {
            return *op == ReductionOp::min ? ReductionOp::max : ReductionOp::min;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<ReductionOp> library(const Call& call) const {
        const auto* function = called_function(call);
        if (function == nullptr || call.args.size() != 2) {
            return std::nullopt;
        }
        const auto& name = function->name;
        const bool least = name == "fmin" || name == "fminf" || name == "fminl";
        const bool most = name == "fmax" || name == "fmaxf" || name == "fmaxl";
        const bool once =
            is_it(call.args[0]) ? free_of_it(*call.args[1]) : is_it(call.args[1]) && free_of_it(*call.args[0]);
        if (!(least || most) || !once || !variable_->type->is_floating()) {
            return std::nullopt;
        }
        return least ? ReductionOp::min : ReductionOp::max;
    }

    // The comparison with x in `e < x`, `c && e < x` and so on, where c does not mention x; else null.
    [[nodiscard]] const Binary* comparison(const Expr& cond) const {
        const auto* binary = strip(&cond)->as<Binary>();
        if (binary == nullptr || binary->op != BinaryOp::logical_and) {
            return binary;
        }
        const bool right = free_of_it(*binary->lhs);
        return right != free_of_it(*binary->rhs) ? comparison(right ? *binary->rhs : *binary->lhs) : nullptr;
    }

    // if (e < x) x = e;
    bool guarded(const If& branch) {
        const auto* relation = comparison(*branch.cond);
        const auto* only = only_statement(branch.then.get());
        const auto* expression = only != nullptr ? only->as<ExprStmt>() : nullptr;
        const auto* assign = expression != nullptr ? expression->expr->as<Binary>() : nullptr;
        if (branch.otherwise || relation == nullptr || !is_relation(relation->op) || assign == nullptr ||
            assign->op != BinaryOp::assign || !is_it(assign->lhs)) {
            return false;
        }
        const auto* other = other_side(*relation);
        if (other == nullptr || !fits(*other) || !same(strip(assign->rhs.get()), other)) {
            return false;
        }
        found(*taken(*relation), *expression->expr);
        names_in(*branch.cond);
        return true;
    }

    const VarDecl* variable_;
};

void collect(const Expr& expr, const VarDecl* variable, std::vector<const Expr*>& into) {
    if (expr.as<DeclRef>() != nullptr && named_variable(&expr) == variable) {
        into.push_back(&expr);
    }
    for_each_child(expr, [&](const Expr& child) { collect(child, variable, into); });
}

void collect(const Stmt& stmt, const VarDecl* variable, std::vector<const Expr*>& into) {
    for_each_child(
        stmt, [&](const Expr& child) { collect(child, variable, into); },
        [&](const Stmt& child) { collect(child, variable, into); });
}

} // namespace

Accumulations accumulations(const Stmt& body, const VarDecl* variable) {
    Matcher matcher(variable);
    matcher.stmt(body);
    return std::move(matcher.result);
}

std::vector<const Expr*> mentions(const Stmt& body, const VarDecl* variable) {
    std::vector<const Expr*> found;
    collect(body, variable, found);
    return found;
}

bool mentions(const Expr& expr, const VarDecl* variable) {
    std::vector<const Expr*> found;
    collect(expr, variable, found);
    return !found.empty();
}

const char* spelling(ReductionOp op) {
    static constexpr std::array names{"+", "*", "&", "|", "^", "&&", "||", "min", "max"};
    return names[static_cast<std::size_t>(op)];
}

} // namespace hydra::frontend
