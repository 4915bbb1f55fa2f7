// Between what a program says about its arrays (a pointer, an element size, row lengths, boxes of subscripts) and the
// one canonical index space in which the directory keeps an allocation.
//
// A box of subscripts is a base address and nested strides; dense or overlapping levels are merged, levels that fit the
// canonical rows become dimensions, and what does not fit is cut at row borders or enumerated. So the conversion is
// exact as a set of bytes for every row length, offset and subscript, negative ones and overlong rows included.
#pragma once

#include "runtime/sets/region.h"

#include <functional>

namespace hydra::rt {

// The canonical index space of an allocation: element (x0, ..., xD-1) lies at byte
// elem * ((x0 * len[0] + x1) * len[1] + x2 ...). The last row and the last element may be partial.
//
// Elements at equal distances from each other, as those on a diagonal, are a column of a matrix with rows of this
// length, and a box. Wavefronts go from column to column, so that in a shape for them columns come first
// (skewed_shape.h): there, element (x0, x1, x2, ...) lies at byte elem * ((x1 * len[0] + x0) * len[1] + x2 ...).
struct Shape {
    std::int64_t bytes = 0;        // of the whole allocation
    std::int64_t elem = 1;         // bytes of a unit, >= 1
    std::vector<std::int64_t> len; // lengths of the dimensions 1..D-1, each >= 1; turned: the first one is of a row
    bool fresh = true;             // no access has chosen a shape yet
    bool turned = false;           // columns first; of two dimensions or more

    int dims() const { return static_cast<int>(len.size()) + 1; }
    // Units in the allocation, a last partial one included.
    std::int64_t units() const { return (bytes + elem - 1) / elem; }
    // Units between neighbours of dimension d.
    std::int64_t stride(int d) const;
    // Every element of the allocation.
    Region whole() const;
    bool operator==(const Shape&) const = default;
};

// The shape of an allocation that nothing has accessed: bytes in one dimension.
Shape fresh_shape(std::int64_t bytes);

// How a slot sees an allocation (hydra_rt_shape): elements of `elem` bytes from byte `offset` of the allocation on,
// `len` the lengths of the dimensions 1..D-1, which may be any numbers.
struct View {
    std::int64_t offset = 0;
    std::int64_t elem = 1;
    std::span<const long> len;

    int dims() const { return static_cast<int>(len.size()) + 1; }
};

// Whether the view's elements consist of whole units of the shape, so that `convert` may be called.
bool fits(const Shape& shape, const View& view);

// The shape to use from now on for an allocation that has `shape` and is accessed through `view`: equal to `shape`
// where that serves, else with smaller units, or with the view's rows if it has more dimensions. Depends on its
// arguments only.
Shape refined(const Shape& shape, const View& view);

struct Converted {
    Region region;              // in the shape's index space, clipped to the allocation
    bool out_of_bounds = false; // the box has elements outside of the allocation
};

// The elements of one box of subscripts (3*dims entries: lo, hi, step for each dimension, as in hydra_rt_box).
// Requires fits(shape, view).
Converted convert(const Shape& shape, const View& view, std::span<const long> bounds);
// The union of several boxes, `flat` being one after the other; faster than box by box.
Converted convert_all(const Shape& shape, const View& view, std::span<const long> flat);

// The region of `from` in the index space of `to`, as the same set of bytes. to.elem divides from.elem, bytes are equal
// (refined() gives such shapes). A fresh shape knows only the whole and the empty region.
Region reshape(const Region& region, const Shape& from, const Shape& to);

// A contiguous piece of an allocation, in bytes.
struct Run {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    bool operator==(const Run&) const = default;
};

// Calls f with the maximal contiguous pieces, in ascending order, clipped to the allocation's bytes. Deterministic: a
// sender's runs joined and a receiver's runs joined are the same bytes.
void for_each_run(const Region& region, const Shape& shape, const std::function<void(Run)>& f);
std::vector<Run> runs(const Region& region, const Shape& shape);
// Bytes of the region, a partial last element counted as it is.
std::int64_t region_bytes(const Region& region, const Shape& shape);

} // namespace hydra::rt
