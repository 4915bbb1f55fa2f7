// See copied.h. The source's regions are converted to the target's index space as boxes of a view that lies where the
// source would lie in the target.
#include "runtime/directory/copied.h"

#include "runtime/directory/skewed_shape.h"
#include "runtime/policy/worth_directory.h"

#include <numeric>

namespace hydra::rt {
namespace {

// Distances that are no multiple of this are rare, would cut all units to single bytes, and would move the pattern
// that marks stale bytes (HYDRA_VERIFY).
constexpr std::int64_t least_unit = 4;

DirState reshaped(const DirState& state, const Shape& from, const Shape& to) {
    if (from == to)
        return state;
    return state.mapped(to.dims(), [&](const Region& region) { return reshape(region, from, to); });
}

std::vector<long> boxes_of(const Region& region) {
    std::vector<long> flat;
    flat.reserve(region.flat().size() * 3);
    for (const Range& range : region.flat())
        flat.insert(flat.end(), {range.lo, range.hi, range.step});
    return flat;
}

} // namespace

Shape refined_for_bytes(const Shape& shape, std::int64_t offset, std::int64_t bytes) {
    return refined(shape, View{offset, std::gcd(shape.elem, bytes), {}});
}

Region byte_range(const Shape& shape, std::int64_t offset, std::int64_t bytes) {
    const long box[] = {0, bytes / shape.elem, 1};
    return convert(shape, View{offset, shape.elem, {}}, box).region;
}

Copied after_fill(const CopySide& to, std::int64_t bytes) {
    if (to.state.all_hold(to.shape.whole()))
        return {to.shape, to.state};
    Shape shape = refined_for_bytes(to.shape, to.offset, bytes);
    DirState state = reshaped(to.state, to.shape, shape).after_write_all(byte_range(shape, to.offset, bytes));
    return {std::move(shape), std::move(state)};
}

std::optional<Copied> after_copy(const CopySide& from, const CopySide& to, std::int64_t bytes) {
    if (from.state.all_hold(from.shape.whole()))
        return after_fill(to, bytes);
    const std::int64_t distance = to.offset - from.offset;
    if (from.shape.fresh || distance % least_unit != 0)
        return std::nullopt;
    const Shape straight = from.shape.turned ? unskewed(from.shape) : from.shape;
    const Shape source = refined_for_bytes(straight, from.offset, bytes);
    const DirState held = reshaped(from.state, from.shape, source);
    const Region part = byte_range(source, from.offset, bytes);

    const std::vector<long> rows(source.len.begin(), source.len.end());
    const View view{distance, source.elem, rows};
    Shape shape = refined(to.shape, view);
    shape = refined(shape, View{to.offset, source.elem, {}});
    const DirState before = reshaped(to.state, to.shape, shape);
    const Region target = byte_range(shape, to.offset, bytes);
    std::vector<DirState::Entry> entries;
    for (const DirState::Entry& entry : before.entries())
        entries.push_back({entry.region - target, entry.holders});
    std::size_t boxes = 0;
    for (const DirState::Entry& entry : held.entries()) {
        const Region copied = entry.region & part;
        boxes += copied.boxes();
        if (boxes > worth::most_copied_boxes)
            return std::nullopt;
        if (!copied.empty())
            entries.push_back({convert_all(shape, view, boxes_of(copied)).region, entry.holders});
    }
    DirState state(to.state.ranks(), shape.dims(), std::move(entries));
    return Copied{std::move(shape), std::move(state)};
}

Copied after_resize(const Shape& shape, const DirState& state, std::int64_t bytes) {
    Shape next = shape;
    next.bytes = bytes;
    const Region whole = next.whole();
    Region fresh = whole;
    std::vector<DirState::Entry> entries;
    for (const DirState::Entry& entry : state.entries()) {
        entries.push_back({entry.region & whole, entry.holders});
        fresh -= entry.region;
    }
    entries.push_back({std::move(fresh), RankSet::all()});
    DirState after(state.ranks(), next.dims(), std::move(entries));
    return {std::move(next), std::move(after)};
}

} // namespace hydra::rt
