// Bodies of which an iteration takes no longer than to note what it touches, element by element or row by row.
#pragma once

#include <cstdint>

#include "passes/facts/summary.h"

namespace hydra::passes {

// Whether it has no loops or jumps, and calls nothing but functions like it and a few of numbers: to look up where it
// leads, and to plan for that, takes longer than to run it.
bool costs_noting(const Summary& summary, const ir::Stmt& body);

// Whether it is like that but for inner loops, each round of which, together with those around it, seems to have an
// element of its own: then an iteration takes not much longer than to touch what it touches once.
bool costs_touching(const Summary& summary, const ir::Stmt& body);

// About how many operations it takes: operators, and elements that are read or written, as often as counting loops with
// numbers for bounds go round; 0 where only the run tells (another loop, a function that calls itself or that the
// program does not have).
std::int64_t operations_of(const Summary& summary, const ir::Stmt& body);

// The same where only the run tells: loops are taken to go round worth::likely_rounds times.
std::int64_t likely_operations_of(const Summary& summary, const ir::Stmt& body);

} // namespace hydra::passes
