// The loops of a slice whose variable is theirs alone: nobody asks which value it leaves. If they do nothing but note,
// their rounds may be run in any order, and those that note the same again left out (slice_text.cpp).
#pragma once
#include <map>

#include "passes/inspector/slice.h"

namespace hydra::passes {

class OwnCounters {
  public:
    // It keeps references.
    OwnCounters(const SliceScope& scope, const Slice& slice) : scope_(scope), slice_(slice) {}

    struct Counter {
        const ir::VarDecl* variable = nullptr; // null: the loop has none
        const ir::Expr* init = nullptr;        // what it begins with
    };
    // inside: the function in which the loop stands; null: the iteration's body.
    [[nodiscard]] Counter of(const ir::For& loop, const ir::FunctionDecl* inside);

    // The variable of the slice's, or a part of which, that the assignment changes there; null: it is none.
    [[nodiscard]] const ir::VarDecl* changed(const ir::Expr& expr) const;
    // Whether the slice has it change another variable than this one.
    [[nodiscard]] bool changes_other(const ir::Expr& expr, const ir::VarDecl* variable) const;
    // Whether the lvalue is a variable of the slice's, or a part of one.
    [[nodiscard]] bool is_kept(const ir::Expr& lvalue) const;

  private:
    [[nodiscard]] Counter begun(const ir::For& loop) const;
    [[nodiscard]] bool only_loops_use(const ir::VarDecl* variable, const ir::Stmt& all) const;

    const SliceScope& scope_;
    const Slice& slice_;
    std::map<const ir::VarDecl*, bool> only_loops_use_; // as far as asked
};

} // namespace hydra::passes
