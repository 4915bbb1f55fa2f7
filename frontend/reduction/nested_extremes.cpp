// The inner choice is found where it is certainly evaluated: an argument of a call, an operand of the comparison that
// decides, the value of a block's variable. Nothing in the statement may have an effect, since the inner choice is
// evaluated first now, and once where a macro repeats it.
#include "frontend/reduction/nested_extremes.h"

#include <algorithm>
#include <functional>
#include <set>

#include "frontend/reduction/accumulate.h"
#include "frontend/reduction/expression_forms.h"
#include "frontend/sema/integer_values.h"

namespace hydra::frontend {

using namespace ir;

namespace {

// Whether evaluating an expression does nothing but give its value.
class Effects {
  public:
    explicit Effects(const Definitions& definitions) : definitions_(definitions) {}

    bool none(const Expr& expr) {
        if (const auto* unary = expr.as<Unary>(); unary != nullptr && unary->op >= UnaryOp::pre_inc &&
                                                  unary->op <= UnaryOp::post_dec && !is_local(*unary->operand))
            return false;
        if (const auto* binary = expr.as<Binary>();
            binary != nullptr && is_assignment(binary->op) && !is_local(*binary->lhs))
            return false;
        if (const auto* call = expr.as<Call>(); call != nullptr && !none(*call))
            return false;
        if (const auto* block = expr.as<StatementExpr>(); block != nullptr && !none(*block->body))
            return false;
        bool good = expr.as<BuiltinExpr>() == nullptr && (expr.type == nullptr || !expr.type->quals.is_volatile);
        if (expr.as<StatementExpr>() == nullptr)
            for_each_child(expr, [&](const Expr& child) { good = good && none(child); });
        return good;
    }

  private:
    bool none(const Stmt& stmt) {
        if (const auto* declaration = stmt.as<DeclStmt>()) {
            for (const auto& variable : declaration->variables) {
                if (variable->has_static_lifetime())
                    return false;
                locals_.insert(variable.get());
            }
        }
        bool good = stmt.as<Asm>() == nullptr;
        for_each_child(
            stmt, [&](const Expr& expr) { good = good && none(expr); },
            [&](const Stmt& child) { good = good && none(child); });
        return good;
    }

    bool none(const Call& call) {
        const auto* named = called_function(call);
        if (named == nullptr)
            return false;
        const auto* function = definitions_.of(*named);
        if (function == nullptr) { // as those of math.h are
            const auto& params = named->type->params;
            return !named->body && !params.empty() && !named->type->variadic && named->type->inner->is_floating() &&
                   std::all_of(params.begin(), params.end(), [](TypeRef type) { return type->is_arithmetic(); });
        }
        if (!seen_.insert(function).second)
            return true; // known, or being looked at
        for (const auto& param : function->params)
            locals_.insert(param.get());
        return none(*function->body);
    }

    // An object of the code that is being looked at, not what its pointers lead to.
    [[nodiscard]] bool is_local(const Expr& lvalue) const {
        const auto* at = strip(&lvalue);
        for (;;) {
            const auto* member = at->as<Member>();
            const auto* index = at->as<Index>();
            if (member != nullptr && !member->arrow)
                at = strip(member->base.get());
            else if (index != nullptr && strip(index->base.get())->type->is_array())
                at = strip(index->base.get());
            else
                return locals_.contains(named_variable(at));
        }
    }

    const Definitions& definitions_;
    std::set<const VarDecl*> locals_;
    std::set<const FunctionDecl*> seen_;
};

class Splitter {
  public:
    Splitter(const VarDecl* variable, const Definitions& definitions)
        : variable_(variable), definitions_(definitions) {}

    // The tree is the caller's to change; the walk over children is const for everybody else's sake.
    void stmt(const Stmt& node) {
        if (const auto* expression = node.as<ExprStmt>())
            top(*expression->expr);
        else if (const auto* loop = node.as<For>(); loop != nullptr && loop->inc)
            top(*loop->inc);
        for_each_child(
            node, [](const Expr&) {}, [this](const Stmt& child) { stmt(child); });
    }

  private:
    void top(Expr& expr) {
        const auto* binary = expr.as<Binary>();
        const auto* cast = expr.as<Cast>();
        if (cast != nullptr) {
            top(*cast->operand);
        } else if (binary != nullptr && binary->op == BinaryOp::comma) {
            top(*binary->lhs);
            top(*binary->rhs);
        } else if (binary != nullptr && binary->op == BinaryOp::assign &&
                   named_variable(binary->lhs.get()) == variable_) {
            split(expr);
        }
    }

    // `m = f(S, e)` to `m = S, m = f(m, e)`.
    void split(Expr& assignment) {
        const Expr& value = *strip(assignment.as<Binary>()->rhs.get());
        const auto places = inner_choices(value);
        if (places.empty() || !stands_alone(value, places) || !Effects(definitions_).none(value) ||
            !keeps(*places.front()))
            return;
        auto inner = std::make_unique<Expr>(std::move(*places.front()));
        const auto type = inner->type;
        for (auto* place : places)
            *place = std::move(*converted(name(inner->range), type));
        auto range = inner->range;
        range.verbatim = false; // no text of the user's is one of the two: what is put behind them needs them printed
        auto first = std::make_unique<Expr>(
            Expr{range, variable_->type->unqualified, false,
                 Binary{BinaryOp::assign, name(range), converted(std::move(inner), variable_->type->unqualified)}});
        auto second = std::make_unique<Expr>(std::move(assignment));
        auto whole = second->range;
        second->range.verbatim = whole.verbatim = false;
        split(*first);
        assignment = Expr{whole, variable_->type->unqualified, false,
                          Binary{BinaryOp::comma, std::move(first), std::move(second)}};
    }

