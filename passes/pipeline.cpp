// The list of passes is the middle of the compiler: what each may assume stands between the calls.
#include "passes/pipeline.h"

#include <chrono>

#include "ir/verify.h"
#include "passes/access/state.h"
#include "passes/facts/opaque_types.h"
#include "passes/passes.h"
#include "passes/sections/constant_rows.h"
#include "passes/sections/line_rows.h"

namespace hydra::passes {

void run_pipeline(ir::Program& program, const support::SourceManager& sources, support::Diagnostics& diagnostics,
                  const PipelineOptions& options) {
    // Structs that a file knows by name alone, where another one of the program defines them.
    complete_opaque_types(program);

    State state(program, sources, diagnostics, options.wanted_outside, options.devices);
    std::vector<std::string_view> passes; // that have run
    const auto pass = [&](std::string_view name, void (*run)(State&), bool even_after_errors = false) {
        if (diagnostics.has_errors() && !even_after_errors)
            return;
        const auto start = std::chrono::steady_clock::now();
        run(state);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        passes.push_back(name);
        if (!diagnostics.has_errors())
            ir::verify(program, passes);
        if (options.after_pass)
            options.after_pass(name, program, seconds.count());
    };

    // Only typed trees so far. Parallel loops become kernels, serial code structured operations around them.
    pass("outline", outline_pass);
    // What their clauses say is checked.
    pass("clauses", clauses_pass, true);

    // What is known of integer variables where each kernel and serial statement stands.
    pass("ranges", [](State& all) { ranges_pass(all, all); });

    // Every access of a kernel's body as subscripts over its loop variables, and the domain on which it happens.
    pass("accesses", accesses_pass);
    // Which reads are of memory that all ranks have in any case.
    pass("everywhere", everywhere_pass);
    // Which of them go through rows of a constant length.
    pass("constant_rows", constant_rows_pass);
    // Which of them keep to single rows.
    pass("line_rows", line_rows_pass);

    // Sections in closed form. From here on a kernel says what any range of its iterations reads and writes.
    pass("footprints", footprints_pass);

    // What depends on data gets inspectors: parts of the body that find at run time what a range of iterations touches.
    pass("inspect", inspect_pass);

    // Every rank runs a kernel whose writes are still not known.
    pass("replicate", replicate_pass);
    // What leaves a declared array, or a row of one, for certain is said.
    pass("bounds", bounds_pass);
    // Directives that are wrong are refused, with two iterations that clash.
    pass("races", races_pass);
    // Where pointers that only the run knows lead, as far as that tells that they do not meet.
    pass("objects", objects_pass);
    // Which inner loops have rounds that do not depend on each other either: for devices, which have many threads.
    pass("inner", inner_pass);
    // How a core may interleaving_pass iterations that are proved independent.
    pass("interleaving", interleaving_pass);

    // So are arrays of private and firstprivate clauses through which values pass from one iteration to another.
    pass("private_arrays", private_arrays_pass);

    // Serial code reads valid data: a Transfer before every statement that touches an array.
    pass("transfers", transfers_pass);

    // Which subscript decides the rank that runs an iteration.
    pass("placement", placement_pass);

    // Which inner loops ranks may share out, too, so that each of a grid of ranks runs a box.
    if (!options.trial)
        pass("boxes", boxes_pass);

    // What the placement means for each read.
    pass("movement", movement_pass);
    // Where blocks of rows would leave ranks without work, rows are dealt out block-cyclically.
    pass("block_cyclic", block_cyclic_pass);

    // What that moves, and what other ways to place iterations would.
    pass("volumes", volumes_pass);
    // Where a grid of ranks may move so much less that it is chosen when the program runs.
    pass("grids", grids_pass);
    // Where loops by rows and by columns take turns, rows may stay, and columns be run through as a pipeline of ranks.
    pass("sweeps", sweeps_pass);
    // Which loops are for parts of arrays, whose elements had better stay.
    pass("parts", parts_pass);

    // What devices need no memory for, since its value is as good.
    if (options.devices)
        pass("small_values", small_values_pass);

    // Every array is announced where it comes into being.
    pass("allocation", allocation_pass);

    // Transfers stand as early as they may, each once.
    pass("hoist", hoist_pass);

    // Where serial code decides by computed data how the program goes on. Only dry runs ask.
    pass("decisions", decisions_pass);

    // Subscripts that leave their rows, which code generation hides from native compilers.
    pass("overruns", overruns_pass);
}

} // namespace hydra::passes
