// The passes, in the order in which pipeline.cpp runs them. Each has a file of its own, and says there what it assumes
// and leaves behind.
#pragma once

namespace hydra::passes {

struct Context;
struct State;
struct ValueFacts;

void outline_pass(State& state);
void clauses_pass(State& state);
void ranges_pass(Context& context, ValueFacts& facts);
void accesses_pass(State& state);
void everywhere_pass(State& state);
void constant_rows_pass(State& state);
void line_rows_pass(State& state);
void footprints_pass(State& state);
void inspect_pass(State& state);
void replicate_pass(State& state);
void bounds_pass(State& state);
void races_pass(State& state);
void objects_pass(State& state);
void inner_pass(State& state);
void interleaving_pass(State& state);
void private_arrays_pass(State& state);
void transfers_pass(State& state);
void placement_pass(State& state);
void boxes_pass(State& state);
void movement_pass(State& state);
void block_cyclic_pass(State& state);
void volumes_pass(State& state);
void grids_pass(State& state);
void sweeps_pass(State& state);
void parts_pass(State& state);
void small_values_pass(State& state);
void allocation_pass(State& state);
void hoist_pass(State& state);
void decisions_pass(State& state);
void overruns_pass(State& state);

} // namespace hydra::passes
