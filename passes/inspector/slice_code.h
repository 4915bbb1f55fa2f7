// How a slice writes expressions: with calls of its copies instead of calls of the functions, and with marks at the
// variables that it reaches in their place.
#pragma once
#include <string>

#include "ir/print_hooks.h"
#include "passes/inspector/slice.h"

namespace hydra::passes {

class SliceCode {
  public:
    // stage: part of the names of copies.
    SliceCode(const SliceScope& scope, const Slice& slice, int stage);

    // The function whose copy is written; null: the body of the loop is.
    void enter(const ir::FunctionDecl* function) { inside_ = function; }

    [[nodiscard]] std::string of(const ir::Expr& expr) const;
    // Of a copy: how it is declared, and called.
    [[nodiscard]] std::string head(const ir::FunctionDecl& function) const;
    [[nodiscard]] std::string call(const ir::Call& call, const ir::FunctionDecl& function) const;

  private:
    [[nodiscard]] std::string name_of(const ir::FunctionDecl& function) const;
    // The names of variables that the slice reaches in their place, marked; not tags and texts of the same name.
    [[nodiscard]] std::string with_references(const std::string& text) const;
    void replace_calls(const ir::Expr& expr, std::string& text) const;

    const SliceScope& scope_;
    const Slice& slice_;
    int stage_;
    ir::PrintHooks hooks_; // with the values of constants that have no name where the slice will stand
    const ir::FunctionDecl* inside_ = nullptr;
};

} // namespace hydra::passes
