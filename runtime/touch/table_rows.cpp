// See table_rows.h.
#include "runtime/touch/table_rows.h"

#include "runtime/base/integers.h"
#include "runtime/policy/worth_touch.h"
#include "runtime/touch/table_walk.h"

#include <numeric>
#include <utility>

namespace hydra::rt {
namespace {

using Slot = hydra_rt_footprint::Slot;

constexpr long unknown_bound = 1L << 38; // nobody has arrays that large: of the subscript, nothing is known

// Adds [at, at + 1) x inner, joined to the last box where it continues that one.
void add_row(std::vector<long>& boxes, long at, const long* inner, std::size_t width) {
    if (boxes.size() >= width + 3) {
        long* last = boxes.data() + boxes.size() - width - 3;
        const long row = last[1] - 1;
        const bool alone = row == last[0];
        if (at > row && (alone || at == row + last[2]) && std::equal(inner, inner + width, last + 3)) {
            last[2] = at - row;
            last[1] = at + 1;
            return;
        }
    }
    boxes.insert(boxes.end(), {at, at + 1, 1});
    boxes.insert(boxes.end(), inner, inner + width);
}

long count_of(const long* bound) { return (bound[1] - bound[0] - 1) / bound[2] + 1; }

// A box behind a pointer, as boxes of one dimension.
class Flattened {
  public:
    Flattened(const Slot& inner, const long* box) : box_(box), stride_(static_cast<std::size_t>(inner.dims())) {
        long stride = 1;
        for (int d = inner.dims(); d-- > 0;) {
            stride_[static_cast<std::size_t>(d)] = stride;
            stride *= d > 0 ? inner.len[static_cast<std::size_t>(d - 1)] : 1;
        }
        // Whole rows of the innermost dimensions, and a range of the next one, follow one another.
        for (left_ = inner.dims(); left_ > 0 && of(left_ - 1)[2] == 1;) {
            --left_;
            base_ += of(left_)[0] * stride_[static_cast<std::size_t>(left_)];
            width_ = (of(left_)[1] - of(left_)[0]) * stride_[static_cast<std::size_t>(left_)];
            if (left_ == 0 || of(left_)[0] != 0 || of(left_)[1] != inner.len[static_cast<std::size_t>(left_ - 1)])
                break;
        }
        for (int d = 0; d < left_ && width_ == 1; ++d)
            if (line_ < 0 || count_of(of(d)) > count_of(of(line_)))
                line_ = d;
        for (int d = 0; d < left_; ++d)
            if (d != line_)
                pieces_ = std::min(worth::most_pieces_of_row + 1,
                                   pieces_ * std::min(count_of(of(d)), worth::most_pieces_of_row + 1));
    }
    [[nodiscard]] long pieces() const { return pieces_; }
    // From the first element to behind the last, counted from the pointer.
    [[nodiscard]] std::pair<long, long> hull() const {
        long lo = base_, hi = base_ + width_;
        for (int d = 0; d < left_; ++d) {
            const long stride = stride_[static_cast<std::size_t>(d)];
            lo += of(d)[0] * stride;
            hi += (of(d)[0] + (count_of(of(d)) - 1) * of(d)[2]) * stride;
        }
        return {lo, hi};
    }
    // Adds the boxes where the pointer's element has number `at`.
    void add_to(std::vector<long>& out, long at) const { add(out, 0, at + base_); }

  private:
    const long* of(int d) const { return box_ + 3 * static_cast<std::ptrdiff_t>(d); }

    void add(std::vector<long>& out, int d, long at) const {
        if (d == left_) {
            if (line_ < 0) {
                out.insert(out.end(), {at, at + width_, 1});
                return;
            }
            const long stride = stride_[static_cast<std::size_t>(line_)], step = of(line_)[2] * stride;
            const long first = at + of(line_)[0] * stride;
            out.insert(out.end(), {first, first + (count_of(of(line_)) - 1) * step + 1, step});
            return;
        }
        if (d == line_) {
            add(out, d + 1, at);
            return;
        }
        for (long x = of(d)[0]; x < of(d)[1]; x += of(d)[2])
            add(out, d + 1, at + x * stride_[static_cast<std::size_t>(d)]);
    }

