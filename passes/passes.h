// The passes, in the order in which pipeline.cpp runs them. Each has a file of its own, and says there what it assumes
// and leaves behind.
#pragma once

namespace hydra::passes {

struct Context;
struct State;
struct ValueFacts;

void outline(State& state);
void check_clauses(State& state);
void propagate_ranges(Context& context, ValueFacts& facts);
void relate_accesses(State& state);
void find_constant_rows(State& state);
void find_line_rows(State& state);
void describe_footprints(State& state);
void inspect(State& state);
void replicate(State& state);
void check_bounds(State& state);
void prove_races(State& state);
void deal_inner_loops(State& state);
void interleave(State& state);
void check_own_arrays(State& state);
void insert_transfers(State& state);
void place(State& state);
void find_boxes(State& state);
void classify_movement(State& state);
void deal_templates(State& state);
void count_volumes(State& state);
void choose_grids(State& state);
void choose_sweeps(State& state);
void find_parts(State& state);
void find_small_values(State& state);
void allocate(State& state);
void hoist(State& state);
void find_decisions(State& state);
void find_overruns(State& state);

} // namespace hydra::passes
