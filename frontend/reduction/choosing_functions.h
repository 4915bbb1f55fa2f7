// Functions of the program that give the smaller or the larger of their two arguments, as programs write them for
// themselves: `return a > b ? a : b;`, `if (a > b) return a; return b;`, `double r = a; if (b > r) r = b; return r;`,
// `return fmax(a, b);`.
#pragma once
#include <map>
#include <string>

#include "ir/tree.h"

namespace hydra::frontend {

// `condition ? then : otherwise`, however it is written, or the call that chooses instead.
struct Choice {
    const ir::Expr* condition = nullptr;
    const ir::Expr* then = nullptr;
    const ir::Expr* otherwise = nullptr;
    const ir::Expr* call = nullptr;                               // null: the condition chooses
    std::map<const ir::VarDecl*, const ir::VarDecl*> copies = {}; // local variables that hold a parameter: which
    [[nodiscard]] bool found() const { return condition != nullptr || call != nullptr; }
};

// What a function of the program with two parameters returns, if it does nothing else than to choose it.
struct ChoiceReading {
    Choice choice;
    std::string obstacle; // where nothing was found: what is in the way, in words that stand behind "it "
    ir::SourceRange at;   // and where
};
ChoiceReading choice_of(const ir::FunctionDecl& function);

} // namespace hydra::frontend
