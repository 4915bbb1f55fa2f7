// What stands in for the rows that tables of pointers lead to (a part of tables.h): pointers at even distances are the
// rows of a matrix; many in no order, in one allocation, are stretches of its elements; each other one is a slot.
#pragma once

#include "runtime/touch/tables.h"

#include <span>
#include <vector>

namespace hydra::rt {

// Pointers into one allocation, and what is touched behind each of them at most.
struct Rows {
    std::vector<const char*> pointers;
    ByteSpan hull;
};

// Makes groups of the rows that one slot of a loop leads to.
class RowGrouper {
  public:
    // inner: what lies behind a pointer of the slot; both must outlive this.
    RowGrouper(const hydra_rt_footprint::Slot& inner, std::size_t origin, const Registry& registry, TableView& view);
    // What launches say of the slot: where a row falls into many pieces, rows stay what they are.
    void note_boxes(const hydra_rt_footprint::Slot& slot, std::size_t kind);
    // The rows in an allocation; null: it is not known where they are.
    void add(Rows& rows, const Allocation* allocation);

  private:
    using Kind = TableView::Group::Kind;
    // at counts in steps of so many bytes.
    void add_group(Kind kind, std::span<const char* const> pointers, std::int64_t step, const Allocation* allocation);
    // As many as follow one another at one distance belong together, or all of them where these would be many groups.
    void add_runs(std::span<const char* const> pointers, std::int64_t width, bool can_be_elements,
                  const Allocation* allocation);

    const hydra_rt_footprint::Slot& inner_;
    std::int64_t unit_; // bytes between neighbours of the inner slot's first dimension
    std::size_t origin_;
    bool can_be_flat_ = true;
    const Registry& registry_;
    TableView& view_;
};

} // namespace hydra::rt
