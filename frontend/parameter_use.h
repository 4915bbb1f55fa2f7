// What a called function does with the struct that a pointer parameter points at: helpers take `Image *m` without
// const and only read its members.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string_view>

#include "ir/tree.h"

namespace hydra::frontend {

// The functions of a program by what a call names; those that are not static may be defined in another file.
class Definitions {
  public:
    explicit Definitions(std::span<const std::unique_ptr<ir::TranslationUnit>> units);
    // Null: not in the program.
    [[nodiscard]] const ir::FunctionDecl* of(const ir::FunctionDecl& named) const;

  private:
    std::map<std::string_view, const ir::FunctionDecl*> outer_;
};

// Whether the function is defined in the program and only reads the object that its parameter (counted from 0) points
// at, and keeps no address in it. What the object's own pointers point at may be written.
bool only_reads(const ir::FunctionDecl& function, std::size_t parameter, const Definitions& definitions);

} // namespace hydra::frontend
