// Every mention of the parameter must be of a harmless form: to access memory, to compare, or as an argument to a
// function that does no more with it.
#include "passes/facts/escapes.h"

#include <set>
#include <utility>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

bool gives_back(const ir::Call& call, std::size_t argument) {
    using Result = LibraryEffect::Result;
    const FunctionDecl* callee = ir::called_function(call);
    const LibraryEffect* effect = callee != nullptr ? library_effect(callee->name) : nullptr;
    return effect != nullptr &&
           ((effect->result == Result::first && argument == 0) || (effect->result == Result::second && argument == 1));
}

namespace {

// Whether what a pointer parameter points at may be known elsewhere after the call: the pointer, or one made from it,
// is used otherwise than to access memory, to compare, or as an argument to a function that does no more.
class ParameterUse {
  public:
    ParameterUse(const Summary& summary, Escape what) : summary_(summary), what_(what) {}

    bool escapes(const FunctionDecl& function, std::size_t index) {
        if (index >= function.params.size())
            return true;
        if (!seen_.emplace(&function, index).second)
            return false; // is being looked at
        const VarDecl* outer = std::exchange(param_, function.params[index].get());
        const bool found = !stays(*function.body);
        param_ = outer;
        return found;
    }

  private:
    bool stays(const Stmt& stmt) {
        const bool used = stmt.as<ir::Return>() != nullptr || stmt.as<ir::DeclStmt>() != nullptr;
        bool good = true;
        ir::for_each_child(
            stmt, [&](const Expr& e) { good = good && stays(e, !used); },
            [&](const Stmt& s) { good = good && stays(s); });
        return good;
    }

    // safe: where the expression stands, its value goes nowhere.
    bool stays(const Expr& expr, bool safe) {
        if (expr.as<ir::SizeOf>() != nullptr)
            return true;
        if (!safe && is_made(expr))
            return false;
        if (const auto* call = expr.as<ir::Call>())
            return arguments_stay(*call);
        if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of)
            if (ir::named_variable(unary->operand.get()) == param_)
                return false; // whoever has the parameter's own address can copy it
        if (const auto* block = expr.as<ir::StatementExpr>())
            return !block->body || stays(*block->body);
        const auto* unary = expr.as<ir::Unary>();
        const auto* binary = expr.as<ir::Binary>();
        const bool steps = unary != nullptr && assignment_target(expr) != nullptr;
        const bool stores = binary != nullptr && ir::is_assignment(binary->op);
        const bool harmless = (unary != nullptr && !steps) || (binary != nullptr && !stores) ||
                              expr.as<ir::Index>() != nullptr || expr.as<ir::Member>() != nullptr ||
                              expr.as<ir::Cast>() != nullptr || expr.as<ir::Conditional>() != nullptr;
        bool good = true;
        ir::for_each_child(expr, [&](const Expr& child) {
            const bool target = stores && &child == binary->lhs.get() && ir::named_variable(&child) != param_;
            good = good && stays(child, harmless || target || (steps && ir::named_variable(&child) != param_));
        });
        return good;
    }

    bool arguments_stay(const ir::Call& call) {
        const FunctionDecl* callee = ir::called_function(call);
        const FunctionDecl* body = summary_.definition(callee);
        const Expr* back = ir::handed_back(call);
        bool good = stays(*call.callee, true);
        for (std::size_t i = 0; good && i < call.args.size(); ++i) {
            const bool made = is_made(*call.args[i]) && call.args[i].get() != back; // what is done with that is seen
            good =
                stays(*call.args[i], true) && (!made || (callee != nullptr && (body == nullptr || !escapes(*body, i))));
        }
        return good;
    }

    // Whether the value is the parameter's, or an address in what it points at.
    bool is_made(const Expr& full) const {
        const Expr& expr = *without_casts(full);
        if (ir::named_variable(&expr) == param_)
            return true;
        if (expr.type != nullptr && expr.type->is_array()) {
            const auto* member = expr.as<ir::Member>();
            return (what_ == Escape::elements || member == nullptr || ir::in_union(*member)) && is_inside(expr);
        }
        const auto* unary = expr.as<ir::Unary>();
        const auto* binary = expr.as<ir::Binary>();
        const auto* choice = expr.as<ir::Conditional>();
        if (const auto* call = expr.as<ir::Call>())
            return (ir::handed_back(*call) != nullptr && is_made(*ir::handed_back(*call))) ||
                   (!call->args.empty() && gives_back(*call, 0) && is_made(*call->args[0])) ||
                   (call->args.size() > 1 && gives_back(*call, 1) && is_made(*call->args[1]));
        if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
            return is_inside(*unary->operand);
        if (const auto* block = expr.as<ir::StatementExpr>()) {
            const auto* body = block->body ? block->body->as<ir::Compound>() : nullptr;
            const auto* last =
                body != nullptr && !body->items.empty() ? body->items.back()->as<ir::ExprStmt>() : nullptr;
            return last != nullptr && last->expr && is_made(*last->expr);
        }
        if (unary != nullptr && (unary->op == ir::UnaryOp::bit_not || unary->op == ir::UnaryOp::minus ||
                                 unary->op == ir::UnaryOp::plus || unary->op == ir::UnaryOp::extension))
            return is_made(*unary->operand);
        if (binary != nullptr && computes_address(*binary))
            return is_made(*binary->lhs) || is_made(*binary->rhs);
        if (binary != nullptr && binary->op == ir::BinaryOp::comma)
            return is_made(*binary->rhs);
        return choice != nullptr && ((choice->then && is_made(*choice->then)) || is_made(*choice->otherwise));
    }

    // Also as a number, of which bits may be set or cleared; not the distance of two pointers.
    static bool computes_address(const ir::Binary& binary) {
        switch (binary.op) {
        case ir::BinaryOp::sub:
            return !binary.lhs->type->is_pointer() || !binary.rhs->type->is_pointer();
        case ir::BinaryOp::add:
        case ir::BinaryOp::mul:
        case ir::BinaryOp::shl:
        case ir::BinaryOp::shr:
        case ir::BinaryOp::bit_and:
        case ir::BinaryOp::bit_xor:
        case ir::BinaryOp::bit_or:
            return true;
        default:
            return false;
        }
    }

    // Whether the lvalue lies in what the parameter points at.
    bool is_inside(const Expr& full) const {
        const Expr& expr = *ir::strip(&full);
        const auto* unary = expr.as<ir::Unary>();
        if (const auto* index = expr.as<ir::Index>())
            return is_made(*index->base);
        if (const auto* member = expr.as<ir::Member>())
            return member->arrow ? is_made(*member->base) : is_inside(*member->base);
        return unary != nullptr && unary->op == ir::UnaryOp::deref && is_made(*unary->operand);
    }

    const Summary& summary_;
    const Escape what_;
    const VarDecl* param_ = nullptr;
    std::set<std::pair<const FunctionDecl*, std::size_t>> seen_;
};

} // namespace

bool may_escape(const Summary& summary, const FunctionDecl& function, std::size_t parameter, Escape what) {
    return ParameterUse(summary, what).escapes(function, parameter);
}

} // namespace hydra::passes
