// The program in text form: kernels, sites, and the operations of each function, every field of each. parse() reads it
// back, so that passes and tools can be tested on text. A field that has its default is left out; statements,
// expressions, variables and types stand there by the names of tree_names.h.
//
//     kernel 0 {
//       name "main_31"
//       at "jacobi.c:31"
//       function main
//       loop 12
//       space {
//         begin "1"
//         end "n - 1"
//       }
//       touches {
//         key "n" { host "n" variable }
//         slot "a" { host "a" variable a elem 8 lengths "n" }
//         access read 0 "a[i - 1][j]" box { bounds "hydra_lo - 1" .. "hydra_hi - 1", "1" .. "n - 1" }
//       }
//       distribution {
//         alignment { slot 0 }
//       }
//     }
//     function "main" {
//       body {
//         serial "jacobi.c:20" { statement 1 }
//         loop "jacobi.c:30" {
//           condition {
//           }
//           body {
//             transfer 0
//             launch 0
//           }
//         }
//       }
//     }
#pragma once
#include <string>

#include "ir/program.h"
#include "ir/tree_names.h"

namespace hydra::ir {

// --dump=ir. names: of the trees that the program speaks of; without, of its own units.
std::string print(const Program& program);
std::string print(const Program& program, const TreeNames& names);
// --dump=footprints: for each kernel and site, what it reads and writes and what is proved or lost, for people.
std::string print_footprints(const Program& program);

} // namespace hydra::ir
