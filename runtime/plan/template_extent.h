// The template that a launch's iterations lie along: how long a dimension of an array is, as a slot sees it.
#pragma once

#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

namespace hydra::rt {

struct TemplateExtent {
    std::int64_t extent = 0;
    std::int64_t first = 0; // the subscript at which it starts
};

// A dimension of the slot that the loop is aligned with; extent 0 where it has none. Subscripts count from the pointer,
// and where that lies outside of the allocation (arrays counted from 1), from the allocation's start.
TemplateExtent template_extent(const PlanRequest& request, const Binding& binding, const hydra_rt_footprint& footprint,
                               int slot, int dim);
// How many bytes lie between positions of the dimension: an array may be gone through by rows here, and element by
// element there.
std::int64_t bytes_of_position(const hydra_rt_footprint::Slot& slot, int dim);
// Of a slot along its outermost dimension: counted from the allocation's start, wherever the pointer points, since
// loops over the parts of an array (lu(a + k * n + k, n - k)) deal out the same rows.
TemplateExtent whole_extent(const hydra_rt_footprint::Slot& slot, std::int64_t bytes, std::int64_t offset);

} // namespace hydra::rt
