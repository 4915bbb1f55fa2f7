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

// Whether the function is defined in the program and only reads the object that its parameter (counted from 0) points
// at, and keeps no address in it. What the object's own pointers point at may be written.
bool only_reads(const FunctionDecl& function, std::size_t parameter, const Definitions& definitions);

// The same of a pointer that the statement declares with its value: whether it does no more than read what that points
// at.
bool only_reads(const Stmt& scope, const VarDecl& pointer, const Definitions& definitions);

} // namespace hydra::ir
