// A part of OwnershipRules: launches of which each rank reads and writes rows that it owns, besides one row that all
// read, in a state where rows are their owners' or everybody's. Most launches whose plans are made anew are such (a
// factorisation's, Floyd and Warshall's). What launch_on_rows() finds in general is found here with a few operations.
#include "runtime/directory/ownership_rules.h"

#include "runtime/directory/broadcast_tree.h"
#include "runtime/directory/ownership_rows.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// By which shift all that is read and written belongs to ranks; `fallback` where nothing is.
std::optional<std::int64_t> shift_of(const RuleAccess& access, std::int64_t fallback) {
    const std::int64_t shift = !access.writes.empty()  ? access.writes.front().shift
                               : !access.reads.empty() ? access.reads.front().shift
                                                       : fallback;
    const auto same = [shift](const RuleRows& rows) { return rows.shift == shift; };
    const bool alike = std::all_of(access.writes.begin(), access.writes.end(), same) &&
                       std::all_of(access.reads.begin(), access.reads.end(), same);
    return alike && access.writes.size() <= 1 ? std::optional(shift) : std::nullopt;
}

} // namespace

// The part that has these shifts; null where there is none.
const Region* OwnershipRules::held_with(const Shifts& shifts) const {
    for (const RulePart& part : held_)
        if (part.shifts == shifts)
            return &part.region;
    return nullptr;
}

std::optional<OwnershipRules::Outcome> OwnershipRules::launch_of_owners(const RuleAccess& access, int rank) const {
    const std::int64_t of_owners = held_.empty() || held_.back().shifts.empty() ? 0 : held_.back().shifts.front();
    const std::optional<std::int64_t> shift = shift_of(access, of_owners);
    if (!shift || (partition_ && !(*partition_ == access.partition && along_ == access.along)))
        return std::nullopt;
    const Shifts own{*shift};
    for (const RulePart& part : held_)
        if (!part.shifts.empty() && !(part.shifts == own))
            return std::nullopt;
    const Region nothing(dims_);
    const Region& written = access.writes.empty() ? nothing : access.writes.front().region;
    const Region *all = held_with({}), *owned = held_with(own);
    const bool gains = all != nullptr && all->intersects(written);
    const bool shares = owned != nullptr && owned->intersects(access.shared);
    if (written.intersects(access.shared) ||
        (shares && (!access.all_take_part || !is_one_row(access.shared, access.along))))
        return std::nullopt;
    const bool changes_first = !first_.empty() && first_.intersects(written);
    if (shares && first_has_some(access.shared))
        return std::nullopt;
    Outcome outcome{{}, OwnershipRules(dims_), !gains && !shares && !changes_first};
    if (outcome.same)
        return outcome;
    Region to_all = all == nullptr ? nothing : *all, to_owners = owned == nullptr ? nothing : *owned;
    if (gains)
        to_owners |= to_all.take(written);
    if (shares) {
        const Region row = to_owners.take(access.shared);
        hand_out(access, access.partition.owner(row.extent(static_cast<std::size_t>(access.along)).lo - *shift), row,
                 rank, outcome.transfers);
        put_in_order(outcome.transfers);
        to_all |= row;
    }
    OwnershipRules& next = outcome.next;
    next.held_.reserve(2);
    if (!to_all.empty())
        next.held_.push_back({{}, std::move(to_all)});
    if (!to_owners.empty())
        next.held_.push_back({own, std::move(to_owners)});
    next.aside_ = aside_;
    next.along_ = access.along;
    if (!next.everywhere())
        next.partition_ = access.partition;
    next.first_ = first_;
    next.forget_first(written, access);
    return outcome;
}

} // namespace hydra::rt
