// In which order one rank runs its share of a kernel: written by the passes of passes/schedule ("inner" and
// "interleaving"), read by code generation; "boxes" looks at the inner loops, too.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "ir/counting_loop.h"
#include "ir/tree.h"

namespace hydra::ir {

// An inner loop of a kernel, or several that have the same rounds, one after the other. Within one iteration of the
// kernel no two rounds depend on each other, as long as pointers which differ lead to different memory: a device may
// deal the rounds out to its work items.
struct InnerLoop {
    std::string name; // of the variable that counts
    std::vector<CountingLoop> loops;
    int dimension = 0;      // of the work items along which it lies; 0 is the fastest
    bool is_reused = false; // items beside each other along it read the same elements
    // An element that all rounds of the (only) loop read and one of them stores: that round is run when all others have
    // been, and the later ones reckon with what it is going to store. Null: there is none.
    const Expr* again = nullptr;
    friend bool operator==(const InnerLoop&, const InnerLoop&) = default;
};

// A part of a kernel's body that a device runs for all iterations before the next one, with `inner` of Schedule dealt
// out or in one piece. What stands between is run with all of them: it computes variables of the iteration's own.
struct Stage {
    std::vector<const Stmt*> statements; // side by side
    bool is_dealt = false;
    friend bool operator==(const Stage&, const Stage&) = default;
};

// How a kernel's iterations may be interleaved on a core, for speed. They are proved independent, as long as pointers
// which differ lead to different memory; where the runtime sees that, it runs this form of the kernel.
struct Interleaving {
    bool lanes = false; // side by side, as lanes of a vector: they keep nothing of their own in memory
    // Of sqrt and sqrtf: what they call, and what has no effects, since the program does not look at errno.
    std::vector<std::string> plain_roots;
    // > 0: so many at a time run through the loops of the body together, each statement for all of them.
    int block = 0;
    // The body is made of counting loops whose rounds are the same for all iterations, and of statements between them,
    // which hand nothing to one another in variables: all iterations may run each of these before the next one.
    bool splits = false;
    [[nodiscard]] bool any() const { return lanes || block > 0; }
    friend bool operator==(const Interleaving&, const Interleaving&) = default;
};

struct Schedule {
    std::vector<InnerLoop> inner; // that devices may deal out besides the iterations; outermost first, at most two
    // In the order in which they are launched where `inner` is dealt out; empty: the body is one launch.
    std::vector<Stage> stages;
    int dimension = 0;                    // along which the iterations themselves lie then,
    bool is_reused = false;               // and whether those beside each other read the same elements
    std::vector<std::string> kept_inside; // why the rounds of other inner loops are not dealt out, for reports
    std::vector<InnerLoop> shared;        // `inner` of a loop with reductions, whose rounds devices do not deal out
    Interleaving interleaving;
    // About how many operations an iteration takes; 0: only the run tells.
    std::int64_t weight = 0;
    std::int64_t likely_weight = 0; // then: with loops of which nobody knows how often they go round
    // Then, too: thirds of operations, and elements, in so many of these loops inside of one another.
    std::vector<std::int64_t> thirds, touches;
    friend bool operator==(const Schedule&, const Schedule&) = default;
};

} // namespace hydra::ir
