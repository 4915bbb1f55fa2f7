// Which rank runs which iterations of a kernel, and what that moves: written by the passes of passes/distribution, read
// by code generation and reports.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "ir/counting_loop.h"
#include "ir/host_expr.h"
#include "ir/touches.h"
#include "ir/tree.h"

namespace hydra::ir {

// Where iteration x sits: subscript scale * x + offset of dimension dim of a slot; slot < 0: at x itself.
struct Alignment {
    int slot = -1;
    int dim = 0;
    std::int64_t scale = 1;
    HostExpr offset = HostExpr::number(0);
    std::string subscript; // the whole of it in the user's names, for reports
    // The body's loops go through the array that places it, so there is no more work than elements, and its bounds do
    // not move: where the loop is for a part of the array, moving that would take longer than ranks without work do.
    bool streams = false;
    friend bool operator==(const Alignment&, const Alignment&) = default;
};

// How the positions of a kernel's template go to ranks, where the user does not say. All kernels that share it agree.
struct BlockCyclic {
    bool cyclic = false;      // block-cyclic: small blocks, one rank after the other; else one block a rank
    bool bounds_move = false; // the kernel's own bounds move with an outer loop: its launches are parts of the template
    std::string reason;       // for reports; empty: nothing speaks for block-cyclic rows
    friend bool operator==(const BlockCyclic&, const BlockCyclic&) = default;
};

// How ranks may share out the rounds of an inner loop besides the iterations: each runs a box of both.
struct Boxes {
    std::vector<CountingLoop> loops; // that are cut to a rank's rounds (as InnerLoop::loops); empty: no boxes
    std::string name;                // of the variable that counts
    int dim = 0;                     // of the alignment's slot: round j sits at subscript j + offset
    std::int64_t offset = 0;
    // What the rounds of rounds_begin <= j < rounds_end touch.
    std::vector<Access> accesses;
    std::string reason; // why there are none, for reports
    // An element that all rounds of the (only) loop read and one of them stores: ranks with later rounds run that round
    // for themselves first, on a copy. Null: there is none.
    const Expr* again = nullptr;
    [[nodiscard]] bool any() const { return !loops.empty(); }
    friend bool operator==(const Boxes&, const Boxes&) = default;
};

// Whether the kernel's ranks form a grid without being asked to: those of all kernels that share its arrays do then.
struct GridChoice {
    int group = -1; // a number for these kernels; -1: never
    // What one of each of the group's launches moves that stand in a serial loop: bytes for every row of ranks but one
    // and each column of the array, and for every column of ranks but one and each row. Blocks of rows move the former
    // for every rank but one.
    std::int64_t down = 0, across = 0;
    int once = 0;         // arrays that other launches go through by rows, once each
    bool repeats = false; // the kernel is one of those in a serial loop
    // So many rounds the serial loop has that it is in, or that comes, as far as can be told; none: nobody knows.
    HostExpr rounds;
    bool counts_all = false; // there will not be more
    std::string reason;      // why never, for reports; empty: there is nothing to choose
    friend bool operator==(const GridChoice&, const GridChoice&) = default;
};

// How ranks may share out the rows of arrays that the kernel's iterations run through from end to end, each being a
// column: every part of the body is run for a block of iterations by one rank after the other, as a pipeline.
struct Sweep {
    struct Segment {
        CountingLoop loop;                   // whose rounds lie along the rows, one by one; or, without a loop,
        std::vector<const Stmt*> statements; // what stands between the loops
        std::int64_t offset = 0;             // round i sits at subscript i + offset of dimension `dim`
        std::vector<Access> accesses;        // as Boxes::accesses; of statements: what all of them touch
        friend bool operator==(const Segment&, const Segment&) = default;
    };
    std::vector<Segment> segments; // in the body's order; empty: there is no such way, or it is never taken
    int slot = -1, dim = 0;        // of the array whose rows these are, and the dimension whose subscript counts them
    // Summed up over the kernels of a serial loop's round that go this way, since they take it together: bytes that
    // each rank but one gets for a column, and arrays that would change places instead, from rows to columns or back.
    std::int64_t border = 0;
    int changes = 0;
    // Each part writes one line of the arrays (`b[0][j] = b[1][j]`, along whose dimension `dim` no iteration moves),
    // and ranks that have the line run it, whatever border and changes say.
    bool edges = false;
    // Where ranks form a grid (GridChoice::group of the loops that choose it; -1: none): iteration x sits at subscript
    // x + across_offset of dimension `across`, and each rank beside the line runs its own iterations.
    int group = -1, across = -1;
    std::int64_t across_offset = 0;
    bool by_grid_only = false; // without a grid, iterations lie as any others do
    [[nodiscard]] bool any() const { return !segments.empty(); }
    friend bool operator==(const Sweep&, const Sweep&) = default;
};

// A way to place a kernel's iterations, for reports.
struct Candidate {
    std::string name;
    std::string volume; // bytes that a launch moves, a formula in the user's names and P, R, C, B; empty: none is known
    std::string reason; // why none is
    bool chosen = false; // where the user does not say otherwise
    bool possible = true;
    bool grid = false;      // of ranks
    std::string note = {};  // what decides when the program runs
    std::string where = {}; // the formula holds where this is so; empty: always
    bool at_most = false;   // iterations read parts only of what it counts
    friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct Distribution {
    Alignment alignment;
    BlockCyclic block_cyclic;
    Boxes boxes;
    GridChoice grid;
    Sweep sweep;
    std::vector<Candidate> candidates;
    friend bool operator==(const Distribution&, const Distribution&) = default;
};

} // namespace hydra::ir
