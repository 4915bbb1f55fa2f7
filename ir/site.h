// A place in serial code that needs valid data.
#pragma once
#include <string>
#include <vector>

#include "ir/host_expr.h"
#include "ir/touches.h"
#include "ir/tree.h"

namespace hydra::ir {

struct SiteId {
    int value = -1;
    friend bool operator==(const SiteId&, const SiteId&) = default;
};

// A place in serial code before which arrays must be valid: a statement, or a controlling expression that is evaluated
// again and again (then the transfer is part of the expression).
struct Site {
    SiteId id;
    int unit = 0;
    const FunctionDecl* function = nullptr;
    const Stmt* statement = nullptr; // before this statement; or
    const Expr* condition = nullptr; // as `(transfer, condition)`
    // The transfer stands behind the condition, a call that launches: elements that are read beside it in one
    // expression may be loaded after the call, whatever came before it.
    bool behind = false;
    std::string at, name;
    Touches touches;
    // A bulk copy: not a transfer of what the statement touches, but the word that it copies so many bytes
    // to where slot 0 points, from where slot 1 does, or, without one, stores bytes that are equal on all ranks.
    HostExpr copied;
    // Where not every rank has what the statement reads, rank 0 alone gets it and runs the statement, and hands out
    // `handed` (scalar variables) afterwards, and what the statement left in errno.
    bool alone = false;
    // Of such: every rank runs the statement, and takes rank 0's values of `handed`, in which ranks differ.
    bool varies = false;
    std::vector<HostExpr> handed;
    bool hands_errno = false;
    std::vector<HostExpr> streams; // variables that hold the streams to which such a statement writes
    HostExpr when;                 // where it is false, what the site's pointers lead through need not be there
    std::string decides;           // where what it reads may decide how the program goes on; empty: nowhere
    bool in_loops = false;         // its function runs in parallel loops only
    // `condition` is an lvalue that is read, and made valid alone, whatever `touches` says; that is for reports.
    bool window = false;
    bool windows = false; // alone: parts of the statement are such lvalues
    friend bool operator==(const Site&, const Site&) = default;
};

} // namespace hydra::ir
