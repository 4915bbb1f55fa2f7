// The serial loops of a program that advice may speak of, and which functions run outside of parallel loops. The
// candidates are found once, in the program as it is; driver/trials/advice.cpp decides about them.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "ir/program.h"
#include "passes/facts/summary.h"

namespace hydra::driver {

// A serial loop that counts.
struct Candidate {
    support::SourceRange range;
    const ir::FunctionDecl* function = nullptr;
    std::vector<std::size_t> inside; // the outermost candidates in its body
    bool touches_memory = false;
    std::vector<std::string> clauses;
    std::string race;     // two iterations that meet, as far as no clause keeps them apart
    std::string obstacle; // why the directive is not advised
    std::string blame;    // the error that says so, with its place; empty: none does
};

struct Candidates {
    std::vector<Candidate> all;
    std::vector<std::size_t> outermost;
};

// The loops of the user's functions, but for those in parallel loops, and those that hold or call a parallel loop.
Candidates find_candidates(const ir::Program& program, const passes::Summary& summary);

// Functions that run outside of parallel loops, as far as the program shows.
std::set<const ir::FunctionDecl*> functions_run_serially(const ir::Program& program, const passes::Summary& summary);

} // namespace hydra::driver
