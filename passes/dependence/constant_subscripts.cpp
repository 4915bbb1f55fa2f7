// See constant_subscripts.h. Native compilers would say it, if code generation did not hide such subscripts from them
// (passes/access/overruns_pass.cpp).
#include "passes/dependence/constant_subscripts.h"

#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"

namespace hydra::passes {

namespace {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

class ConstantSubscripts {
  public:
    ConstantSubscripts(const State& state, const OutsideRow& found) : state_(state), found_(found) {}

    void look_at(const ir::FunctionDecl& function) {
        may_have_left_ = false;
        statement(*function.body);
    }

  private:
    void statement(const Stmt& stmt) {
        if (may_have_left_)
            return;
        if (const auto* choice = stmt.as<ir::If>()) {
            condition(*choice->cond);
            const auto value = ir::constant_value(*choice->cond);
            for (const bool taken : {true, false}) {
                const Stmt* branch = taken ? choice->then.get() : choice->otherwise.get();
                if (branch != nullptr && value && (*value != 0) == taken)
                    statement(*branch);
                else if (branch != nullptr && !value)
                    pass_by(*branch);
            }
            return;
        }
        if (stmt.as<ir::Switch>() != nullptr || stmt.as<ir::Label>() != nullptr) {
            pass_by(stmt);
            may_have_left_ = may_have_left_ || stmt.as<ir::Label>() != nullptr;
            return;
        }
        ir::for_each_child(
            stmt, [&](const Expr& expr) { condition(expr); }, [&](const Stmt& child) { statement(child); });
        may_have_left_ = may_have_left_ || leaves(stmt);
    }

    static bool leaves(const Stmt& stmt) {
        return stmt.as<ir::Return>() != nullptr || stmt.as<ir::Break>() != nullptr ||
               stmt.as<ir::Continue>() != nullptr || stmt.as<ir::Goto>() != nullptr;
    }

    // A call that is not known to come back.
    bool leaves(const Expr& expr) const {
        const auto* call = expr.as<ir::Call>();
        const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        const LibraryEffect* effect =
            callee != nullptr && state_.summary.definition(callee) == nullptr ? library_effect(callee->name) : nullptr;
        return call != nullptr && (effect == nullptr || effect->ends || callee->is_noreturn);
    }

    // Of what may be run or not: whether the rest is.
    template <class Node> void pass_by(const Node& node) {
        walk(
            node, [&](const Expr& expr) { may_have_left_ = may_have_left_ || leaves(expr); },
            [&](const Stmt& stmt) { may_have_left_ = may_have_left_ || leaves(stmt); });
    }

    void condition(const Expr& expr) {
        if (!may_have_left_)
            expression(expr, false);
    }

    // address: its address is taken, which may be that behind the row's last element.
    void expression(const Expr& full, bool address) {
        const Expr& expr = *ir::strip(&full);
        const auto* builtin = expr.as<ir::BuiltinExpr>();
        if (may_have_left_ || expr.as<ir::SizeOf>() != nullptr ||
            (builtin != nullptr && builtin->name == "__builtin_offsetof"))
            return;
        if (const auto* choice = expr.as<ir::Conditional>()) {
            expression(*choice->cond, false);
            if (choice->then)
                pass_by(*choice->then);
            pass_by(*choice->otherwise);
            return;
        }
        if (const auto* binary = expr.as<ir::Binary>();
            binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or)) {
            expression(*binary->lhs, false);
            pass_by(*binary->rhs);
            return;
        }
        if (const auto* inner = expr.as<ir::StatementExpr>(); inner != nullptr && inner->body)
            return statement(*inner->body);
        if (expr.as<ir::Index>() != nullptr)
            return element(expr, address || expr.type->is_array());
        const auto* unary = expr.as<ir::Unary>();
        const bool takes_address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
        ir::for_each_child(expr, [&](const Expr& child) { expression(child, takes_address); });
        may_have_left_ =
            may_have_left_ || (expr.as<ir::Call>() != nullptr && ir::called_function(*expr.as<ir::Call>()) != nullptr &&
                               ir::called_function(*expr.as<ir::Call>())->is_noreturn);
    }

    // `a[i][j][k]`, from the outermost node inwards.
    void element(const Expr& whole, bool address) {
        struct Wrong {
            std::size_t behind; // subscripts that come later
            std::int64_t value, length;
        };
        std::vector<Wrong> wrong;
        std::size_t count = 0;
        bool in_first_row = true; // what stands before the last subscript is 0
        const Expr* at = &whole;
        for (const auto* index = at->as<ir::Index>(); index != nullptr; index = at->as<ir::Index>(), ++count) {
            expression(*index->index, false);
            at = ir::strip(index->base.get());
            const auto value = ir::constant_value(*index->index);
            const std::int64_t length = at->type->is_array() ? at->type->length : 0;
            in_first_row = in_first_row && (count == 0 || value == 0);
            if (value && length > 0 && !is_open(*at) &&
                (*value < 0 || *value > length || (*value == length && (count > 0 || !address))))
                wrong.push_back({count, *value, length});
        }
        expression(*at, false);
        // The whole matrix by its first row: `m[0][k]`.
        const bool on_purpose = count > 1 && in_first_row && wrong.size() == 1 && wrong.front().behind == 0 &&
                                wrong.front().value >= 0 && wrong.front().value < elements(*at, count);
        if (!wrong.empty() && !on_purpose)
            found_(whole, count - wrong.front().behind, wrong.front().value, wrong.front().length);
    }

    // Of the array of arrays, so many deep; 0: not known.
    static std::int64_t elements(const Expr& array, std::size_t deep) {
        std::int64_t product = 1;
        ir::TypeRef type = array.type;
        for (; deep > 0 && type->is_array() && type->length > 0; --deep, type = type->inner)
            product *= type->length;
        return deep == 0 ? product : 0;
    }

    // An array that ends a record in allocated memory may go on behind it.
    static bool is_open(const Expr& array) {
        const ir::Member* member = as_member(array);
        if (member == nullptr || variable_of_part(&array) != nullptr)
            return false;
        const ir::TypeRef record = record_of(*member);
        return record->tag == nullptr || record->tag->fields.empty() ||
               record->tag->fields.back().name == member->field;
    }

    const State& state_;
    const OutsideRow& found_;
    bool may_have_left_ = false;
};

} // namespace

void find_constants_outside_rows(const State& state, const OutsideRow& found) {
    ConstantSubscripts finder(state, found);
    for (const ir::Function& function : state.program.functions)
        if (function.decl->body && function.decl->in_user_file)
            finder.look_at(*function.decl);
}

} // namespace hydra::passes
