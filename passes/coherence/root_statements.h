// Serial code that rank 0 may run for all: it prints or writes to files, or computes a few scalars, and does nothing
// else. Then only rank 0 needs what it reads, and the scalars and the streams' states are handed out afterwards.
#pragma once
#include <optional>

#include "passes/facts/summary.h"

namespace hydra::passes {

struct RootStatement {
    // From outside of the statement, in the order of their declarations: what it assigns,
    std::vector<const ir::VarDecl*> assigned;
    // and the variables that hold the streams to which it writes, other than standard output and error.
    std::vector<const ir::VarDecl*> streams;
    bool prints = false;
    bool leaves_errno = false; // at which the program looks
};

// nullopt where other ranks may not leave the statement out: it stores into memory, jumps out, reads input, uses
// streams that are not plain variables, or has a state of another kind.
std::optional<RootStatement> root_statement(const ir::Stmt& stmt, const Summary& summary);

} // namespace hydra::passes
