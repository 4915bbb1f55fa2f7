// The union of many boxes in any order, private to region.cpp: from the cheapest way, which takes what loops ask for (a
// few cross-sections, rows after rows), to the general one, which unites halves.
#pragma once

#include "runtime/sets/boxes.h"

namespace hydra::rt::boxes {

using Boxes = std::span<const Range*>;

inline bool less_ranges(const Range* a, const Range* b, std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
        if (a[k].lo != b[k].lo)
            return a[k].lo < b[k].lo;
        if (a[k].hi != b[k].hi)
            return a[k].hi < b[k].hi;
        if (a[k].step != b[k].step)
            return a[k].step < b[k].step;
    }
    return false;
}

inline void unite_boxes(int d, Boxes boxes, List& out);

// Unions of halves, for groups whose coordinates interleave or overlap.
inline void unite_halves(int d, std::span<const List> groups, List& out) {
    if (groups.size() == 1) {
        out.insert(out.end(), groups[0].begin(), groups[0].end());
        return;
    }
    Arena arena;
    List left(arena.get()), right(arena.get());
    unite_halves(d, groups.first(groups.size() / 2), left);
    unite_halves(d, groups.subspan(groups.size() / 2), right);
    combine(Op::unite, d, left, right, out);
}

// Boxes whose coordinates are equal or apart: cross-sections of equal ones are united, and that is all. False where the
// coordinates of others meet.
inline bool unite_rows(int d, Boxes boxes, List& out) {
    const std::size_t w = static_cast<std::size_t>(d);
    std::sort(boxes.begin(), boxes.end(), [&](const Range* a, const Range* b) { return less_ranges(a, b, w); });
    for (std::size_t i = 1; i < boxes.size(); ++i)
        if (*boxes[i] != *boxes[i - 1] && boxes[i]->lo < boxes[i - 1]->hi)
            return false;
    Arena arena;
    Items items(arena);
    items.list.reserve(boxes.size());
    items.pool.reserve(boxes.size() * w);
    List outer(arena.get());
    Scratch<const Range*> sections(arena.get());
    for (std::size_t i = 0; i < boxes.size();) {
        const Range rows = *boxes[i];
        sections.clear();
        for (; i < boxes.size() && *boxes[i] == rows; ++i)
            if (sections.empty() || !std::equal(boxes[i] + 1, boxes[i] + w, sections.back()))
                sections.push_back(boxes[i] + 1);
        const std::size_t at = items.pool.size();
        unite_boxes(d - 1, sections, items.pool);
        outer.assign(1, rows);
        normalise(outer);
        for (const Range& r : outer)
            items.add({r, nullptr, at, items.pool.size() - at});
    }
    gather(d, items, out);
    return true;
}

// Boxes with few cross-sections, as a loop's footprint gives for one share after the other, without sorting them all:
// rows are gathered for each cross-section, and cross-sections with the same rows become one. False where there are
// many, or where rows of different ones meet.
inline bool unite_few(int d, Boxes boxes, List& out) {
    constexpr std::size_t few = 6;
    const std::size_t w = static_cast<std::size_t>(d) - 1;
    struct Group {
        const Range* section;
        List rows;
    };
    Arena arena;
    Scratch<Group> groups(arena.get());
    std::size_t at = 0;
    for (const Range* box : boxes) {
        std::size_t tried = 0;
        for (; tried < groups.size() && !std::equal(box + 1, box + 1 + w, groups[at].section); ++tried)
            at = at + 1 < groups.size() ? at + 1 : 0;
        if (tried == groups.size()) {
            if (groups.size() == few)
                return false;
            at = groups.size();
            groups.push_back({box + 1, List(arena.get())});
        }
        List& rows = groups[at].rows;
        if (rows.empty() || (*box != rows.front() && *box != rows.back()))
            rows.push_back(*box);
    }
    Items items(arena);
    Scratch<const Range*> sections(arena.get());
    for (Group& group : groups)
        normalise(group.rows);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].section == nullptr)
            continue;
        sections.clear();
        for (std::size_t k = i; k < groups.size(); ++k)
            if (groups[k].section != nullptr && groups[k].rows == groups[i].rows) {
                sections.push_back(groups[k].section);
                groups[k].section = nullptr;
            }
        const std::size_t from = items.pool.size();
        unite_boxes(d - 1, sections, items.pool);
        for (const Range& r : groups[i].rows)
            items.list.push_back({r, nullptr, from, items.pool.size() - from});
    }
    Scratch<Item>& list = items.list;
    if (sections.size() < groups.size())
        std::sort(list.begin(), list.end(), [](const Item& a, const Item& b) { return a.range.lo < b.range.lo; });
    for (std::size_t i = 1; i < list.size(); ++i)
        if (list[i].range.lo < list[i - 1].range.hi)
            return false;
    gather(d, items, out);
    return true;
}

