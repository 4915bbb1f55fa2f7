// A part of OwnershipRules: what serial code reads and writes.
#include "runtime/directory/ownership_rules.h"

#include "runtime/directory/broadcast_tree.h"
#include "runtime/directory/ownership_rows.h"
#include "runtime/directory/tree.h"

#include <algorithm>
#include <cstdlib>

namespace hydra::rt {

// Nothing is set aside for so few rows.
std::optional<OwnershipRules::Outcome> OwnershipRules::read_serially(const Region& region, bool by_all,
                                                                     int rank) const {
    if (!partition_ || region.empty())
        return Outcome{{}, *this};
    RuleAccess access{*partition_, {}, {}, region, by_all};
    access.along = along_;
    const Range rows = region.rows();
    if (!leaves_aside(rows.lo, rows.hi)) {
        const Region rest = lacked_by_some(region);
        if (rest.empty())
            return Outcome{{}, *this};
        const Range some = rest.rows();
        if (leaves_aside(some.lo, some.hi))
            return read_serially(rest, by_all, rank);
        return around(some.lo, some.hi).read_serially(rest, by_all, rank);
    }
    if (!by_all) {
        if (!is_one_row(region, along_) || first_has_some(region))
            return read_by_first(region, rank);
        if (partition_->owner(partition_->first()) != 0)
            return std::nullopt;
        access.takers.push_back({0, partition_->first()});
    }
    return launch_on_rows(access, rank);
}

// Of what several hold, it would have to be seen whether rank 0 is one of them, and who is the nearest to it.
std::optional<OwnershipRules::Outcome> OwnershipRules::read_by_first(const Region& region, int rank) const {
    Outcome outcome{{}, *this};
    ByRank senders;
    for (const auto& [shifts, held] : held_) {
        Region common = shifts.empty() ? Region(dims_) : held & region;
        if (common.empty())
            continue;
        if (shifts.size() > 1)
            return std::nullopt;
        outcome.next.first_ |= common;
        common -= first_;
        if (rank == 0)
            for_each_owner(*partition_, shifts.front(), common, along_,
                           [&](int owner, const Region& part) { note(senders, owner, part); });
        else if (const Region own = part_of(*partition_, rank, shifts.front(), common, along_); !own.empty())
            note(senders, rank, own);
    }
    for (OfRank& sender : senders)
        if (sender.rank != 0)
            outcome.transfers.push_back({sender.rank, 0, std::move(sender.region)});
    return outcome;
}

// What all read, of which rank 0 has some besides its owners: each rank gets that from whom else it gets something, or
// from the nearer of the two, as plans that look at all ranks have it.
void OwnershipRules::broadcast_besides(const std::vector<OfRank>& owned, int rank, std::vector<Transfer>& out) const {
    const int ranks = partition_->ranks();
    std::vector<Transfer> all;
    for (int to = 0; to < ranks; ++to) {
        ByRank from;
        std::vector<int> sending; // in the order in which they were chosen
        for (const auto& [owner, region] : owned)
            if (const Region alone = owner == 0 ? region : region - first_; owner != to && !alone.empty()) {
                note(from, owner, alone);
                sending.push_back(owner);
            }
        const auto add_shared = [&](int owner, const Region& region) {
            const Region both = region & first_;
            if (both.empty() || ranks == 2) // then all have it
                return;
            int best = -1;
            for (const int one : sending)
                if ((one == 0 || one == owner) && (best < 0 || std::abs(one - to) < std::abs(best - to)))
                    best = one;
            if (best < 0)
                best = RankSet::one(0).with(owner, ranks).nearest(to);
            note(from, best, both);
            sending.push_back(best);
        };
        const auto add_if = [&](bool first_two) { // {0, 1} comes behind {0, 2}, {0, 3}, ...
            for (const auto& [owner, region] : owned)
                if (to != 0 && owner != 0 && owner != to && (owner == 1) == first_two)
                    add_shared(owner, region);
        };
        add_if(false);
        add_if(true);
        for (OfRank& sender : from)
            all.push_back({sender.rank, to, std::move(sender.region)});
    }
    spread(all, ranks);
    for (Transfer& transfer : all)
        if (transfer.from == rank || transfer.to == rank)
            out.push_back(std::move(transfer));
}

std::optional<OwnershipRules::Outcome> OwnershipRules::write_serially(const Region& read, const Region& written,
                                                                      int rank) const {
    std::optional<Outcome> outcome = read_serially(read, true, rank);
    if (!outcome || !partition_ || written.empty())
        return outcome;
    OwnershipRules& next = outcome->next;
    const Range rows = written.rows();
    if (!next.leaves_aside(rows.lo, rows.hi))
        next = next.around(rows.lo, rows.hi);
    Region gained(dims_);
    for (RulePart& part : next.held_)
        if (!part.shifts.empty())
            gained |= part.region.take(written);
    drop_empty(next.held_);
    next.add({}, std::move(gained));
    if (next.everywhere())
        next.partition_.reset();
    next.forget_first(written, {*partition_, {}, {}, Region(dims_)});
    return outcome;
}

// The region but for rows that are set aside and of which all ranks hold what the region has. (Where the row of a pivot
// may be any, as far as the text says, a column is read from end to end in each step.)
Region OwnershipRules::lacked_by_some(const Region& region) const {
    const Range rows = region.rows();
    Region rest = region;
    std::int64_t from = rows.lo, to = rows.lo; // rows that follow one another, to be taken out
    for (std::size_t i = first_behind(rows.lo); i < aside_->parts.size() && aside_->parts[i]->lo < rows.hi; ++i) {
        const RuleAside& part = *aside_->parts[i];
        if (std::any_of(part.held.begin(), part.held.end(),
                        [&](const RulePart& held) { return !held.shifts.empty() && held.region.intersects(region); }))
            continue;
        if (part.lo != to) {
            rest.take_rows(from, to);
            from = part.lo;
        }
        to = part.hi;
    }
    rest.take_rows(from, to);
    return rest;
}

bool OwnershipRules::all_hold(const Region& region) const {
    const auto meet = [&](const RuleHeld& held) {
        return std::any_of(held.begin(), held.end(),
                           [&](const auto& part) { return !part.shifts.empty() && part.region.intersects(region); });
    };
    const Range rows = region.rows();
    bool partly = meet(held_);
    for (std::size_t i = first_behind(rows.lo);
         aside_ != nullptr && i < aside_->parts.size() && aside_->parts[i]->lo < rows.hi; ++i)
        partly = partly || meet(aside_->parts[i]->held);
    return !partly;
}

} // namespace hydra::rt
