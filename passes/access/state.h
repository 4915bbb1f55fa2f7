// What the passes hand to one another besides the program itself.
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "passes/access/region.h"
#include "passes/context.h"
#include "passes/flow/value_facts.h"

namespace hydra::passes {

class PointsTo;
class RecordValues;
class UnevenMemory;

struct State : Context, ValueFacts {
    // wanted_outside: see Summary.
    State(ir::Program& of, const support::SourceManager& files, support::Diagnostics& to,
          const std::set<std::string>& wanted_outside = {}, bool with_devices = false)
        : Context{of, files, to, Summary(of, wanted_outside), with_devices} {}

    std::vector<std::unique_ptr<Region>> kernels; // by KernelId
    std::vector<std::unique_ptr<Region>> sites;   // by SiteId
    std::shared_ptr<const RecordValues> record_values;
    // What directives inside of kernels' loops would make. Iterations run those loops as they meet them; they are
    // checked as if they were launched.
    std::vector<ir::Kernel> nested;
    // Once asked for, by pointers_of() and uneven_memory_of().
    std::shared_ptr<const PointsTo> points_to;
    std::shared_ptr<const UnevenMemory> uneven_memory;
};

// Where the program's pointers lead. Few programs need to know.
const PointsTo& pointers_of(State& state);
// The objects in which the memory of the access may lie; nullopt: not known.
std::optional<std::set<int>> objects_of(const PointsTo& points_to, const RawAccess& access);

// The accesses of a kernel's body; as_shared: variables of its private and firstprivate clauses that are to be looked
// at as if all iterations shared them; counters: see RegionOptions.
std::unique_ptr<Region> accesses_of(const State& state, const ir::Kernel& kernel, const Variables& as_shared,
                                    bool counters = false);
// Adds what the loop's clauses, and who may call its function, say of them; leaves out reads of constants.
void complete_region(const State& state, const ir::Kernel& kernel, Region& region);

} // namespace hydra::passes
