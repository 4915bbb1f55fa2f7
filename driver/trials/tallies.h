// Histograms, degree counts, deposits: loops that accumulate into elements that nobody knows before the program runs.
// The language has array reductions for them. The idea: where that is all the loop does with the array, the clause is
// the advice; where the clause would lack a length, or cost much, the reason names it.
#pragma once
#include <optional>
#include <string>

#include "ir/program.h"

namespace hydra::driver {

struct Tally {
    std::string clause; // to be tried; empty: `hint` tells of it instead
    std::string hint;
};

// nullopt: the doubt about the kernel is another one. iterations: of the loop, where they are known.
std::optional<Tally> find_tally(const ir::Kernel& kernel, std::optional<std::int64_t> iterations);

} // namespace hydra::driver
