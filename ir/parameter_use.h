// What a called function does with the struct that a pointer parameter points at: helpers take `Image *m` without
// const and only read its members. And the same of pointers that a piece of code declares for itself.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string_view>

#include "ir/tree.h"

namespace hydra::ir {

// The functions of a program by what a call names; those that are not static may be defined in another file.
class Definitions {
  public:
    explicit Definitions(std::span<const std::unique_ptr<TranslationUnit>> units);
    // Null: not in the program.
    [[nodiscard]] const FunctionDecl* of(const FunctionDecl& named) const;

  private:
    std::map<std::string_view, const FunctionDecl*> outer_;
};

// What code may do with an object whose address it has. What the object's own pointers point at does not count.
enum class ObjectUse {
    reads,    // read it, and keep no address in it other than one through which nothing is written
    elements, // moreover write elements of arrays in it, or give away addresses of such elements
    anything
};

// What the function does with the object that its parameter (counted from 0) points at; anything where the function is
// not defined in the program.
ObjectUse use_of(const FunctionDecl& function, std::size_t parameter, const Definitions& definitions);

// The same of a pointer that the statement declares with its value.
ObjectUse use_of(const Stmt& scope, const VarDecl& pointer, const Definitions& definitions);

// The argument into whose object the call's result points, where all that the called function does is to hand back the
// address of it or of a member in it: for `next_of(&w)` with `return &w->next;` it is `&w`. Else null.
const Expr* handed_back(const Call& call);

// x, for `&x` and for calls that hand back the address of it or of a member in it; else null.
const Expr* addressed_object(const Expr& address);

// Whether the member, or a record on the way to it, lies in a union with others that are no arrays.
bool in_union(const Member& member);

} // namespace hydra::ir
