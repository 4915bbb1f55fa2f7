// What the caller of a symbolic run says about the region: a parallel loop's body, or a launch-free piece of serial
// code.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "passes/facts/summary.h"
#include "passes/symbolic/symbolic.h"

namespace hydra::passes {

struct RegionOptions {
    bool kernel = true;             // false: a site in serial code
    bool leaf = false;              // a site that cannot be cut smaller: pointers that only move count as whole arrays
    Variables priv;                 // private, firstprivate, reduction variables and the loop variable
    SymbolId chunk_variable = -1;   // kernel: the symbol of x
    std::vector<Poly> chunk_bounds; // kernel: what bounds x, as far as known
    const ir::VarDecl* loop_variable = nullptr; // kernel
    // Whether the name of a variable that a called function uses means the same variable at the region.
    std::function<bool(const ir::VarDecl*)> nameable;
    // What host code evaluates for an expression over a variable that is not nameable, since another unit has it: a
    // pointer, or an integer; or none.
    std::function<ir::HostExpr(const ir::VarDecl*, const ir::HostExpr& expr, bool pointer)> told = {};
    std::optional<Poly> loop_value; // kernel: the loop variable's value in terms of x
    Variables own_memory;           // kernel: pointers to memory of the iteration's own
    Variables copied = {};          // kernel: of priv, those with elements, which each iteration has a copy of
    // Whether a member of a record variable lies in memory that ranks share out (record_values.h); empty: none does.
    std::function<bool(const ir::Expr&)> in_memory = {};
    // Whether local variables that count what data decide are known by where they lie (counters.h): what they lead to
    // is then wider than the truth, and else unknown.
    bool counters = false;
    Variables watched = {}; // kernel: scalars of the iteration's own whose uses by name are accesses, too
};

} // namespace hydra::passes
