// Arrays with row lengths known at run time only, in languages that have no such types: a pointer to rows becomes a
// pointer to what the rows are made of, and `a[i][j]` becomes `a[i * n + j]`.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/print_hooks.h"

namespace hydra::codegen {

class FlatRows {
  public:
    // length: an array's length as a text of type long that binds as tightly as a name.
    FlatRows(const ir::PrintHooks& hooks, std::function<std::string(const ir::Type&)> length)
        : hooks_(hooks), length_(std::move(length)) {}

    // The text of an expression that selects an element of such rows, or computes with pointers to them; nullopt: it
    // does neither.
    std::optional<std::string> expression(const ir::Expr& expr) const;
    // The text of a pointer to the first element of what the expression is, or points at: an array of such rows.
    std::string pointer(const ir::Expr& expr) const;
    // How many elements an array of this type has, as a text: "n * 3L".
    std::string stride(const ir::Type& array) const;

  private:
    struct Place {
        std::string root;
        std::vector<std::string> offsets; // signed: "i * n", "-(k) * n"
        [[nodiscard]] std::string sum() const;
    };
    Place place(const ir::Expr& expr) const;
    std::string text(const ir::Expr& expr) const { return ir::print_c(expr, hooks_); }
    std::string scaled(const ir::Expr& index, const ir::Type& array) const;

    const ir::PrintHooks& hooks_;
    std::function<std::string(const ir::Type&)> length_;
};

} // namespace hydra::codegen
