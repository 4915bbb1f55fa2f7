// What each iteration of a parallel loop has for itself (the loop variable, private and reduction variables) is known
// by its name alone. Where the program can get at the variable in another way, by a function that is called through a
// pointer or by a pointer that holds its address, the loop would read what no iteration stores: such loops are refused.
#include "passes/privates/private_escapes.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

namespace {

class PrivateEscapes {
  public:
    PrivateEscapes(Context& context, const ir::For& loop) : context_(context), loop_(loop) {
        const auto& directive = *loop.directive;
        own_.insert(context.summary.canonical(loop.canonical.variable));
        for (const auto* list : {&directive.private_, &directive.firstprivate})
            for (const VarDecl* variable : *list)
                own_.insert(context.summary.canonical(variable));
        for (const ir::Reduction& reduction : directive.reductions)
            own_.insert(context.summary.canonical(reduction.variable));
        for (const ir::LastStored& stored : directive.last_stored)
            own_.insert(context.summary.canonical(stored.variable));
        std::erase_if(own_, [](const VarDecl* variable) { return variable->type->is_array(); });
    }

    void check() {
        run_through(*loop_.body);
        if (pointer_call_ != nullptr)
            check_functions();
        check_pointers();
    }

  private:
    template <class Node> void run_through(const Node& node) {
        walk(
            node, [this](const Expr& expr) { look_at(expr); }, [](const Stmt&) {});
    }

    void look_at(const Expr& expr) {
        const auto* unary = expr.as<ir::Unary>();
        const auto* index = expr.as<ir::Index>();
        const auto* member = expr.as<ir::Member>();
        const Expr* pointer = unary != nullptr && unary->op == ir::UnaryOp::deref ? unary->operand.get()
                              : index != nullptr                                  ? index->base.get()
                              : member != nullptr && member->arrow                ? member->base.get()
                                                                                  : nullptr;
        if (pointer != nullptr && ir::strip(pointer)->type->is_pointer())
            reached_.push_back(&expr);
        const auto* call = expr.as<ir::Call>();
        if (call == nullptr)
            return;
        const FunctionDecl* callee = ir::called_function(*call);
        const FunctionDecl* body = callee != nullptr ? context_.summary.definition(callee) : nullptr;
        if (callee == nullptr)
            pointer_call_ = pointer_call_ != nullptr ? pointer_call_ : &expr;
        if (body != nullptr && seen_.insert(body).second)
            run_through(*body->body);
    }

    // Functions whose address is taken, and what they call.
    void check_functions() {
        const Expr& call = *pointer_call_;
        seen_.clear();
        for (const auto& unit : context_.program.units)
            for (const FunctionDecl& function : unit->functions)
                if (function.body && context_.summary.takes_address(&function))
                    refuse_mention(function, call);
    }
    void refuse_mention(const FunctionDecl& function, const Expr& call) {
        if (!seen_.insert(&function).second)
            return;
        walk(
            *function.body,
            [&](const Expr& expr) {
                const VarDecl* variable = ir::named_variable(&expr);
                if (variable != nullptr && variable->has_static_lifetime())
                    refuse(variable, call,
                           fmt::format("'{}', which may be called through the pointer here, uses it", function.name));
                const auto* inner = expr.as<ir::Call>();
                const FunctionDecl* callee = inner != nullptr ? ir::called_function(*inner) : nullptr;
                const FunctionDecl* body = callee != nullptr ? context_.summary.definition(callee) : nullptr;
                if (body != nullptr)
                    refuse_mention(*body, call);
            },
            [](const Stmt&) {});
    }

    // Addresses that are kept anywhere but in the loop, where the name means the iteration's own.
    void check_pointers() {
        for (const auto& unit : context_.program.units) {
            for (const VarDecl& global : unit->globals)
                if (global.init)
                    find_kept(*global.init);
            for (const FunctionDecl& function : unit->functions)
                if (function.body && function.in_user_file)
                    find_kept(*function.body);
        }
    }
    void find_kept(const Stmt& stmt) {
        if (&stmt == loop_.body.get())
            return;
        ir::for_each_child(
            stmt, [this](const Expr& child) { find_kept(child); }, [this](const Stmt& child) { find_kept(child); });
    }
    void find_kept(const Expr& expr) {
        const auto* unary = expr.as<ir::Unary>();
        if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
            if (const VarDecl* variable = base_variable(unary->operand.get()))
                refuse_access(variable, expr);
        if (const auto* call = expr.as<ir::Call>()) {
            const FunctionDecl* callee = ir::called_function(*call);
            const bool library = callee != nullptr && context_.summary.definition(callee) == nullptr;
            for (const auto& argument : call->args) { // the library's functions forget what they are handed
                const auto* address = ir::strip(argument.get())->as<ir::Unary>();
                const bool handed = address != nullptr && address->op == ir::UnaryOp::address_of;
                const VarDecl* variable = handed ? base_variable(address->operand.get()) : nullptr;
                const bool kept = variable != nullptr && !library &&
                                  (context_.summary.address_taken().contains(context_.summary.canonical(variable)) ||
                                   context_.summary.elements_taken().contains(context_.summary.canonical(variable)));
                if (!handed || kept)
                    find_kept(*argument);
            }
            return;
        }
        ir::for_each_child(expr, [this](const Expr& child) { find_kept(child); });
    }
    void refuse_access(const VarDecl* variable, const Expr& kept) {
        if (!own_.contains(context_.summary.canonical(variable)))
            return;
        const auto at = std::find_if(reached_.begin(), reached_.end(),
                                     [&](const Expr* expr) { return may_alias(expr->type, variable->type); });
        if (at != reached_.end())
            refuse(variable, **at,
                   fmt::format("what is reached through a pointer here may be the variable itself, whose address is "
                               "kept in line {}",
                               context_.sources.line(kept.range)));
    }

    void refuse(const VarDecl* variable, const Expr& at, const std::string& how) {
        if (!own_.contains(context_.summary.canonical(variable)) || !refused_.insert(variable).second)
            return;
        context_.diagnostics.error(at.range, fmt::format("each iteration has a '{}' of its own, and {}; use a variable "
                                                         "that is declared in the loop",
                                                         variable->name, how));
    }

    Context& context_;
    const ir::For& loop_;
    Variables own_, refused_;
    std::vector<const Expr*> reached_; // what the loop, and what it calls, reaches through pointers
    const Expr* pointer_call_ = nullptr;
    std::set<const FunctionDecl*> seen_;
};

} // namespace

void check_private_escapes(Context& context, const ir::For& loop) { PrivateEscapes(context, loop).check(); }

} // namespace hydra::passes
