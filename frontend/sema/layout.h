// The layout of structs and unions by the System V rules of x86-64 and AArch64 as gcc applies them: offsets, bit-field
// storage, padding, packed and aligned attributes, #pragma pack.
#pragma once
#include "ir/tree.h"

namespace hydra::frontend {

struct LayoutOptions {
    bool packed = false;
    std::int64_t cap = 0;                   // no member is aligned more strictly (#pragma pack); 0: none
    std::int64_t align = 0;                 // of the record, by attribute; 0: none
    std::vector<std::int64_t> field_aligns; // of each field, by _Alignas or attribute; 0: none
    std::vector<bool> field_packed;
};

// Fills offsets, size, align and packed, and marks the tag complete. Fields of unknown size count as empty (a flexible
// array, or one whose error has been reported).
void lay_out(ir::TagDecl& tag, const LayoutOptions& options);

} // namespace hydra::frontend
