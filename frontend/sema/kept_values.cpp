// One walk over the unit collects what is declared with a value, and what may change.
#include "frontend/sema/kept_values.h"

#include <set>
#include <vector>

#include "ir/operators.h"

namespace hydra::frontend {
namespace {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

class Walker {
  public:
    void statement(const Stmt& stmt) {
        if (const auto* declaration = stmt.as<ir::DeclStmt>())
            for (const auto& variable : declaration->variables)
                declared(*variable);
        has_assembly_ = has_assembly_ || stmt.as<ir::Asm>() != nullptr;
        if (const auto* loop = stmt.as<ir::For>(); loop != nullptr && loop->directive)
            directive(*loop->directive);
        ir::for_each_child(
            stmt, [this](const Expr& expr) { expression(expr); }, [this](const Stmt& child) { statement(child); });
    }

    void declared(VarDecl& variable) {
        const auto& type = *variable.type;
        if (variable.init != nullptr && type.is_integer() && !type.quals.is_volatile && !type.quals.is_atomic)
            candidates_.push_back(&variable);
    }

    // In the order of the declarations: a constant may be made of earlier ones.
    void settle() {
        for (VarDecl* variable : candidates_) {
            const bool is_ours = !variable->file_scope || variable->storage == ir::Storage::static_;
            const bool stays = is_ours && !has_assembly_ && !changed_.contains(variable);
            if (variable->type->quals.is_const || stays)
                variable->kept = ir::constant_value(*variable->init);
        }
    }

  private:
    void expression(const Expr& expr) {
        const auto* binary = expr.as<ir::Binary>();
        const auto* unary = expr.as<ir::Unary>();
        const Expr* target =
            binary != nullptr && ir::is_assignment(binary->op) ? binary->lhs.get()
            : unary != nullptr && ((unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec) ||
                                   unary->op == ir::UnaryOp::address_of)
                ? unary->operand.get()
                : nullptr;
        if (target != nullptr)
            changed_.insert(ir::named_variable(target));
        ir::for_each_child(expr, [this](const Expr& child) { expression(child); });
    }

    // Each iteration has its own, or what the iterations made of it.
    void directive(const ir::Directive& directive) {
        for (const auto* list : {&directive.private_, &directive.firstprivate})
            changed_.insert(list->begin(), list->end());
        for (const ir::Reduction& reduction : directive.reductions)
            changed_.insert(reduction.variable);
    }

    std::vector<VarDecl*> candidates_;
    std::set<const VarDecl*> changed_;
    bool has_assembly_ = false; // whose operands are not looked at
};

} // namespace

void keep_values(ir::TranslationUnit& unit) {
    Walker walker;
    for (VarDecl& variable : unit.globals)
        walker.declared(variable);
    for (const ir::FunctionDecl& function : unit.functions)
        if (function.body)
            walker.statement(*function.body);
    walker.settle();
}

} // namespace hydra::frontend
