// Bodies of which an iteration takes no longer than to note what it touches, element by element or row by row.
#pragma once

#include <array>
#include <cstdint>

#include "passes/facts/summary.h"

namespace hydra::passes {

// Whether it has no loops or jumps, and calls nothing but functions like it and a few of numbers: to look up where it
// leads, and to plan for that, takes longer than to run it.
bool costs_noting(const Summary& summary, const ir::Stmt& body);

// Whether it is like that but for inner loops, each round of which, together with those around it, seems to have an
// element of its own: then an iteration takes not much longer than to touch what it touches once.
bool costs_touching(const Summary& summary, const ir::Stmt& body);

// About what it takes: operators, and elements that are read or written, as often as counting loops with numbers for
// bounds go round. What others do is told apart by how many of these stand inside of one another.
struct IterationCost {
    using ByLoops = std::array<std::int64_t, 4>;
    ByLoops thirds{};  // of operations
    ByLoops touches{}; // elements, each once in all rounds that lead to it
    // Else only the run tells: there are other loops, or functions that call themselves or that the program does not
    // have.
    bool is_known = true;

    // With so many rounds of each loop that nobody knows.
    [[nodiscard]] std::int64_t operations(std::int64_t rounds) const;
};

IterationCost iteration_cost(const Summary& summary, const ir::Stmt& body);

} // namespace hydra::passes
