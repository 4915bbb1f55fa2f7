// See row_spans.h. Spans are gone through by address: of those before, what counts is how far the farthest of one
// owner goes, and the farthest of any other one.
#include "runtime/single/row_spans.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {

TableCells::TableCells(const char* first, std::int64_t step, std::int64_t count)
    : first_(first), step_(step), rows_(static_cast<std::size_t>(count)) {
    for (std::size_t number = 0; number < rows_.size(); ++number)
        rows_[number] = now(number);
}

std::uintptr_t TableCells::now(std::size_t number) const {
    std::uintptr_t row = 0;
    std::memcpy(&row, first_ + static_cast<std::int64_t>(number) * step_, sizeof row);
    return row;
}

bool TableCells::are_as_they_were() const {
    for (std::size_t number = 0; number < rows_.size(); ++number)
        if (rows_[number] != now(number))
            return false;
    return true;
}

bool TableCells::hold(const void* pointer) const {
    return std::find(rows_.begin(), rows_.end(), reinterpret_cast<std::uintptr_t>(pointer)) != rows_.end();
}

std::uintptr_t TableCells::end() const {
    return begin() + static_cast<std::uintptr_t>(static_cast<std::int64_t>(rows_.size() - 1) * step_) + sizeof(void*);
}

bool add_rows(const hydra_rt_footprint::Slot& slot, std::size_t number, const void* pointer, RowOwners owners,
              const ObjectTable& objects, std::vector<RowSpan>& spans, std::vector<TableCells>& cells) {
    const RowsReach reach = slot.rows_reach(number);
    if (reach.unknown || reach.anywhere || slot.skew != 0)
        return false;
    if (reach.first >= reach.last || reach.bytes.empty())
        return true;
    const char* const first = static_cast<const char*>(pointer) + reach.entry + reach.first * reach.step;
    const char* const last = first + (reach.last - reach.first - 1) * reach.step;
    bool exact = true; // boxes that may be wider than the truth may begin before the table, or go beyond it
    for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind)
        exact = exact && (slot.boxes[kind].empty() || hydra_rt_footprint::exact(kind));
    if (!exact) {
        const auto object = objects.find(reinterpret_cast<std::uintptr_t>(first));
        if (!object || !object->holds(reinterpret_cast<std::uintptr_t>(last) + sizeof(void*) - 1))
            return false;
    }
    cells.emplace_back(first, reach.step, reach.last - reach.first);
    const TableCells& table = cells.back();
    for (std::size_t row = 0; row < static_cast<std::size_t>(reach.last - reach.first); ++row)
        spans.push_back({table.row(row) + static_cast<std::uintptr_t>(reach.bytes.lo),
                         table.row(row) + static_cast<std::uintptr_t>(reach.bytes.hi),
                         owners.first + (owners.each ? static_cast<int>(row) + 1 : 0), reach.written});
    spans.push_back({table.begin(), table.end(), owners.first, false}); // the pointers themselves
    return true;
}

namespace {

// How far spans of one owner go, and those of the others.
class Farthest {
  public:
    void add(const RowSpan& span) {
        if (span.owner == owner_) {
            end_ = std::max(end_, span.hi);
        } else if (span.hi > end_) {
            others_ = end_;
            end_ = span.hi;
            owner_ = span.owner;
        } else {
            others_ = std::max(others_, span.hi);
        }
    }
    [[nodiscard]] bool meets(const RowSpan& span) const { return span.lo < (span.owner == owner_ ? others_ : end_); }

  private:
    int owner_ = no_owner - 1;
    std::uintptr_t end_ = 0, others_ = 0; // others_ <= end_, of all owners but owner_
};

} // namespace

bool spans_meet(std::vector<RowSpan>& spans) {
    const auto before = [](const RowSpan& a, const RowSpan& b) { return a.lo < b.lo; };
    if (!std::is_sorted(spans.begin(), spans.end(), before))
        std::sort(spans.begin(), spans.end(), before);
    Farthest any, written;
    for (const RowSpan& span : spans) {
        if (span.lo >= span.hi)
            continue;
        if (written.meets(span) || (span.written && any.meets(span)))
            return true;
        any.add(span);
        if (span.written)
            written.add(span);
    }
    return false;
}

} // namespace hydra::rt