    const long* box_;
    std::vector<long> stride_;  // by dimension, in elements
    long base_ = 0, width_ = 1; // of the dimensions that follow one another
    int left_ = 0, line_ = -1;  // the other dimensions: how many, and the longest, of single elements
    long pieces_ = 1;
};

// Keeps of the boxes of one dimension from number `first` on what lies in from <= x < to.
void clip(std::vector<long>& boxes, std::size_t first, long from, long to) {
    std::size_t kept = first;
    for (std::size_t at = first; at < boxes.size(); at += 3) {
        const long step = boxes[at + 2];
        long lo = boxes[at];
        if (lo < from)
            lo += (from - lo + step - 1) / step * step;
        const long hi = std::min(boxes[at + 1], to);
        if (lo >= hi)
            continue;
        boxes[kept] = lo;
        boxes[kept + 1] = hi;
        boxes[kept + 2] = step;
        kept += 3;
    }
    boxes.resize(kept);
}

// A box behind a pointer, in the elements of its group. Where the first subscript may be any, only those are meant that
// lead into the pointer's block. What is perhaps touched may be named as one piece.
void add_elements(const Slot& inner, const long* box, const TableView::Row& row, bool exact, std::vector<long>& out) {
    if (exact) {
        Flattened(inner, box).add_to(out, row.at);
        return;
    }
    std::vector<long> within(box, box + 3 * static_cast<std::ptrdiff_t>(inner.dims()));
    const bool anywhere = box[0] < -unknown_bound || box[1] > unknown_bound;
    if (anywhere) {
        const long each = unit(inner) / inner.elem;
        within[0] = floor_div(row.from - row.at, each);
        within[1] = floor_div(row.to - 1 - row.at, each) + 1;
        within[2] = 1;
        if (within[0] >= within[1])
            return;
    }
    const std::size_t first = out.size();
    const Flattened flattened(inner, within.data());
    if (flattened.pieces() <= worth::most_pieces_of_row) {
        flattened.add_to(out, row.at);
    } else {
        const auto [lo, hi] = flattened.hull();
        out.insert(out.end(), {row.at + lo, row.at + hi, 1});
    }
    if (anywhere)
        clip(out, first, row.from, row.to);
}

} // namespace

void TableView::expand(hydra_rt_footprint& footprint) const {
    footprint.slots.resize(own + groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        footprint.slots[own + g].elem = groups[g].elem;
        footprint.slots[own + g].len = groups[g].len;
    }
    for (std::size_t s = 0; s < own; ++s) {
        Slot& slot = footprint.slots[s];
        if (slot.tables.empty())
            continue;
        if (is_regular()) {
            expand_stretches(s, footprint);
            continue;
        }
        const Slot inner = behind(slot);
        const auto width = static_cast<std::size_t>(3 * slot.dims());
        const std::size_t inner_width = width - static_cast<std::size_t>(3 * slot.tables.back());
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            const bool exact = hydra_rt_footprint::exact(kind), certain = trusted && exact;
            const auto next = [&](const char* entry, const char*& pointer) {
                const auto after = memory.upper_bound(entry);
                if (!certain && (after == memory.begin() || entry + sizeof(void*) > std::prev(after)->second))
                    return false;
                pointer = load(entry);
                return true;
            };
            const auto room = [&](const char* table, std::int64_t) -> std::int64_t {
                const auto known = rooms.find(table);
                return known == rooms.end() ? 0 : known->second;
            };
            const auto add = [&](const char* pointer, const long* box) {
                const auto row = row_of[s].find(pointer);
                if (row == row_of[s].end()) // it leads nowhere
                    return;
                const Group& group = groups[row->second.group];
                std::vector<long>& out = footprint.slots[own + row->second.group].boxes[kind];
                if (group.kind == Group::Kind::rows)
                    add_row(out, row->second.at, box, inner_width);
                else if (group.kind == Group::Kind::elements)
                    add_elements(inner, box, row->second, exact, out);
                else
                    out.insert(out.end(), box, box + inner_width);
            };
            const std::vector<long> boxes = std::exchange(slot.boxes[kind], {});
            for (std::size_t at = 0; at < boxes.size(); at += width)
                for_each_row(slot, boxes.data() + at, static_cast<const char*>(pointers[s]), next, room, add);
        }
    }
}

RowGrouper::RowGrouper(const Slot& inner, std::size_t origin, const Registry& registry, TableView& view)
    : inner_(inner), unit_(unit(inner)), origin_(origin), registry_(registry), view_(view) {
    can_be_flat_ = std::ranges::all_of(
        inner.len, [](long length) { return length >= 1; });
}

