// Functions of the program that give the smaller or the larger of their two arguments, as programs write them for
// themselves: `return a > b ? a : b;`, `if (a > b) return a; return b;`.
#pragma once
#include <optional>

#include "ir/tree.h"

namespace hydra::frontend {

// `condition ? then : otherwise`, however it is written.
struct Choice {
    const ir::Expr* condition;
    const ir::Expr* then;
    const ir::Expr* otherwise;
};

// What a function with two parameters returns, if it does nothing else than to choose it; nullopt: it does, or has no
// body here.
std::optional<Choice> choice_of(const ir::FunctionDecl& function);

} // namespace hydra::frontend