    [[nodiscard]] ExprPtr name(const SourceRange& range) const {
        return std::make_unique<Expr>(Expr{range, variable_->type, true, DeclRef{variable_}});
    }
    static ExprPtr converted(ExprPtr expr, TypeRef to) {
        if (expr->type->unqualified == to->unqualified)
            return expr;
        const auto range = expr->range;
        return std::make_unique<Expr>(Expr{range, to, false, Cast{true, to, std::move(expr)}});
    }

    // Where the variable stands inside of something that may choose, in the value that may choose as well.
    [[nodiscard]] std::vector<Expr*> inner_choices(const Expr& value) const {
        std::vector<Expr*> places;
        const auto look_at = [&](const ExprPtr& at) {
            const auto* expr = strip(at.get());
            const bool chooses = expr->as<Call>() != nullptr || expr->as<Conditional>() != nullptr ||
                                 expr->as<StatementExpr>() != nullptr;
            if (chooses && mentions(*expr, variable_))
                places.push_back(const_cast<Expr*>(expr));
        };
        if (const auto* call = value.as<Call>()) {
            std::for_each(call->args.begin(), call->args.end(), look_at);
        } else if (const auto* choice = value.as<Conditional>(); choice != nullptr && choice->then) {
            const auto* relation = strip(choice->cond.get())->as<Binary>();
            if (relation != nullptr && is_relation(relation->op)) {
                look_at(relation->lhs);
                look_at(relation->rhs);
            }
            if (!places.empty()) {
                look_at(choice->then);
                look_at(choice->otherwise);
            }
        } else {
            for_each_value(
                value, [&](const VarDecl& local) { look_at(local.init); });
        }
        return places;
    }

    // Whether the places are one expression, which means the same in front of the value and is all of the value in
    // which the variable stands.
    [[nodiscard]] bool stands_alone(const Expr& value, const std::vector<Expr*>& places) const {
        const auto text = print_c(*places.front());
        std::size_t inside = 0;
        for (const auto* place : places) {
            inside += count(*place);
            if (print_c(*place) != text)
                return false;
        }
        bool outside = true;
        for_each_value(value, [&](const VarDecl& local) { outside = outside && !mentions(*places.front(), &local); });
        return outside && inside == count(value);
    }
    // The variables that a block declares with a value.
    static void for_each_value(const Expr& value, const std::function<void(const VarDecl&)>& f) {
        const auto* block = value.as<StatementExpr>();
        const auto* items = block != nullptr ? block->body->as<Compound>() : nullptr;
        for (std::size_t i = 0; items != nullptr && i < items->items.size(); ++i) {
            const auto* declaration = items->items[i]->as<DeclStmt>();
            for (std::size_t k = 0; declaration != nullptr && k < declaration->variables.size(); ++k)
                if (declaration->variables[k]->init)
                    f(*declaration->variables[k]);
        }
    }
    [[nodiscard]] std::size_t count(const Expr& expr) const {
        if (const auto* block = expr.as<StatementExpr>())
            return mentions(*block->body, variable_).size();
        std::size_t found = named_variable(&expr) == variable_ && expr.as<DeclRef>() != nullptr ? 1 : 0;
        for_each_child(expr, [&](const Expr& child) { found += count(child); });
        return found;
    }

    // Whether the variable has the type of the inner choice, or any value that may be chosen.
    [[nodiscard]] bool keeps(const Expr& choice) const {
        const auto* call = choice.as<Call>();
        bool good = call != nullptr;
        for (std::size_t i = 0; good && i < call->args.size(); ++i) {
            const auto& expr = *strip(call->args[i].get());
            good = expr.as<Call>() != nullptr && mentions(expr, variable_) ? keeps(expr) : holds_all(expr.type);
        }
        return good || is_same(choice.type, variable_->type);
    }
    [[nodiscard]] bool holds_all(TypeRef value) const {
        const auto* type = variable_->type;
        const auto bytes = size_of(value).value_or(16);
        if (is_same(type, value))
            return true;
        if (type->is_floating() && value->is_integer())
            return bytes <= (type->kind == TypeKind::Float ? 2 : 4);
        return type->is_integer() ? value->is_integer() && holds(type, value)
                                  : type->is_floating() && value->is_floating() && value->kind < type->kind;
    }

    const VarDecl* variable_;
    const Definitions& definitions_;
};

} // namespace

void split_nested_extremes(Stmt& body, const VarDecl* variable, const Definitions& definitions) {
    if (variable->type->is_arithmetic() && !variable->type->quals.is_volatile && !variable->type->quals.is_atomic)
        Splitter(variable, definitions).stmt(body);
}

} // namespace hydra::frontend
