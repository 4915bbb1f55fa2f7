// The least fixed point behind a slice: a kept access needs the variables of its address and of the conditions around
// it, and these need their assignments, until nothing is added. Calls: a function has one copy in a slice, whoever
// calls it; what matters to one call counts for all.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "passes/inspector/slice.h"
#include "passes/inspector/slice_scope.h"

namespace hydra::passes {

class SliceClosure {
  public:
    explicit SliceClosure(const SliceScope& scope) : scope_(scope) {}

    // What the slice for these accesses holds, without some parts of conditions and breaks. exits: an iteration that
    // would end the program ends there; else it goes on. Slice::why says where there is none.
    Slice run(const std::set<const ir::Expr*>& targets, std::set<const void*> dropped, bool exits);

  private:
    // What must stay: these return whether anything of the node does, and add what that needs.
    bool keep(const ir::Stmt& stmt, const ir::Stmt* loop, const ir::Stmt* breakable);
    bool keep_loop(const ir::Stmt& stmt, const ir::Stmt* init, const ir::Expr* cond, const ir::Expr* inc,
                   const ir::Stmt& body);
    bool keep_declaration(const ir::DeclStmt& declaration);
    bool keep_switch(const ir::Stmt& stmt, const ir::Switch& choice, const ir::Stmt* loop);
    bool keep(const ir::Expr& expr);
    bool keep_node(const ir::Expr& expr);
    bool keep_entry_targets(const ir::Stmt& stmt, const ir::Expr& cond);
    bool keep_call(const ir::Call& call, const ir::FunctionDecl& function);
    bool keep_return(const ir::Return& leave);
    // The expression is evaluated as it stands: adds what its value, or an lvalue's address, needs.
    void need(const ir::Expr& expr);
    [[nodiscard]] bool never_skips(const ir::If& branch) const;
    void need_condition(const ir::If& branch);
    [[nodiscard]] bool are_alike(const ir::If& branch) const;
    [[nodiscard]] std::optional<std::vector<std::string>> plain_notes(const ir::Stmt& arm) const;
    void need_lvalue(const ir::Expr& expr);
    void need_address(const ir::Expr& expr);
    void need_base(const ir::Expr& base);
    void need_lengths(ir::TypeRef type);
    void need_change(const ir::Expr& target);
    void need_call(const ir::Expr& expr, const ir::Call& call);
    void allow_call(const ir::Expr& expr, const ir::Call& call);
    void follow_lent(const ir::Call& call, const ir::FunctionDecl& function);
    void mention(const ir::VarDecl* variable, const ir::Expr& expr);
    [[nodiscard]] bool is_referred(const ir::VarDecl* variable) const;
    void refer(const ir::VarDecl* variable);
    void fail(const std::string& why);
    template <class T> void grow(std::set<T>& set, T element) { grown_ = set.insert(element).second || grown_; }

    const SliceScope& scope_;
    Slice slice_;
    bool exits_ = false;
    bool grown_ = false;
    bool follows_ = false;                     // in the same round of the loop, something that stays
    const ir::FunctionDecl* inside_ = nullptr; // whose body is looked at; null: the loop's
};

} // namespace hydra::passes
