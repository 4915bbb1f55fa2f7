// Shapes for launches along diagonals (Shape::turned), and how such launches are told from what they say.
//
// The elements a[i][d - 2 * i] of an array with rows of n lie n - 2 from each other: in rows of n - 2 elements they are
// one column, and a wavefront over d goes from each column to the next. With columns first, what a rank touches is a
// few boxes instead of one a row, and directory states fall into bands of columns, of which a launch looks at those
// near its own (directory.h).
#pragma once

#include "runtime/directory/ownership_rules.h"
#include "runtime/policy/worth_directory.h"
#include "runtime/sets/columns_first.h"

#include <optional>
#include <vector>

namespace hydra::rt {

// Of a turned shape: the rows of the allocation that iterations touch by a box of subscripts (3 * view.dims() entries)
// of which iteration x touches subscript x + distance of the first dimension alone; the rows p + shift by iteration p.
// An iteration may touch two, where a row of the shape ends between the columns. Nothing where the view goes from row
// to row in another way, or the box leaves the allocation.
std::optional<std::vector<RuleRows>> rows_in_columns(const Shape& shape, const View& view, std::span<const long> box,
                                                     std::int64_t distance);

// What a launch says of an allocation, as far as its shape is concerned.
class Diagonals {
  public:
    static constexpr std::size_t least =
        worth::least_line; // boxes of a line, and rows that are worth a shape with rows first

    // Boxes of subscripts (as in hydra_rt_box) that are touched through the view.
    void add(const View& view, std::span<const long> flat, bool written);
    // The same where each box is a line, from row to row: rows of the view are longer or shorter than the array's. The
    // first fronts of a sweep are short; those of an array that has rows enough, of `bytes` bytes, get longer.
    void add_lines(const View& view, std::span<const long> flat, bool written, std::int64_t bytes);
    // Something large that has no boxes.
    void add_other() { others_ += least; }

    // The distance, in bytes, of the elements that the launch writes along diagonals; 0: it had better have rows.
    std::int64_t distance() const;
    // Whether a launch without such a distance is at odds with this shape, whose columns are first.
    bool leaves(const Shape& turned) const { return beside(turned.stride(1) * turned.elem) >= least; }

  private:
    __extension__ using Wide = __int128;
    struct Line {
        std::int64_t distance; // bytes, >= 1
        std::size_t boxes;
        bool written;
    };
    std::size_t beside(std::int64_t distance) const;
    void add_line(Wide distance, Wide extent, std::size_t boxes, std::size_t rows, bool written);

    std::vector<Line> lines_;
    std::size_t others_ = 0; // rows of other boxes
};

} // namespace hydra::rt
