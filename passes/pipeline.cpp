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
    pass("outline", outline);
    // What their clauses say is checked.
    pass("clauses", check_clauses, true);

    // What is known of integer variables where each kernel and serial statement stands.
    pass("ranges", [](State& all) { propagate_ranges(all, all); });

    // Every access of a kernel's body as subscripts over its loop variables, and the domain on which it happens.
    pass("accesses", relate_accesses);
    // Which of them go through rows of a constant length.
    pass("rows", find_constant_rows);
    // Which of them keep to single rows.
    pass("lines", find_line_rows);

    // Sections in closed form. From here on a kernel says what any range of its iterations reads and writes.
    pass("footprints", describe_footprints);

    // What depends on data gets inspectors: parts of the body that find at run time what a range of iterations touches.
    pass("inspect", inspect);

    // Every rank runs a kernel whose writes are still not known.
    pass("replicate", replicate);
    // What leaves a declared array, or a row of one, for certain is said.
    pass("bounds", check_bounds);
    // Directives that are wrong are refused, with two iterations that clash.
    pass("races", prove_races);
    // Which inner loops have rounds that do not depend on each other either: for devices, which have many threads.
    pass("inner", deal_inner_loops);
    // How a core may interleave iterations that are proved independent.
    pass("interleaving", interleave);

    // So are arrays of private and firstprivate clauses through which values pass from one iteration to another.
    pass("own arrays", check_own_arrays);

    // Serial code reads valid data: a Transfer before every statement that touches an array.
    pass("transfers", insert_transfers);

    // Which subscript decides the rank that runs an iteration.
    pass("placement", place);

    // Which inner loops ranks may share out, too, so that each of a grid of ranks runs a box.
    if (!options.trial)
        pass("boxes", find_boxes);

    // What the placement means for each read.
    pass("movement", classify_movement);
    // Where blocks of rows would leave ranks without work, rows are dealt out in turn.
    pass("dealing", deal_templates);

    // What that moves, and what other ways to place iterations would.
    pass("volumes", count_volumes);
    // Where a grid of ranks may move so much less that it is chosen when the program runs.
    pass("grids", choose_grids);
    // Where loops by rows and by columns take turns, rows may stay, and columns be run through as a pipeline of ranks.
    pass("sweeps", choose_sweeps);
    // Which loops are for parts of arrays, whose elements had better stay.
    pass("parts", find_parts);

    // What devices need no memory for, since its value is as good.
    if (options.devices)
        pass("small values", find_small_values);

    // Every array is announced where it comes into being.
    pass("allocation", allocate);

    // Transfers stand as early as they may, each once.
    pass("hoist", hoist);

    // Where serial code decides by computed data how the program goes on. Only dry runs ask.
    pass("decisions", find_decisions);

    // Subscripts that leave their rows, which code generation hides from native compilers.
    pass("overruns", find_overruns);
}

} // namespace hydra::passes