void RowGrouper::note_boxes(const Slot& slot, std::size_t kind) {
    const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
    const std::size_t in_row = 3 * static_cast<std::size_t>(slot.tables.back());
    for (std::size_t at = 0; at < slot.boxes[kind].size() && can_be_flat_; at += width)
        can_be_flat_ = !hydra_rt_footprint::exact(kind) ||
                       Flattened(inner_, slot.boxes[kind].data() + at + in_row).pieces() <= worth::most_pieces_of_row;
}

void RowGrouper::add(Rows& rows, const Allocation* allocation) {
    std::vector<const char*>& pointers = rows.pointers;
    std::sort(pointers.begin(), pointers.end());
    std::int64_t common = 0;
    for (std::size_t i = 1; i < pointers.size(); ++i)
        common = std::gcd(common, pointers[i] - pointers[i - 1]);
    const std::int64_t width = rows.hull.hi - rows.hull.lo;
    const bool can_be_elements = can_be_flat_ && common % inner_.elem == 0;
    if (allocation == nullptr || pointers.size() == 1)
        for (const char* pointer : pointers)
            add_group(Kind::row, {&pointer, 1}, 1, allocation);
    else if (common % unit_ == 0 && common >= width)
        add_group(Kind::rows, pointers, common, allocation);
    else if (inner_.len.empty() && common % inner_.elem == 0)
        add_group(Kind::elements, pointers, inner_.elem, allocation);
    else
        add_runs(pointers, width, can_be_elements, allocation);
}

void RowGrouper::add_group(Kind kind, std::span<const char* const> pointers, std::int64_t step,
                           const Allocation* allocation) {
    const char* const first = pointers.front();
    TableView::Group group;
    group.kind = kind;
    group.origin = origin_;
    group.elem = inner_.elem;
    group.first = first;
    group.last = pointers.back();
    if (kind != Kind::elements)
        group.len = inner_.len;
    if (kind == Kind::rows)
        group.len.insert(group.len.begin(), step / unit_);
    for (const char* pointer : pointers) {
        TableView::Row row{view_.groups.size(), (pointer - first) / step, 0, 0};
        if (kind == Kind::elements) {
            Block block = registry_.block_of(*allocation, pointer);
            if (pointer < block.base || pointer >= block.base + block.bytes) // it lies between blocks
                block = {allocation->base, allocation->bytes};
            const std::int64_t lo = block.base - first, hi = lo + static_cast<std::int64_t>(block.bytes);
            row.from = lo / step - (lo % step < 0 ? 1 : 0);
            row.to = (hi + step - 1) / step;
        }
        view_.row_of[origin_].emplace(pointer, row);
    }
    view_.groups.push_back(std::move(group));
    view_.pointers.push_back(const_cast<char*>(first));
}

void RowGrouper::add_runs(std::span<const char* const> pointers, std::int64_t width, bool can_be_elements,
                          const Allocation* allocation) {
    std::vector<std::size_t> runs; // the length of each
    for (std::size_t from = 0; from < pointers.size(); from += runs.back()) {
        const std::span<const char* const> left = pointers.subspan(from);
        std::size_t count = 1;
        const std::int64_t step = left.size() > 1 ? left[1] - left[0] : 0;
        while (step >= width && step % unit_ == 0 && count < left.size() && left[count] - left[count - 1] == step)
            ++count;
        runs.push_back(count);
    }
    if (runs.size() > worth::most_row_groups && can_be_elements) {
        add_group(Kind::elements, pointers, inner_.elem, allocation);
        return;
    }
    for (const std::size_t count : runs) {
        const std::int64_t step = count > 1 ? pointers[1] - pointers[0] : 1;
        add_group(count > 1 ? Kind::rows : Kind::row, pointers.first(count), step, allocation);
        pointers = pointers.subspan(count);
    }
}

TableView::Extent extent_of(const Slot& slot, const char* pointer, const Block& table, const Block& row) {
    TableView::Extent extent;
    if (table.bytes > 0) {
        const std::int64_t each = std::max<std::int64_t>(stride(slot, 0), 1), offset = pointer - table.base;
        const auto bytes = static_cast<std::int64_t>(table.bytes);
        const bool outside = (offset < 0 || offset >= bytes) && offset % each == 0;
        extent.rows = outside ? bytes / each : (bytes - offset) / each;
        extent.first_row = outside ? -offset / each : 0;
    }
    extent.length = static_cast<std::int64_t>(row.bytes) / unit(behind(slot));
    return extent;
}

} // namespace hydra::rt
