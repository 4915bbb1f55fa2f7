// Rows behind tables of pointers, as the only rank's threads touch them: where they lie, and whether two threads meet.
#pragma once

#include "runtime/single/objects.h"
#include "runtime/touch/footprint.h"

#include <vector>

namespace hydra::rt {

// Bytes lo <= x < hi that an owner touches, a thread or a cell of a table. What is nobody's own has a number of its
// own.
struct RowSpan {
    std::uintptr_t lo, hi;
    int owner;
    bool written; // or may be
};
inline constexpr int no_owner = -1;

// The pointers of a table that lead to rows, as they stood when somebody looked.
class TableCells {
  public:
    TableCells(const char* first, std::int64_t step, std::int64_t count);
    [[nodiscard]] bool are_as_they_were() const;
    // Whether one of them was this.
    [[nodiscard]] bool hold(const void* pointer) const;
    [[nodiscard]] std::uintptr_t row(std::size_t number) const { return rows_[number]; }
    [[nodiscard]] std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(first_); }
    [[nodiscard]] std::uintptr_t end() const;

  private:
    [[nodiscard]] std::uintptr_t now(std::size_t number) const;
    const char* first_;
    std::int64_t step_;
    std::vector<std::uintptr_t> rows_;
};

// Who owns the rows of a table: a thread all that it touches, or each cell its own.
struct RowOwners {
    int first;
    bool each = false;
};

// Adds what is touched behind the table of the slot, which the footprint describes, and the cells that lead there.
// False where that is not known, or where the table might end before them.
bool add_rows(const hydra_rt_footprint::Slot& slot, std::size_t number, const void* pointer, RowOwners owners,
              const ObjectTable& objects, std::vector<RowSpan>& spans, std::vector<TableCells>& cells);

// Whether something that one of them writes is touched by another one. Sorts them.
bool spans_meet(std::vector<RowSpan>& spans);

} // namespace hydra::rt
