// What slices of a kernel's body may be made of: the variables that are an iteration's own, the functions that a slice
// may hold cut-down copies of, and what keeps it from following the body at all. It does not change once it is made.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "passes/facts/summary.h"

namespace hydra::passes {

// Whether the expression is a call that does not come back.
bool ends_program(const ir::Expr& expr);

class SliceScope {
  public:
    // It keeps references. unit: that of the kernel.
    SliceScope(const Summary& summary, const ir::Kernel& kernel, const ir::TranslationUnit& unit);

    [[nodiscard]] const Summary& summary() const { return summary_; }
    [[nodiscard]] const ir::Kernel& kernel() const { return kernel_; }
    [[nodiscard]] const ir::For& loop() const { return loop_; }
    // Why no slice can be made; empty: it may.
    [[nodiscard]] const std::string& never() const { return never_; }
    // Whether the body holds calls that end the program.
    [[nodiscard]] bool may_exit() const { return may_exit_; }

    // Functions that slices may hold copies of: defined in the kernel's unit and before it.
    [[nodiscard]] const std::vector<const ir::FunctionDecl*>& functions() const { return entered_; }
    // The one of these that the call reaches; null: none.
    [[nodiscard]] const ir::FunctionDecl* entered(const ir::Call& call) const;
    // Whether the expression stands in a function that the loop calls, too, and slices cannot follow.
    [[nodiscard]] bool is_out_of_reach(const ir::Expr& expr) const { return out_of_reach_.contains(&expr); }

    // Declared in the body or in one of the functions, or private to an iteration.
    [[nodiscard]] bool is_local(const ir::VarDecl* variable) const { return local_.contains(variable); }
    [[nodiscard]] const Variables& local() const { return local_; }
    [[nodiscard]] bool is_accumulated(const ir::VarDecl* variable) const { return accumulated_.contains(variable); }
    // A local one whose address is taken.
    [[nodiscard]] bool is_escaping(const ir::VarDecl* variable) const { return escaping_.contains(variable); }
    // A parameter that every call lends a local variable: another name for it.
    [[nodiscard]] bool is_lent(const ir::VarDecl* param) const { return lent_.contains(param); }
    [[nodiscard]] bool names_lent(const ir::Expr& expr) const {
        return expr.as<ir::DeclRef>() != nullptr && lent_.contains(ir::named_variable(&expr));
    }
    // An argument that lends.
    [[nodiscard]] bool is_lending(const ir::Expr& expr) const { return lending_.contains(&expr); }
    // The variable of the iteration's own that the lvalue is, or is a part of; null: memory.
    [[nodiscard]] const ir::VarDecl* own_variable(const ir::Expr& lvalue) const;

  private:
    void enter_calls(const ir::Stmt& body, const ir::TranslationUnit& unit);
    [[nodiscard]] bool can_enter(const ir::FunctionDecl& function, const ir::TranslationUnit& unit) const;
    void put_out_of_reach(const ir::FunctionDecl& function);
    [[nodiscard]] std::vector<const ir::FunctionDecl*> called_otherwise(const ir::Stmt& body) const;
    void find_lent();
    [[nodiscard]] bool lends(const ir::Call& call, const ir::FunctionDecl& function, std::size_t index) const;
    void find_all_escapes(const ir::Stmt& body);
    void find_escapes(const ir::Expr& expr, bool subscripted);

    const Summary& summary_;
    const ir::Kernel& kernel_;
    const ir::For& loop_;
    std::vector<const ir::FunctionDecl*> entered_;
    std::set<const ir::FunctionDecl*> left_out_; // that the loop calls, too, and slices cannot follow,
    std::set<const ir::Expr*> out_of_reach_;     // and what stands there
    Variables local_, accumulated_, lent_, escaping_;
    std::set<const ir::Expr*> lending_;
    std::string never_;
    bool may_exit_ = false;
};

} // namespace hydra::passes
