// Positions are counted in bits. A bit-field goes into the current unit of its declared type where it fits whole, else
// into the next one; a field of width 0 closes the unit.
#include "frontend/sema/layout.h"

#include <algorithm>

namespace hydra::frontend {

namespace {
std::int64_t up(std::int64_t value, std::int64_t to) { return to <= 1 ? value : (value + to - 1) / to * to; }
} // namespace

void lay_out(ir::TagDecl& tag, const LayoutOptions& options) {
    bool is_union = tag.kind == ir::TypeKind::Union;
    std::int64_t bits = 0, largest = 0, align = 1;
    bool capped = false;
    for (std::size_t i = 0; i < tag.fields.size(); ++i) {
        ir::Field& field = tag.fields[i];
        std::int64_t size = ir::size_of(field.type).value_or(0);
        std::int64_t natural = ir::align_of(field.type).value_or(1);
        std::int64_t wished = i < options.field_aligns.size() ? options.field_aligns[i] : 0;
        const std::int64_t closing = natural; // a field of width 0 aligns as its type would without a cap
        if (options.cap > 0) {
            capped = capped || options.cap < std::max(natural, wished);
            natural = std::min(natural, options.cap);
            wished = std::min(wished, options.cap);
        }
        bool packed = options.packed || (i < options.field_packed.size() && options.field_packed[i]);
        std::int64_t field_align = std::max<std::int64_t>(packed ? 1 : natural, wished);
        if (is_union)
            bits = 0;
        if (field.bit_width) {
            std::int64_t width = *field.bit_width, unit = size * 8;
            if (width == 0) {
                bits = up(bits, closing * 8);
                field.offset = bits / 8;
                continue;
            }
            if (wished > 0)
                bits = up(bits, wished * 8);
            const bool straddles = packed || options.cap > 0;
            if (!straddles && unit > 0 && bits / unit != (bits + width - 1) / unit)
                bits = up(bits, natural * 8);
            field.offset = unit > 0 && !straddles ? bits / unit * size : bits / 8;
            bits += width;
            if (!field.name.empty())
                align = std::max(align, options.cap > 0 ? std::max(natural, wished) : field_align);
        } else {
            bits = up(bits, field_align * 8);
            field.offset = bits / 8;
            bits += size * 8;
            align = std::max(align, field_align);
        }
        largest = std::max(largest, bits);
    }
    tag.packed = options.packed || capped;
    tag.align = std::max(align, options.align);
    tag.size = up(up(is_union ? largest : bits, 8) / 8, tag.align);
    tag.complete = true;
}

} // namespace hydra::frontend
