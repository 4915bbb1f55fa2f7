// Histograms, degree counts, deposits: loops that accumulate into elements that nobody knows before the program runs.
// The language has array reductions for them. The idea: where that is all the loop does with the array, the clause is
// the advice; where the clause would lack a length, or cost much, the reason names it.
#pragma once
#include <optional>
#include <string>

#include "ir/program.h"
#include "support/diag.h"

namespace hydra::driver {

struct Tally {
    std::string clause; // to be tried; empty: `hint` tells of it instead
    std::string hint;
    std::string needs_length = {}; // a clause in which the user has to fill in LENGTH
};

// nullopt: the doubt about the kernel is another one. iterations: of the loop, where they are known.
std::optional<Tally> find_tally(const ir::Kernel& kernel, std::optional<std::int64_t> iterations);
// Of a loop whose start, bound and step are constants.
std::optional<std::int64_t> constant_iterations(const ir::Kernel& kernel);
// Says so of directives that the program has without such a clause.
void warn_of_tallies(const ir::Program& program, support::Diagnostics& diagnostics);

} // namespace hydra::driver
