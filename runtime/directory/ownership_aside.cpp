// A part of OwnershipRules: what launches leave behind. Where they work on ever fewer rows (factorisations) or go from
// column to column (wavefronts), it grows with each of them, and is put aside, so that the next ones neither look at it
// nor copy it.
#include "runtime/directory/ownership_rules.h"
#include "runtime/policy/worth_directory.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace hydra::rt {
namespace {

bool by_all(const RuleHeld& held) { return held.empty() || (held.size() == 1 && held.front().shifts.empty()); }

RuleHeld taken(RuleHeld& held, std::int64_t lo, std::int64_t hi) {
    RuleHeld out;
    for (RulePart& part : held)
        if (Region inside = part.region.take_rows(lo, hi); !inside.empty())
            out.push_back({part.shifts, std::move(inside)});
    std::erase_if(held, [](const RulePart& part) { return part.region.empty(); });
    return out;
}

// Into parts of which a launch needs one or two, in halves: launches come back to what they left, step by step.
void cut_up(RuleAside part, std::vector<std::shared_ptr<const RuleAside>>& out) {
    std::vector<std::int64_t> borders;
    for (const auto& [shifts, region] : part.held)
        for (std::size_t b = 0; b < region.boxes(); ++b)
            borders.push_back(region.box(b)[0].lo);
    if (borders.empty())
        return;
    const auto middle = borders.begin() + static_cast<std::ptrdiff_t>(borders.size() / 2);
    std::nth_element(borders.begin(), middle, borders.end());
    if (borders.size() <= worth::most_boxes_of_part || *middle <= part.lo) {
        out.push_back(std::make_shared<const RuleAside>(std::move(part)));
        return;
    }
    RuleHeld low = taken(part.held, part.lo, *middle);
    cut_up({part.lo, *middle, std::move(low)}, out);
    cut_up({*middle, part.hi, std::move(part.held)}, out);
}

} // namespace

RuleAsides::RuleAsides(std::vector<std::shared_ptr<const RuleAside>> list)
    : parts(std::move(list)),
      everywhere(std::all_of(parts.begin(), parts.end(), [](const auto& part) { return by_all(part->held); })) {}

bool OwnershipRules::everywhere() const { return by_all(held_) && (aside_ == nullptr || aside_->everywhere); }

std::size_t OwnershipRules::first_behind(std::int64_t lo) const {
    if (aside_ == nullptr)
        return 0;
    const auto at = std::partition_point(aside_->parts.begin(), aside_->parts.end(),
                                         [lo](const AsideRef& part) { return part->hi <= lo; });
    return static_cast<std::size_t>(at - aside_->parts.begin());
}

bool OwnershipRules::leaves_aside(std::int64_t lo, std::int64_t hi) const {
    if (aside_ == nullptr)
        return true;
    const std::size_t first = first_behind(lo);
    return first == aside_->parts.size() || hi <= aside_->parts[first]->lo;
}

OwnershipRules OwnershipRules::around(std::int64_t lo, std::int64_t hi) const {
    OwnershipRules out(*this);
    const std::vector<AsideRef>& parts = aside_->parts;
    const auto first = parts.begin() + static_cast<std::ptrdiff_t>(first_behind(lo));
    const auto last = std::partition_point(first, parts.end(), [hi](const AsideRef& part) { return part->lo < hi; });
    std::map<Shifts, std::vector<const Region*>> wanted;
    for (auto part = first; part != last; ++part)
        for (const auto& [shifts, region] : (*part)->held)
            wanted[shifts].push_back(&region);
    std::vector<AsideRef> others(parts.begin(), first);
    others.insert(others.end(), last, parts.end());
    out.aside_ = others.empty() ? nullptr : std::make_shared<const RuleAsides>(std::move(others));
    for (const auto& [shifts, regions] : wanted)
        out.add(shifts, Region::unite(dims_, regions));
    return out;
}

// Of each side of the coordinates, if it has many boxes, unless those inside are so many times as many.
void OwnershipRules::set_aside_but(std::int64_t lo, std::int64_t hi) {
    const std::size_t many = along_ == 0 ? worth::least_boxes_aside : worth::least_boxes_aside_of_fronts;
    std::size_t before = 0, behind = 0, all = 0;
    std::int64_t first = lo, last = hi;
    for (const auto& [shifts, region] : held_) {
        all += region.boxes();
        for (std::size_t b = 0; b < region.boxes(); ++b) {
            const Range& x = region.box(b)[0];
            before += x.hi <= lo;
            behind += hi <= x.lo;
            first = std::min(first, x.lo);
            last = std::max(last, x.hi);
        }
    }
    const std::size_t inside = all - before - behind;
    const auto set_aside_many = [&](std::size_t boxes, std::int64_t from, std::int64_t to) {
        if (boxes >= many && worth::most_boxes_beside * boxes >= inside)
            set_aside(from, to);
    };
    set_aside_many(before, first, lo);
    set_aside_many(behind, hi, last);
}

// What is aside already may lie in between; each stretch beside it becomes a part, or some.
void OwnershipRules::set_aside(std::int64_t lo, std::int64_t hi) {
    std::vector<AsideRef> parts = aside_ == nullptr ? std::vector<AsideRef>() : aside_->parts;
    const auto known = static_cast<std::ptrdiff_t>(parts.size());
    std::vector<AsideRef> fresh;
    std::int64_t from = lo;
    for (std::size_t next = first_behind(lo); from < hi; ++next) {
        const bool last = next >= parts.size();
        if (const std::int64_t to = last ? hi : std::min(hi, parts[next]->lo); from < to)
            cut_up({from, to, taken(held_, from, to)}, fresh);
        from = last ? hi : parts[next]->hi;
    }
    if (fresh.empty())
        return;
    parts.insert(parts.end(), fresh.begin(), fresh.end());
    std::inplace_merge(parts.begin(), parts.begin() + known, parts.end(),
                       [](const AsideRef& a, const AsideRef& b) { return a->lo < b->lo; });
    aside_ = std::make_shared<const RuleAsides>(std::move(parts));
}

} // namespace hydra::rt
