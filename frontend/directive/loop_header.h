// What the bound and the step of a parallel loop read, so that it can be told whether the body changes them.
#pragma once
#include <map>
#include <set>
#include <string>

#include "frontend/sema/flow.h"
#include "ir/tree.h"

namespace hydra::frontend {

struct HeaderReads {
    bool assigns = false;
    bool subscripts = false;
    std::set<const ir::VarDecl*> read;
    std::map<const ir::VarDecl*, std::set<std::string>> members; // read as p->member only
    std::set<const ir::VarDecl*> other;                          // read in other ways too, but as pointers subtracted

    // Whether memory that the variable is, or points at, is read. `i < end - p` reads pointers, and no memory.
    [[nodiscard]] bool reaches_into(const ir::VarDecl* variable) const;
    // `i < p->n` reads nothing that is written through p->data.
    [[nodiscard]] bool is_apart(const MemoryWrite& write) const;
};

// Calls are looked at where all files are known: they must not change anything.
HeaderReads header_reads(const ir::Expr& expr);

} // namespace hydra::frontend
