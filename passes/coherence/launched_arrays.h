// Which array variables may hold data that parallel loops touch: those that a kernel names, and those whose address
// goes anywhere but into a direct subscript. The others are ordinary private data of each rank.
#pragma once
#include "passes/access/uneven_memory.h"

namespace hydra::passes {

class Arrays {
  public:
    explicit Arrays(State& state);
    // True for pointers, and for null (memory that no variable names).
    [[nodiscard]] bool may_be_distributed(const ir::VarDecl* variable) const;
    // Whether the runtime must know the variable's memory: arrays, and structs with arrays that parallel loops use.
    [[nodiscard]] bool needs_announcement(const ir::VarDecl* variable) const;

  private:
    // Whether it is an array of a function's own of which launches touch nothing, wherever its address goes.
    [[nodiscard]] bool is_serial(const ir::VarDecl* variable) const;

    State& state_;
    const Summary& summary_;
    Variables escaping_;
    PointsTo::Objects touched_; // by launches; nullopt: any
};

// The types of memory that parallel loops touch: serial code that reads or writes other types, through whatever
// pointer, does not meet what they do (C's aliasing rules).
class LaunchedTypes {
  public:
    // anything: their values reach memory of other types, too.
    explicit LaunchedTypes(const State& state, bool anything = false);
    // Whether a parallel loop may touch an object of this type (null: any).
    [[nodiscard]] bool may_touch(ir::TypeRef object) const;
    // Whether no parallel loop touches what such objects are usually: texts, where they are characters.
    [[nodiscard]] bool know_nothing_of(ir::TypeRef object) const;
    // Whether iterations that ranks share among themselves may write such an object.
    [[nodiscard]] bool may_write(ir::TypeRef object) const;

  private:
    std::set<ir::TypeRef> types_, written_;
    bool anything_ = false; // there are accesses whose types are not known
    bool texts_ = false;
};

} // namespace hydra::passes
