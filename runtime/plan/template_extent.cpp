// See template_extent.h.
#include "runtime/plan/template_extent.h"

#include "runtime/base/integers.h"

#include <algorithm>

namespace hydra::rt {

// Of a slot that is reached through tables.
static TemplateExtent extent_through_tables(const hydra_rt_footprint::Slot& slot, int dim,
                                            const TableView::Extent& extent) {
    if (dim == 0)
        return {extent.rows, extent.first_row};
    if (dim == slot.tables.back())
        return {extent.length, 0};
    const bool counts_from_pointer = std::binary_search(slot.tables.begin(), slot.tables.end(), dim);
    return {counts_from_pointer ? 0 : slot.len[static_cast<std::size_t>(dim - 1)], 0};
}

TemplateExtent template_extent(const PlanRequest& request, const Binding& binding, const hydra_rt_footprint& footprint,
                               int slot_index, int dim) {
    if (slot_index < 0)
        return {};
    auto slot_at = static_cast<std::size_t>(slot_index);
    const hydra_rt_footprint::Slot& slot = footprint.slots[slot_at];
    if (request.tables != nullptr && !slot.tables.empty())
        return extent_through_tables(slot, dim, request.tables->extents[slot_at]);
    int allocation = binding.of_slot[slot_at];
    if (slot.elem == 0 || allocation == Binding::none)
        return {};
    if (dim > 0)
        return {slot.own_length(dim), 0};
    std::int64_t stride = slot.elem;
    for (const long length : slot.own_lengths())
        stride *= length;
    if (stride <= 0)
        return {};
    const ByteSpan meant = binding.meant_by(slot_at);
    const std::int64_t bytes = meant.hi - meant.lo, offset = binding.offset[slot_at] - meant.lo;
    if ((offset < 0 || offset >= bytes) && offset % stride == 0)
        return {bytes / stride, -offset / stride};
    return {(bytes - offset) / stride, 0};
}

std::int64_t bytes_of_position(const hydra_rt_footprint::Slot& slot, int dim) {
    const auto lengths = slot.own_lengths();
    std::int64_t bytes = slot.elem;
    for (std::size_t d = static_cast<std::size_t>(dim); d < lengths.size(); ++d)
        bytes *= lengths[d];
    return bytes;
}

TemplateExtent whole_extent(const hydra_rt_footprint::Slot& slot, std::int64_t bytes, std::int64_t offset) {
    std::int64_t stride = slot.elem;
    for (const long length : slot.own_lengths())
        stride *= length;
    return {bytes / stride, -floor_div(offset, stride)};
}

} // namespace hydra::rt
