// Which serial loops would gain from a directive, for --report. The idea: each directive is tried. It is read as if it
// stood in the text, the program goes through the whole of the front end and the passes, and only what they accept and
// prove is advised, from the outermost loops inwards, with the clauses that the diagnostics ask for.
#pragma once
#include <list>
#include <set>
#include <string>

#include "driver/options.h"
#include "driver/report/report.h"
#include "frontend/source/preprocess.h"

namespace hydra::driver {

// Adds Report::advised and Report::kept. program: as analysed without advice; inputs: the texts it was read from.
void add_advice(Report& report, const Options& options, const std::list<frontend::Preprocessed>& inputs,
                support::SourceManager& sources, const ir::Program& program,
                const std::set<std::string>& wanted_outside);

} // namespace hydra::driver