// Boxes of different cross-sections: those with equal ones are one group, whose coordinates are united first.
inline void unite_groups(int d, Boxes boxes, List& out) {
    if (unite_few(d, boxes, out) || unite_rows(d, boxes, out))
        return;
    const std::size_t w = static_cast<std::size_t>(d) - 1;
    std::sort(boxes.begin(), boxes.end(), [&](const Range* a, const Range* b) {
        return less_ranges(a + 1, b + 1, w) || (!less_ranges(b + 1, a + 1, w) && a->lo < b->lo);
    });
    Arena arena;
    Scratch<List> groups(arena.get());
    Items items(arena);
    for (std::size_t i = 0; i < boxes.size();) {
        List outer(1, *boxes[i], arena.get());
        std::size_t end = i + 1;
        for (; end < boxes.size() && std::equal(boxes[i] + 1, boxes[i] + 1 + w, boxes[end] + 1); ++end)
            outer.push_back(*boxes[end]);
        normalise(outer);
        const std::size_t at = items.pool.size();
        emit_box(d - 1, {boxes[i] + 1, w}, items.pool);
        for (const Range& r : outer)
            items.list.push_back({r, nullptr, at, items.pool.size() - at});
        groups.emplace_back();
        emit_product(d, outer, Flat(items.pool).subspan(at), groups.back());
        i = end;
    }
    Scratch<Item>& list = items.list;
    std::sort(list.begin(), list.end(), [](const Item& a, const Item& b) { return a.range.lo < b.range.lo; });
    bool apart = true;
    for (std::size_t i = 1; apart && i < list.size(); ++i)
        apart = list[i - 1].range.hi <= list[i].range.lo;
    if (apart)
        return gather(d, items, out);
    std::sort(groups.begin(), groups.end(), [](const List& a, const List& b) { return a.front().lo < b.front().lo; });
    unite_halves(d, groups, out);
}

inline void unite_boxes(int d, Boxes boxes, List& out) {
    gone_through += static_cast<std::int64_t>(boxes.size()) * d;
    if (boxes.empty())
        return;
    const auto w = static_cast<std::size_t>(d);
    if (boxes.size() == 1)
        return emit_box(d, {boxes[0], w}, out);
    Arena arena;
    List outer(arena.get());
    if (d == 1) {
        for (const Range* b : boxes)
            outer.push_back(*b);
        normalise(outer);
        out.insert(out.end(), outer.begin(), outer.end());
        return;
    }
    if (!std::all_of(boxes.begin(), boxes.end(), [&](const Range* b) { return *b == *boxes[0]; }))
        return unite_groups(d, boxes, out);
    outer.assign(1, *boxes[0]);
    normalise(outer);
    List inner(arena.get());
    Scratch<const Range*> sections(arena.get());
    for (const Range* b : boxes)
        sections.push_back(b + 1);
    unite_boxes(d - 1, sections, inner);
    emit_product(d, outer, inner, out);
}

} // namespace hydra::rt::boxes
