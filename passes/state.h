// What the passes hand to one another besides the program itself.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "passes/access/access.h"
#include "support/diag.h"

namespace hydra::passes {

// A section of an array that a launch reduces: slot and box to be, in the launch's own parameters.
struct ReducedSection {
    int root = 0; // of Region::accesses
    std::int64_t elem = 0;
    std::vector<SymbolId> lengths;                  // of dimensions 1 …
    std::vector<std::pair<SymbolId, SymbolId>> box; // from, to (exclusive), one a dimension
    const ir::Reduction* reduction = nullptr;
};

// The symbolic side of one kernel or site.
struct Region {
    Symbols symbols;
    IslBridge bridge{symbols};
    RegionAccesses accesses;
    SymbolId chunk_variable = -1;
    std::optional<Line> placed;          // kernel: the subscript by which its iterations are placed,
    int placed_by = -1;                  // and the access that has it
    std::vector<ReducedSection> reduced; // of a kernel, in the clauses' order
    // Kernel: reads that are left out, and where the read stands that looks at the same element before them.
    std::vector<std::pair<ir::Mention, support::SourceRange>> repeated;
    // Kernel with one inner loop, all of whose rounds read what one of them stores: that round, and the read's index.
    std::optional<std::pair<Poly, std::size_t>> again;
    // Kernel, as far as affine: a formula by which lo and hi are the whole loop's, and the loop variable in terms of x.
    std::string whole = "1 = 1";
    // Kernel: the access that keeps all of them from being looked up at run time; else invalid.
    support::SourceRange culprit = {};
    std::optional<Poly> loop_value;
};

class RecordValues;

struct State {
    ir::Program& program;
    const support::SourceManager& sources;
    support::Diagnostics& diagnostics;
    Summary summary;
    std::map<const ir::Stmt*, Ranges> ranges;     // what is known where a launch or site stands
    std::vector<std::unique_ptr<Region>> kernels; // by KernelId
    std::vector<std::unique_ptr<Region>> sites;   // by SiteId
    std::shared_ptr<const RecordValues> record_values = {};
    bool devices = false;                          // loops may run on devices, which have memory of their own
    std::map<const ir::Stmt*, Orders> orders = {}; // as ranges: which variables are smaller than which others
    // What directives inside of kernels' loops would make. Iterations run those loops as they meet them; they are
    // checked as if they were launched.
    std::vector<ir::Kernel> nested = {};
};

// The passes. Each has its own file and says there what it assumes and leaves behind.
void outline(State& state);
void propagate_ranges(State& state);
void relate_accesses(State& state);
void describe_footprints(State& state);
void inspect(State& state);
void replicate(State& state);
void prove_races(State& state);
void check_bounds(State& state);
void check_own_arrays(State& state);
void deal_inner_loops(State& state);
void find_boxes(State& state);
void interleave(State& state);
void insert_transfers(State& state);
void place(State& state);
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

// The accesses of a kernel's body; as_shared: variables of its private and firstprivate clauses that are to be looked
// at as if all iterations shared them.
std::unique_ptr<Region> accesses_of(const State& state, const ir::Kernel& kernel, const Variables& as_shared);
// Subscript d of an access of a kernel's as it stands in the program, where each dimension has one; else in terms of
// the loop variables.
std::string subscript_text(const Region& region, const ir::Kernel& kernel, const RawAccess& raw, std::size_t d);
// What an access of the kernel was made from; null: not found.
const RawAccess* source_of(const Region& region, const ir::Access& access);
// The slot through which an access goes that footprints describe; -1: there is none.
int slot_of(const ir::Kernel& kernel, const Region& region, const RawAccess& raw);
// Whether iterations may leave something in errno, or raise floating-point exceptions, and the program looks at that.
bool leaves_errors(const State& state, const ir::Kernel& kernel);
// Where an iteration may read what the one before it, or serial code, has left in errno, or as flags of floating-point
// exceptions; null: nowhere.
struct Inherited {
    support::SourceRange at;
    std::string_view why;
};
std::optional<Inherited> inherits_errors(const State& state, const ir::Kernel& kernel);
// The cells that host code reads in front of the region and that its writes must not meet.
std::vector<ir::Watched> watched_cells(const Region& region);
// Shared by footprints and transfers: slots, keys and accesses of a region.
void describe_region(State& state, Region& region, std::vector<ir::Slot>& slots, std::vector<ir::Key>& keys,
                     std::vector<ir::Access>& accesses);
// The same for a kernel with what it reduces; forgets what was described before.
void describe_kernel(State& state, Region& region, ir::Kernel& kernel);
// What a kernel touches in the rounds hydra_from <= j < hydra_to of inner loops, whose iterators these are; adds keys.
// part: which of the region's accesses count; empty: all. False: not all of it is known in closed form.
bool describe_boxes(Region& region, const std::set<SymbolId>& rounds, const std::vector<bool>& part, ir::Kernel& kernel,
                    std::vector<ir::Access>& accesses);
// Drops the fine inspector of a kernel whose iterations cannot overlap.
void forget_refinement(State& state, Region& region, ir::Kernel& kernel);

} // namespace hydra::passes
