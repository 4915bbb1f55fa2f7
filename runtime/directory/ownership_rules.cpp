// See ownership_rules.h. What ranks touch is never listed: a rank's rows are the partition's intervals, shifted, and
// the ranks that rows belong to are found by walking over the partition's borders inside of them.
#include "runtime/directory/ownership_rules.h"

#include "runtime/directory/broadcast_tree.h"
#include "runtime/directory/ownership_rows.h"
#include "runtime/directory/tree.h"
#include "runtime/policy/worth_directory.h"

#include <algorithm>

namespace hydra::rt {
namespace {

Region united(const std::vector<RuleRows>& rows, int dims) {
    if (rows.size() == 1)
        return rows.front().region;
    std::vector<const Region*> regions;
    regions.reserve(rows.size());
    for (const RuleRows& r : rows)
        regions.push_back(&r.region);
    return Region::unite(dims, regions);
}

bool is_among(const RowShifts& shifts, std::int64_t shift) {
    return std::find(shifts.begin(), shifts.end(), shift) != shifts.end();
}

} // namespace

void OwnershipRules::add(const Shifts& shifts, Region region) {
    if (region.empty())
        return;
    const auto at = std::find_if(held_.begin(), held_.end(), [&](const RulePart& p) { return !(p.shifts < shifts); });
    if (at == held_.end() || !(at->shifts == shifts))
        held_.insert(at, {shifts, std::move(region)});
    else
        at->region |= region;
}

bool OwnershipRules::can_tell(const RuleAccess& access, const Region& written) const {
    for (const RuleRows& write : access.writes)
        if (write.shift != access.writes.front().shift)
            return false;
    if (written.intersects(access.shared))
        return false;
    // Where another rank may write what one reads, all must be asked.
    for (const RuleRows& read : access.reads)
        if (!written.empty() && read.shift != access.writes.front().shift && read.region.intersects(written))
            return false;
    Shifts lacking; // of reads
    bool lacks_shared = false;
    int some_hold_shared = 0;         // parts
    std::optional<std::int64_t> from; // the shift of who owns what of it not everybody has
    bool one_owner = true;
    if (partition_ && !(*partition_ == access.partition && along_ == access.along))
        return false;
    for (const auto& [shifts, region] : held_) {
        if (shifts.empty())
            continue;
        const bool one_holder = shifts.size() == 1;
        for (const RuleRows& read : access.reads) {
            if (is_among(shifts, read.shift) || !read.region.intersects(region))
                continue;
            if (!one_holder || (!first_.empty() && first_.intersects(region & read.region)))
                return false;
            if (!is_among(lacking, read.shift))
                lacking.push_back(read.shift);
        }
        if (access.shared.intersects(region)) {
            if (!(access.all_take_part || (!access.takers.empty() && is_one_row(access.shared, access.along))))
                return false;
            one_owner = one_owner && (!from || *from == shifts.front());
            from = shifts.front();
            lacks_shared = lacks_shared || one_holder;
            some_hold_shared += one_holder ? 0 : 1;
            if (!one_holder &&
                (access.partition.ranks() > worth::most_ranks_listed || !is_one_row(access.shared, access.along) ||
                 is_held_by_all(shifts, access.partition,
                                access.shared.extent(static_cast<std::size_t>(access.along)).lo)))
                return false; // all hold it under another name
        }
    }
    if (first_has_some(access.shared) && !(access.all_take_part && some_hold_shared == 0 && lacking.empty() &&
                                           access.partition.ranks() <= worth::most_ranks_listed))
        return false;
    // Who gets a part of it from its owner gets all of it from there.
    if (some_hold_shared > 0 && !(one_owner && (lacks_shared || some_hold_shared == 1) && lacking.empty()))
        return false;
    // An element that as many ranks lack as a tree is worth, or a part of what another want asks for: spread() looks at
    // whole transfers.
    return (lacking.size() < worth::least_tree || !is_lacked_by_many(access, lacking)) &&
           (lacking.empty() || !lacks_shared);
}

// Whether some element is lacked by so many of these positions' owners that a tree would be worth it.
bool OwnershipRules::is_lacked_by_many(const RuleAccess& access, const Shifts& lacking) const {
    std::vector<Region> by(worth::least_tree, Region(dims_)); // [k]: what more than k of those looked at so far lack
    for (const std::int64_t shift : lacking) {
        Region wanted(dims_);
        for (const auto& [shifts, region] : held_)
            for (const RuleRows& read : access.reads)
                if (read.shift == shift && !shifts.empty() && !is_among(shifts, shift))
                    wanted |= region & read.region;
        for (std::size_t k = worth::least_tree - 1; k > 0; --k)
            by[k] |= by[k - 1] & wanted;
        by[0] |= wanted;
    }
    return !by.back().empty();
}

// Who holds what these have of the shared row afterwards.
RowShifts OwnershipRules::shared_with(const Shifts& shifts, const RuleAccess& access) const {
    if (access.all_take_part)
        return {};
    Shifts all = shifts;
    const std::int64_t row = access.shared.extent(static_cast<std::size_t>(access.along)).lo;
    for (const RuleTaker& taker : access.takers)
        if (!rt::is_among(shifts, access.partition, row, taker.rank))
            all.push_back(row - taker.position);
    if (is_held_by_all(all, access.partition, row))
        return {};
    std::sort(all.begin() + 1, all.end());
    return all;
}

// Only what changes is moved from one part to another: mostly the rows that all read, while a rank writes what it holds
// alone.
OwnershipRules OwnershipRules::after(const RuleAccess& access, const Region& written) const {
    OwnershipRules next(*this);
    RuleHeld fetched;
    const auto add_fetched = [&] {
        drop_empty(next.held_);
        for (RulePart& part : fetched)
            next.add(part.shifts, std::move(part.region));
        fetched.clear();
    };
    for (const RuleRows& read : access.reads) {
        for (RulePart& part : next.held_) {
            if (part.shifts.empty() || is_among(part.shifts, read.shift))
                continue;
            Region common = part.region.take(read.region);
            if (common.empty())
                continue;
            fetched.push_back({part.shifts, std::move(common)});
            Shifts& more = fetched.back().shifts;
            more.insert(std::upper_bound(more.begin() + 1, more.end(), read.shift), read.shift);
        }
        if (!fetched.empty())
            add_fetched();
    }
    if (!written.empty()) {
        const Shifts own{access.writes.front().shift};
        Region gained(dims_); // what is written and is not there yet: every element is in some part
        for (RulePart& part : next.held_)
            if (!(part.shifts == own))
                gained |= part.region.take(written);
        if (!gained.empty()) {
            drop_empty(next.held_);
            next.add(own, std::move(gained));
        }
    }
    if (!access.shared.empty()) {
        for (RulePart& part : next.held_)
            if (!part.shifts.empty())
                if (Region common = part.region.take(access.shared); !common.empty())
                    fetched.push_back({shared_with(part.shifts, access), std::move(common)});
        if (!fetched.empty())
            add_fetched();
    }
    if (next.everywhere())
        next.partition_.reset();
    else
        next.partition_ = access.partition;
    next.along_ = access.along;
    next.forget_first(written, access);
    return next;
}

bool OwnershipRules::first_has_some(const Region& region) const {
    return !first_.empty() && std::any_of(
                                  held_.begin(), held_.end(),
                                  [&](const RulePart& part) {
                                      return !part.shifts.empty() && part.region.intersects(region) &&
                                             first_.intersects(part.region & region);
                                  });
}

// What is its owners' again, or everybody's.
void OwnershipRules::forget_first(const Region& written, const RuleAccess& access) {
    if (first_.empty())
        return;
    first_ -= written;
    if (access.all_take_part)
        first_ -= access.shared;
    if (everywhere())
        first_ = Region(dims_);
}

std::optional<OwnershipRules::Outcome> OwnershipRules::launch(const RuleAccess& access, int rank) const {
    std::int64_t lo = 0, hi = 0;
    const auto add_rows = [&](const Region& region) {
        if (region.empty())
            return;
        const Range rows = region.rows();
        lo = lo < hi ? std::min(lo, rows.lo) : rows.lo;
        hi = std::max(hi, rows.hi);
    };
    for (const RuleRows& read : access.reads)
        add_rows(read.region);
    for (const RuleRows& write : access.writes)
        add_rows(write.region);
    add_rows(access.shared);
    const auto launched = [&](const OwnershipRules& state) {
        std::optional<Outcome> outcome = state.launch_of_owners(access, rank);
        if (!outcome)
            outcome = state.launch_on_rows(access, rank);
        if (outcome && !outcome->same && lo < hi)
            outcome->next.set_aside_but(lo, hi);
        return outcome;
    };
    if (leaves_aside(lo, hi))
        return launched(*this);
    OwnershipRules joined = around(lo, hi);
    std::optional<Outcome> outcome = launched(joined);
    if (outcome && outcome->same) // but for what was set aside, and the next launch need not look for it again
        outcome = Outcome{{}, std::move(joined)};
    return outcome;
}

std::optional<OwnershipRules::Outcome> OwnershipRules::launch_on_rows(const RuleAccess& access, int rank) const {
    const Region written = united(access.writes, dims_);
    if (!can_tell(access, written))
        return std::nullopt;
    ByRank sent, received;             // by peer
    ByRank shared;                     // by owner
    std::vector<HeldBySome> some_hold; // of what is shared
    for (const auto& [shifts, region] : held_) {
        if (shifts.size() > 1)
            if (Region common = region & access.shared; !common.empty())
                some_hold.push_back({shifts, std::move(common)});
        if (shifts.size() != 1)
            continue;
        const std::int64_t shift = shifts.front();
        for (const RuleRows& read : access.reads) {
            if (read.shift == shift)
                continue;
            const Region common = region & read.region;
            if (common.empty())
                continue;
            const auto receive = [&](int from, const Region& part) {
                if (from != rank)
                    note(received, from, part);
            };
            const auto send = [&](int to, const Region& part) {
                if (to != rank)
                    note(sent, to, part);
            };
            for_each_owner(*partition_, shift, part_of(access.partition, rank, read.shift, common, along_), along_,
                           receive);
            for_each_owner(access.partition, read.shift, part_of(*partition_, rank, shift, common, along_), along_,
                           send);
        }
        for_each_owner(*partition_, shift, region & access.shared, along_,
                       [&](int owner, const Region& part) { note(shared, owner, part); });
    }
    Outcome outcome{{}, after(access, written)};
    for (OfRank& to : sent)
        outcome.transfers.push_back({rank, to.rank, std::move(to.region)});
    for (OfRank& from : received)
        outcome.transfers.push_back({from.rank, rank, std::move(from.region)});
    if (first_has_some(access.shared)) {
        broadcast_besides(shared, rank, outcome.transfers);
    } else {
        for (const auto& [owner, region] : shared)
            if (some_hold.empty())
                hand_out(access, owner, region, rank, outcome.transfers);
            else
                broadcast_rest(access, owner, region, some_hold, rank, outcome.transfers);
    }
    if (shared.empty() && !some_hold.empty())
        broadcast_held(access, some_hold.front(), rank, outcome.transfers);
    put_in_order(outcome.transfers);
    return outcome;
}

std::optional<std::int64_t> OwnershipRules::shift_of_owners() const {
    Shifts common;
    bool any = false; // rows that not everybody holds
    const auto keep_those_of = [&](const RuleHeld& held) {
        for (const auto& [shifts, region] : held) {
            if (shifts.empty())
                continue;
            Shifts both;
            for (const std::int64_t shift : any ? common : shifts)
                if (is_among(shifts, shift))
                    both.push_back(shift);
            common = std::move(both);
            any = true;
        }
    };
    keep_those_of(held_);
    for (std::size_t i = 0; aside_ != nullptr && i < aside_->parts.size() && !(any && common.empty()); ++i)
        keep_those_of(aside_->parts[i]->held);
    if (common.empty())
        return std::nullopt;
    return common.front();
}

bool OwnershipRules::holds_as_owner(int rank, const Region& region) const {
    if (region.empty() || everywhere())
        return true;
    const std::optional<std::int64_t> shift = shift_of_owners();
    if (!shift)
        return false;
    const Range rows = region.extent(static_cast<std::size_t>(along_));
    const Intervals own = rows_of(*partition_, rank, *shift, rows.lo, rows.hi);
    for (std::size_t b = 0; b < region.boxes(); ++b) {
        const Range& part = region.box(b)[static_cast<std::size_t>(along_)];
        const auto last = std::partition_point(own.begin(), own.end(),
                                               [&](const Interval& interval) { return interval.hi < part.hi; });
        if (last == own.end() || part.lo < last->lo)
            return false;
    }
    return true;
}

void OwnershipRules::spell_out(const RuleHeld& held, int ranks, std::vector<DirState::Entry>& out) const {
    for (const auto& [shifts, region] : held) {
        if (shifts.empty()) {
            out.push_back({region, RankSet::all()});
            continue;
        }
        std::vector<std::pair<Region, RankSet>> parts;
        for_each_owner(*partition_, shifts.front(), region, along_,
                       [&](int owner, const Region& part) { parts.emplace_back(part, RankSet::one(owner)); });
        for (std::size_t s = 1; s < shifts.size(); ++s) {
            std::vector<std::pair<Region, RankSet>> finer;
            for (const auto& [part, holders] : parts)
                for_each_owner(*partition_, shifts[s], part, along_,
                               [&, holders = &holders](int owner, const Region& piece) {
                                   finer.emplace_back(piece, holders->with(owner, ranks));
                               });
            parts = std::move(finer);
        }
        for (auto& [part, holders] : parts) {
            if (!first_.empty())
                if (Region more = part.take(first_); !more.empty())
                    out.push_back({std::move(more), holders.with(0, ranks)});
            if (!part.empty())
                out.push_back({std::move(part), std::move(holders)});
        }
    }
}

// What is set aside comes in bands of its own: launches on the other rows go on without it.
DirState OwnershipRules::spelled_out(int ranks) const {
    struct Part {
        std::int64_t lo, hi;
        const RuleHeld* held;
    };
    std::vector<Part> parts;
    const auto add_part = [&](const RuleHeld& held) {
        Part part{INT64_MAX, INT64_MIN, &held};
        for (const auto& [shifts, region] : held)
            part = {std::min(part.lo, region.rows().lo), std::max(part.hi, region.rows().hi), &held};
        if (part.lo < part.hi)
            parts.push_back(part);
    };
    for (std::size_t i = 0; aside_ != nullptr && i < aside_->parts.size(); ++i)
        add_part(aside_->parts[i]->held);
    add_part(held_);
    std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.lo < b.lo; });
    std::optional<DirState> state;
    for (std::size_t i = 0; i < parts.size();) {
        std::vector<DirState::Entry> entries;
        const std::int64_t lo = parts[i].lo;
        std::int64_t hi = lo;
        std::size_t boxes = 0;
        const auto belongs = [&](const Part& part) {
            return part.lo < hi || (boxes < worth::enough_boxes_of_band && part.held != &held_) || boxes == 0;
        };
        for (; i < parts.size() && belongs(parts[i]); ++i) {
            hi = std::max(hi, parts[i].hi);
            for (const auto& [shifts, region] : *parts[i].held)
                boxes += region.boxes();
            spell_out(*parts[i].held, ranks, entries);
        }
        state = state ? state->with(lo, hi, std::move(entries)) : DirState(ranks, dims_, std::move(entries));
    }
    return state ? *std::move(state) : DirState(ranks, Region(dims_));
}

std::uint64_t hash_of(const RuleHeld& held) {
    std::uint64_t hash = held.size();
    for (const auto& [shifts, region] : held) {
        for (const std::int64_t shift : shifts)
            hash = hash * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(shift);
        hash = (hash ^ shifts.size()) * 0xff51afd7ed558ccdu ^ region.hash();
        hash ^= hash >> 32;
    }
    return hash;
}

std::size_t bytes_of(const RuleHeld& held) {
    std::size_t bytes = 0;
    for (const RulePart& part : held)
        bytes += sizeof part + part.region.flat().size_bytes();
    return bytes;
}

} // namespace hydra::rt
