// Wavefronts: elements along a diagonal are no box, but lie at equal distances, and so are one in rows of another
// length.
#pragma once
#include <optional>
#include <vector>

#include "passes/access/access.h"

namespace hydra::passes {

// An access in other rows, where its sections are boxes.
struct SkewedRows {
    RawAccess access;
    std::vector<Section> sections;
    std::int64_t skew = 0; // by how much these rows are longer than the access's own; with a table of pointers to rows,
                           // how much farther each begins than the one before
};

// nullopt: no such rows are known. The addresses are the same, whatever the subscripts and lengths are. x: as
// IslBridge::image has it.
std::optional<SkewedRows> in_skewed_rows(IslBridge& bridge, const RawAccess& access, SymbolId x);

} // namespace hydra::passes
