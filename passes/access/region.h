// A kernel or site as passes see it: its symbols, what isl knows of them, and its accesses.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "passes/access/access.h"
#include "passes/facts/array_classes.h"
#include "passes/symbolic/isl_clash.h"

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
    // Kernel whose loop goes by steps that only the run knows, looked at for its counters: iterations go by the loop
    // variable's values here, and this is how far they are from one another, as a formula; else empty.
    std::string stride = {};
    std::set<SymbolId> inspected_with; // kernel: the parameters that its inspectors mention
};

// Subscript d of an access of a kernel's as it stands in the program, where each dimension has one; else in terms of
// the loop variables.
std::string subscript_text(const Region& region, const ir::Kernel& kernel, const RawAccess& raw, std::size_t d);
// What an access of the kernel was made from; null: not found.
const RawAccess* source_of(const Region& region, const ir::Access& access);
// The slot through which an access goes that footprints describe; -1: there is none.
int slot_of(const ir::Kernel& kernel, const Region& region, const RawAccess& raw);
// The class of an array or pointer that a root leads to; ArrayClasses::none: not known.
int array_class(ArrayClasses& classes, const Root& root);

} // namespace hydra::passes
