// The body is read statement by statement: copies of parameters first, then one choice, which is returned or kept in a
// variable that the next statement returns. Whatever else stands there is the obstacle.
#include "frontend/reduction/choosing_functions.h"

#include "frontend/reduction/expression_forms.h"

namespace hydra::frontend {

using namespace ir;

namespace {

const Expr* returned(const Stmt* stmt) {
    const auto* only = only_statement(stmt);
    const auto* result = only != nullptr ? only->as<Return>() : nullptr;
    return result != nullptr ? result->value.get() : nullptr;
}

// `v = e`, as a whole statement.
const Binary* stored(const Stmt* stmt) {
    const auto* only = only_statement(stmt);
    const auto* statement = only != nullptr ? only->as<ExprStmt>() : nullptr;
    const auto* assignment = statement != nullptr ? statement->expr->as<Binary>() : nullptr;
    return assignment != nullptr && assignment->op == BinaryOp::assign &&
                   named_variable(assignment->lhs.get()) != nullptr
               ? assignment
               : nullptr;
}

class Body {
  public:
    explicit Body(const FunctionDecl& function) : function_(function) {}

    ChoiceReading read(const std::vector<StmtPtr>& items) {
        for (std::size_t i = 0; i < items.size() && !returned_; ++i) {
            const bool second = i + 2 == items.size(); // `if (a > b) return a; return b;`
            if (!statement(*items[i], second ? items[i + 1].get() : nullptr))
                return refuse(items[i]->range);
        }
        if (!returned_) {
            obstacle_ = "does not end in the return of what it chooses";
            return refuse(function_.range);
        }
        return result_;
    }

  private:
    ChoiceReading refuse(const SourceRange& at) const { return {{}, obstacle_, at}; }

    bool statement(const Stmt& stmt, const Stmt* last) {
        obstacle_ = "does more than to choose one of its two arguments";
        if (const auto* declaration = stmt.as<DeclStmt>())
            return declare(*declaration);
        if (const auto* branch = stmt.as<If>())
            return decide(*branch, last);
        if (const auto* assignment = stored(&stmt))
            return keep(named_variable(assignment->lhs.get()), *assignment->rhs);
        const auto* value = stmt.as<Return>() != nullptr ? stmt.as<Return>()->value.get() : nullptr;
        return value != nullptr && give(*value);
    }

    bool declare(const DeclStmt& declaration) {
        for (const auto& variable : declaration.variables) {
            if (variable->has_static_lifetime()) {
                obstacle_ = "keeps a variable from call to call";
                return false;
            }
            if (!holds_argument(*variable) || (variable->init && !keep(variable.get(), *variable->init)))
                return false;
        }
        return declaration.functions.empty();
    }

    // What the variable holds from here on: a parameter, or what is chosen.
    bool keep(const VarDecl* variable, const Expr& value) {
        if (result_.choice.found() || !holds_argument(*variable))
            return false;
        if (const auto* parameter = parameter_of(value); parameter != nullptr && !variable->is_param) {
            result_.choice.copies[variable] = parameter;
            return true;
        }
        holder_ = variable;
        return choose(value);
    }

    bool decide(const If& branch, const Stmt* last) {
        if (result_.choice.found())
            return false;
        if (const auto* then = returned(branch.then.get())) {
            const auto* otherwise = returned(branch.otherwise ? branch.otherwise.get() : last);
            returned_ = otherwise != nullptr;
            return returned_ && choose(*branch.cond, *then, *otherwise);
        }
        const auto* then = stored(branch.then.get());
        const auto* otherwise = branch.otherwise ? stored(branch.otherwise.get()) : nullptr;
        holder_ = then != nullptr ? named_variable(then->lhs.get()) : nullptr;
        const bool same_variable =
            branch.otherwise ? otherwise != nullptr && named_variable(otherwise->lhs.get()) == holder_
                             : holder_ != nullptr && (holder_->is_param || result_.choice.copies.contains(holder_));
        return holder_ != nullptr && holds_argument(*holder_) && same_variable &&
               choose(*branch.cond, *then->rhs, branch.otherwise ? *otherwise->rhs : *then->lhs);
    }

    bool give(const Expr& value) {
        returned_ = true;
        return result_.choice.found() ? holder_ != nullptr && named_variable(&value) == holder_ : choose(value);
    }

    bool choose(const Expr& full) {
        const auto* value = strip(&full);
        if (const auto* choice = value->as<Conditional>(); choice != nullptr && choice->then)
            return choose(*choice->cond, *choice->then, *choice->otherwise);
        const auto* call = value->as<Call>();
        const bool passes_both = call != nullptr && call->args.size() == 2 && parameter_of(*call->args[0]) != nullptr &&
                                 parameter_of(*call->args[1]) != nullptr &&
                                 parameter_of(*call->args[0]) != parameter_of(*call->args[1]);
        result_.choice.call = passes_both ? value : nullptr;
        return passes_both;
    }
    bool choose(const Expr& condition, const Expr& then, const Expr& otherwise) {
        obstacle_ = "does not choose between its two arguments by comparing them";
        result_.choice.condition = &condition;
        result_.choice.then = &then;
        result_.choice.otherwise = &otherwise;
        return parameter_of(then) != nullptr && parameter_of(otherwise) != nullptr &&
               parameter_of(then) != parameter_of(otherwise);
    }

    [[nodiscard]] const VarDecl* parameter_of(const Expr& expr) const {
        const auto* variable = named_variable(&expr);
        const auto copy = result_.choice.copies.find(variable);
        const auto* parameter = copy != result_.choice.copies.end() ? copy->second : variable;
        return parameter != nullptr && parameter->is_param ? parameter : nullptr;
    }
    // A variable of the parameters' type, which nothing else can see.
    [[nodiscard]] bool holds_argument(const VarDecl& variable) const {
        return !variable.has_static_lifetime() && !variable.type->quals.is_volatile &&
               variable.type->unqualified == function_.params[0]->type->unqualified;
    }

    const FunctionDecl& function_;
    ChoiceReading result_ = {};
    std::string obstacle_;
    const VarDecl* holder_ = nullptr; // of what is chosen
    bool returned_ = false;
};

} // namespace

ChoiceReading choice_of(const FunctionDecl& function) {
    const auto* block = function.body ? function.body->as<Compound>() : nullptr;
    if (block == nullptr)
        return {{}, "is not defined in the program", function.range};
    if (function.params.size() != 2 || function.type->variadic)
        return {{}, "does not take two arguments", function.range};
    return Body(function).read(block->items);
}

} // namespace hydra::frontend
