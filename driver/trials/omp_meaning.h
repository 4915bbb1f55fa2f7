// Where OpenMP means otherwise than C in place, for a team of one thread: its constructs have variables for themselves,
// which are C's own here. What may show is refused.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "frontend/openmp/omp_line.h"
#include "ir/program.h"
#include "support/diag.h"

namespace hydra::driver {

// A directive with the statement that it speaks of.
struct Spoken {
    frontend::OmpDirective said;
    support::SourceRange at; // of the line
    const ir::FunctionDecl* function = nullptr;
    const ir::Stmt* statement = nullptr; // null: it stands alone
};

// The variables that a statement names and does not declare, by name.
std::map<std::string, const ir::VarDecl*> outer_variables(const ir::Stmt& stmt);

// Variables that a construct has for itself: behind it, nobody may read them. all: the program's constructs.
void check_own_variables(const Spoken& region, const std::vector<Spoken>& all, support::Diagnostics& diagnostics);

// Reduction variables of a region: it only accumulates into them.
void check_region_sums(const Spoken& region, const ir::Program& program, support::Diagnostics& diagnostics);

// An operator and the variable that reduction(op:variable) names.
using NamedSum = std::pair<std::string, const ir::VarDecl*>;
// Of a loop that runs in order.
void check_sums(const Spoken& loop, const std::vector<NamedSum>& sums, const ir::Program& program,
                support::Diagnostics& diagnostics);

} // namespace hydra::driver
