// Which loops of an OpenMP or OpenACC program ranks share out. The program's threads are a team of one: all that its
// directives say of threads (barriers, single, tasks, critical sections) is then what C does anyway, and what is left
// are the loops that it shares out, as candidates for HYDRA's own directive. OpenACC means what C means without it.
#pragma once
#include <list>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/timing.h"
#include "frontend/sema/directive_hook.h"
#include "frontend/source/preprocess.h"
#include "ir/program.h"
#include "support/diag.h"
#include "support/source.h"

namespace hydra::driver {

struct OmpChoice {
    std::vector<frontend::TriedDirective> directives; // under which the program is translated
    // The program under these, behind all passes, and what was said of it; null: it has to be read again.
    std::unique_ptr<ir::Program> program;
    std::unique_ptr<support::Diagnostics> said;
};

// What is not taken keeps the order of C, and is noted in `diagnostics` (hydra-omp); what OpenMP means otherwise than C
// in place is an error there. timings: of the passes of all trials.
OmpChoice omp_directives(const Options& options, const std::list<frontend::Preprocessed>& inputs,
                         support::SourceManager& sources, const std::set<std::string>& wanted_outside,
                         support::Diagnostics& diagnostics, Timings& timings);

} // namespace hydra::driver
