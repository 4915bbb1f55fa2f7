// Which array variables may hold data that parallel loops touch: those that a kernel names, and those whose address
// goes anywhere but into a direct subscript. The others are ordinary private data of each rank.
#pragma once
#include "passes/state.h"

namespace hydra::passes {

// A static array of constants.
bool is_constant_array(const ir::VarDecl* variable);

class Arrays {
  public:
    explicit Arrays(const State& state);
    // True for pointers, and for null (memory that no variable names).
    [[nodiscard]] bool may_be_distributed(const ir::VarDecl* variable) const;
    // Whether the runtime must know the variable's memory: arrays, and structs with arrays that parallel loops use.
    [[nodiscard]] bool needs_announcement(const ir::VarDecl* variable) const;

  private:
    const Summary& summary_;
    Variables escaping_;
};

// The types of memory that parallel loops touch: serial code that reads or writes other types, through whatever
// pointer, does not meet what they do (C's aliasing rules).
class LaunchedTypes {
  public:
    // anything: their values reach memory of other types, too.
    explicit LaunchedTypes(const State& state, bool anything = false);
    // Whether a parallel loop may touch an object of this type (null: any).
    [[nodiscard]] bool may_touch(ir::TypeRef object) const;
    [[nodiscard]] bool touch_texts() const { return texts_; }
    // Whether iterations that ranks share among themselves may write such an object.
    [[nodiscard]] bool may_write(ir::TypeRef object) const;

  private:
    std::set<ir::TypeRef> types_, written_;
    bool anything_ = false; // there are accesses whose types are not known
    bool texts_ = false;
};

// char and its kin, through which C may look at any memory, and programs mostly look at texts.
bool is_text(ir::TypeRef type);

// What parentheses and conversions stand around.
const ir::Expr* without_casts(const ir::Expr& expr);
// Whether the expression names memory through a subscript or a pointer.
bool names_memory(const ir::Expr& expr);

} // namespace hydra::passes
