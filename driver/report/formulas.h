// What a page in a browser needs to draw a parallel loop for any sizes and numbers of ranks: its iterations and
// footprints as formulas.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ir/kernel.h"

namespace hydra::driver {

// Symbols are the program's own names and expressions, and of footprints `#lo` and `#hi` (a rank's iterations are
// lo <= x < hi) and `#from` and `#to` (its rounds, where ranks have boxes), which no program has.
struct LoopFormulas {
    struct Array {
        std::string name;
        std::int64_t element_bytes = 0;
        // One a dimension; none: it reaches as far as the loop does.
        std::vector<std::optional<ir::SymbolicExpr>> lengths;
        int along = -1;  // the dimension that lies with the iterations; -1: none does
        int across = -1; // the one that lies with the rounds, where ranks have boxes
        friend bool operator==(const Array&, const Array&) = default;
    };
    // In each dimension lo <= subscript < hi; none: from the begin, or to the end.
    struct Range {
        std::optional<ir::SymbolicExpr> lo, hi;
        ir::SymbolicExpr step = 1;
        friend bool operator==(const Range&, const Range&) = default;
    };
    struct Section {
        int array = 0;
        bool writes = false;
        std::string text; // of the access
        std::vector<Range> box;
        std::optional<ir::SymbolicExpr> guard; // the condition under which there is anything
        friend bool operator==(const Section&, const Section&) = default;
    };

    std::string why_not;         // there is none of what follows; else empty
    ir::SymbolicExpr begin, end; // begin <= x < end
    // Iteration x lies at scale * x + offset of dimension `dim` of the array; array < 0: at x itself.
    int array = -1, dim = 0;
    std::int64_t scale = 1;
    ir::SymbolicExpr offset;
    std::vector<Array> arrays;
    std::vector<Section> sections;
    // Where ranks may have boxes: round j lies at j + boxes_offset of dimension `boxes_dim` of the same array.
    int boxes_dim = -1;
    std::int64_t boxes_offset = 0;
    std::vector<Section> boxes;
};

// Source: footprints of the pass "footprints", alignment of "placement", boxes of "boxes".
LoopFormulas loop_formulas(const ir::Kernel& kernel);

} // namespace hydra::driver
