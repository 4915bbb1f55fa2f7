// The program in text form: kernels, sites, and the operations of each function. parse() reads it back (without the C
// trees behind it), so that passes and tools can be tested on text.
//
//     kernel 0 main_31 at "jacobi.c:31" {
//       space "1" "n - 1"
//       key n "n"
//       slot 0 a "a" 8 "n"
//       read 0 "a[i - 1][j]" box "hydra_lo - 1" "hydra_hi - 1" "1" "1" "n - 1" "1" fact "0 <= j < n"
//       align 1 0 1 "0"
//     }
//     function main {
//       serial "jacobi.c:20"
//       loop "jacobi.c:30" { condition { transfer 0 } body { launch 0 } }
//     }
#pragma once
#include <string>

#include "ir/program.h"

namespace hydra::ir {

// --dump=ir
std::string print(const Program& program);
// --dump=footprints: for each kernel and site, what it reads and writes and what is proved or lost, for people.
std::string print_footprints(const Program& program);

} // namespace hydra::ir
