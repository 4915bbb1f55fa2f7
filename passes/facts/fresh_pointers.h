// Which pointers lead to memory that was allocated for them: where one is stored, no other cell of memory holds it.
#pragma once
#include <map>
#include <set>
#include <vector>

#include "passes/facts/summary.h"

namespace hydra::passes {

class FreshPointers {
  public:
    explicit FreshPointers(const Summary& summary) : summary_(summary) {}
    // Whether the value, which is stored somewhere by an expression of the function, is null or a pointer to the begin
    // of memory that nobody else keeps a pointer to: a call of malloc or its kin, or of a function that hands on what
    // such a call gave it, or a variable that holds such memory and hands it on here and nowhere else.
    [[nodiscard]] bool is_fresh(const ir::Expr& value, const ir::FunctionDecl& function, int depth = 0) const;
    // Whether all that the function (a definition) returns is.
    [[nodiscard]] bool returns_fresh(const ir::FunctionDecl& function, int depth = 0) const;

  private:
    // What a function does with the values of a variable of its own.
    struct Uses {
        std::vector<const ir::Expr*> values; // that it gets
        std::vector<const ir::Expr*> kept;   // mentions that hand its value on,
        std::size_t returned = 0;            // so many of them in a return
        bool is_open = false;                // others may change it
    };
    struct Function {
        std::map<const ir::VarDecl*, Uses> variables;
        bool jumps = false; // to labels
    };
    class Reader;
    const Function& function(const ir::FunctionDecl& function) const;
    [[nodiscard]] bool are_fresh(const Uses& uses, const ir::FunctionDecl& function, int depth) const;

    const Summary& summary_;
    mutable std::map<const ir::FunctionDecl*, Function> functions_;
    mutable std::map<const ir::FunctionDecl*, bool> returns_;
};

} // namespace hydra::passes
