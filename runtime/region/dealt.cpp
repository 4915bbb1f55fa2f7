// See dealt.h. What ranks touch is never listed: a rank's rows are the partition's intervals, shifted, and the ranks
// that rows belong to are found by walking over the partition's borders inside of them.
#include "runtime/region/dealt.h"

#include "runtime/region/tree.h"

#include <algorithm>
#include <bit>

namespace hydra::rt {
namespace {

using Intervals = std::vector<Interval>;

// The elements of the region whose rows lie in these intervals.
Region cut(const Region& region, const Intervals& rows) {
    std::vector<Range> boxes;
    const std::vector<Range> hull = region.hull();
    for (const Interval& interval : rows) {
        boxes.push_back({interval.lo, interval.hi, 1});
        boxes.insert(boxes.end(), hull.begin() + 1, hull.end());
    }
    return region.empty() || boxes.empty() ? Region(region.dims()) : region & Region::from_boxes(region.dims(), boxes);
}

// The rows lo <= y < hi that are the rank's: those whose position is y - shift.
Intervals rows_of(const Partition& partition, int rank, std::int64_t shift, std::int64_t lo, std::int64_t hi) {
    Intervals rows = partition.iterations(rank, 1, 0, lo - shift, hi - shift);
    for (Interval& interval : rows) {
        interval.lo += shift;
        interval.hi += shift;
    }
    return rows;
}

Region part_of(const Partition& partition, int rank, std::int64_t shift, const Region& region) {
    if (region.empty())
        return region;
    const std::vector<Range> hull = region.hull();
    return cut(region, rows_of(partition, rank, shift, hull[0].lo, hull[0].hi));
}

// The region's parts by the ranks that its rows belong to.
std::map<int, Region> by_owner(const Partition& partition, std::int64_t shift, const Region& region) {
    std::map<int, Region> parts;
    if (region.empty())
        return parts;
    const std::int64_t end = region.hull()[0].hi;
    std::map<int, Intervals> rows;
    for (std::int64_t from = region.hull()[0].lo; from < end;) {
        const int owner = partition.owner(from - shift);
        const auto [known, fresh] = rows.try_emplace(owner);
        if (fresh)
            known->second = rows_of(partition, owner, shift, from, end);
        const auto stretch = std::partition_point(known->second.begin(), known->second.end(),
                                                  [&](const Interval& interval) { return interval.hi <= from; });
        from = stretch->hi;
    }
    for (const auto& [owner, own] : rows)
        if (Region part = cut(region, own); !part.empty())
            parts.emplace(owner, std::move(part));
    return parts;
}

Region united(const std::vector<DealtRows>& rows, int dims) {
    std::vector<const Region*> regions;
    for (const DealtRows& r : rows)
        regions.push_back(&r.region);
    return Region::unite(dims, regions);
}

// One region of `owner` that all others lack goes down the tree of spread(), of which this rank knows its own place.
void hand_on(int owner, const Region& region, int rank, int ranks, std::vector<Transfer>& out) {
    const auto rank_of = [&](unsigned member) {
        return static_cast<int>((static_cast<unsigned>(owner) + member) % static_cast<unsigned>(ranks));
    };
    const auto members = static_cast<unsigned>(ranks) - 1; // besides the owner, who is member 0
    const auto mine = static_cast<unsigned>((rank - owner + ranks) % ranks);
    if (members < least_tree) {
        for (unsigned member = 1; member <= members; ++member)
            if (mine == 0 || mine == member)
                out.push_back({owner, rank_of(member), region});
        return;
    }
    const int levels = std::bit_width(members);
    if (mine != 0)
        out.push_back({rank_of(mine & (mine - 1)), rank, region, levels - 1 - std::countr_zero(mine)});
    const int below = mine == 0 ? levels : std::countr_zero(mine);
    for (int bit = 0; bit < below; ++bit)
        if (const unsigned member = mine | 1u << bit; member <= members)
            out.push_back({rank, rank_of(member), region, levels - 1 - bit});
}

} // namespace

bool DealtState::everywhere() const {
    const auto by_all = [](const std::map<Shifts, Region>& held) {
        return held.empty() || (held.size() == 1 && held.begin()->first.empty());
    };
    return by_all(held_) &&
           std::all_of(aside_.begin(), aside_.end(), [&](const Aside& aside) { return by_all(aside->held); });
}

DealtState DealtState::around(std::int64_t lo, std::int64_t hi) const {
    DealtState out(*this);
    out.aside_.clear();
    for (const Aside& aside : aside_)
        if (aside->hi <= lo || hi <= aside->lo)
            out.aside_.push_back(aside);
        else
            for (const auto& [shifts, region] : aside->held)
                out.add(shifts, region);
    return out;
}

// Where launches work on ever fewer rows (factorisations), what they leave behind grows with each of them.
void DealtState::set_aside_but(std::int64_t lo, std::int64_t hi) {
    constexpr std::size_t many = 24; // boxes outside of the rows,
    constexpr std::size_t times = 3; // unless those inside are so many times as many
    std::size_t outside = 0, all = 0;
    std::int64_t first = lo, last = hi;
    for (const auto& [shifts, region] : held_) {
        all += region.boxes();
        for (std::size_t b = 0; b < region.boxes(); ++b) {
            const Range& rows = region.box(b)[0];
            outside += rows.hi <= lo || hi <= rows.lo;
            first = std::min(first, rows.lo);
            last = std::max(last, rows.hi);
        }
    }
    if (outside < many || times * outside < all - outside)
        return;
    set_aside(first, lo);
    set_aside(hi, last);
}

void DealtState::set_aside(std::int64_t lo, std::int64_t hi) {
    if (hi <= lo)
        return;
    DealtAside aside{lo, hi, {}};
    for (auto at = held_.begin(); at != held_.end();) {
        const Region part = cut(at->second, {{lo, hi}});
        if (!part.empty()) {
            at->second -= part;
            aside.held.emplace(at->first, part);
        }
        at = at->second.empty() ? held_.erase(at) : std::next(at);
    }
    if (!aside.held.empty())
        aside_.push_back(std::make_shared<const DealtAside>(std::move(aside)));
}

void DealtState::add(const Shifts& shifts, Region region) {
    if (region.empty())
        return;
    const auto [at, fresh] = held_.try_emplace(shifts, Region(dims_));
    at->second = fresh ? std::move(region) : at->second | region;
}

bool DealtState::can_tell(const DealtAccess& access, const Region& written) const {
    for (const DealtRows& write : access.writes)
        if (write.shift != access.writes.front().shift)
            return false;
    if (written.intersects(access.shared))
        return false;
    // Where another rank may write what one reads, all must be asked.
    for (const DealtRows& read : access.reads)
        if (!written.empty() && read.shift != access.writes.front().shift && read.region.intersects(written))
            return false;
    Shifts lacking; // of reads
    bool lacks_shared = false;
    if (partition_ && !(*partition_ == access.partition))
        return false;
    for (const auto& [shifts, region] : held_) {
        if (shifts.empty())
            continue;
        const bool one_holder = shifts.size() == 1;
        for (const DealtRows& read : access.reads) {
            if (std::find(shifts.begin(), shifts.end(), read.shift) != shifts.end() || !read.region.intersects(region))
                continue;
            if (!one_holder)
                return false;
            if (std::find(lacking.begin(), lacking.end(), read.shift) == lacking.end())
                lacking.push_back(read.shift);
        }
        if (access.shared.intersects(region)) {
            if (!one_holder || !access.all_take_part)
                return false;
            lacks_shared = true;
        }
    }
    // An element that as many ranks lack as a tree is worth, or a part of what another want asks for: spread() looks at
    // whole transfers.
    return lacking.size() < least_tree && (lacking.empty() || !lacks_shared);
}

DealtState DealtState::after(const DealtAccess& access, const Region& written) const {
    DealtState next(*this);
    for (const DealtRows& read : access.reads) {
        const std::map<Shifts, Region> before = std::move(next.held_);
        next.held_.clear();
        for (const auto& [shifts, region] : before) {
            if (shifts.empty() || std::find(shifts.begin(), shifts.end(), read.shift) != shifts.end()) {
                next.add(shifts, region);
                continue;
            }
            Shifts more = shifts;
            more.insert(std::upper_bound(more.begin() + 1, more.end(), read.shift), read.shift);
            next.add(more, region & read.region);
            next.add(shifts, region - read.region);
        }
    }
    const std::map<Shifts, Region> before = std::move(next.held_);
    next.held_.clear();
    for (const auto& [shifts, region] : before) {
        const Region rest = region - written;
        next.add({}, rest & access.shared);
        next.add(shifts, rest - access.shared);
    }
    if (!written.empty())
        next.add({access.writes.front().shift}, written);
    if (next.everywhere())
        next.partition_.reset();
    else
        next.partition_ = access.partition;
    return next;
}

std::optional<DealtState::Outcome> DealtState::launch(const DealtAccess& access, int rank) const {
    std::int64_t lo = 0, hi = 0;
    const auto add_rows = [&](const Region& region) {
        if (region.empty())
            return;
        const Range rows = region.hull()[0];
        lo = lo < hi ? std::min(lo, rows.lo) : rows.lo;
        hi = std::max(hi, rows.hi);
    };
    for (const DealtRows& read : access.reads)
        add_rows(read.region);
    for (const DealtRows& write : access.writes)
        add_rows(write.region);
    add_rows(access.shared);
    std::optional<Outcome> outcome;
    if (std::all_of(aside_.begin(), aside_.end(), [&](const Aside& a) { return a->hi <= lo || hi <= a->lo; }))
        outcome = launch_on_rows(access, rank);
    else
        outcome = around(lo, hi).launch_on_rows(access, rank);
    if (outcome && lo < hi)
        outcome->next.set_aside_but(lo, hi);
    return outcome;
}

std::optional<DealtState::Outcome> DealtState::launch_on_rows(const DealtAccess& access, int rank) const {
    const Region written = united(access.writes, dims_);
    if (!can_tell(access, written))
        return std::nullopt;
    std::map<int, Region> sent, received; // by peer
    const auto note = [this](std::map<int, Region>& of, int peer, const Region& part) {
        const auto at = of.try_emplace(peer, Region(dims_)).first;
        at->second |= part;
    };
    std::map<int, Region> shared; // by owner
    for (const auto& [shifts, region] : held_) {
        if (shifts.size() != 1)
            continue;
        const std::int64_t shift = shifts.front();
        for (const DealtRows& read : access.reads) {
            const Region common = read.shift == shift ? Region(dims_) : region & read.region;
            if (common.empty())
                continue;
            for (const auto& [from, part] :
                 by_owner(*partition_, shift, part_of(access.partition, rank, read.shift, common)))
                if (from != rank)
                    note(received, from, part);
            for (const auto& [to, part] :
                 by_owner(access.partition, read.shift, part_of(*partition_, rank, shift, common)))
                if (to != rank)
                    note(sent, to, part);
        }
        for (const auto& [owner, part] : by_owner(*partition_, shift, region & access.shared))
            note(shared, owner, part);
    }
    Outcome outcome{{}, after(access, written)};
    for (auto& [to, region] : sent)
        outcome.transfers.push_back({rank, to, std::move(region)});
    for (auto& [from, region] : received)
        outcome.transfers.push_back({from, rank, std::move(region)});
    for (const auto& [owner, region] : shared)
        hand_on(owner, region, rank, access.partition.ranks(), outcome.transfers);
    // What one rank sends to another, both have in one order: by owner.
    std::stable_sort(outcome.transfers.begin(), outcome.transfers.end(),
                     [](const Transfer& a, const Transfer& b) { return a.to != b.to ? a.to < b.to : a.from < b.from; });
    return outcome;
}

DirState DealtState::spelled_out(int ranks) const {
    std::vector<DirState::Entry> entries;
    const DealtState whole = around(INT64_MIN, INT64_MAX);
    for (const auto& [shifts, region] : whole.held_) {
        if (shifts.empty()) {
            entries.push_back({region, RankSet::all()});
            continue;
        }
        std::vector<std::pair<Region, RankSet>> parts;
        for (auto& [owner, part] : by_owner(*partition_, shifts.front(), region))
            parts.emplace_back(std::move(part), RankSet::one(owner));
        for (std::size_t s = 1; s < shifts.size(); ++s) {
            std::vector<std::pair<Region, RankSet>> finer;
            for (const auto& [part, holders] : parts)
                for (auto& [owner, piece] : by_owner(*partition_, shifts[s], part))
                    finer.emplace_back(std::move(piece), holders.with(owner, ranks));
            parts = std::move(finer);
        }
        for (auto& [part, holders] : parts)
            entries.push_back({std::move(part), std::move(holders)});
    }
    return DirState(ranks, dims_, std::move(entries));
}

void serialise(const std::map<DealtShifts, Region>& held, std::string& out) {
    const auto put = [&](std::int64_t number) { out.append(reinterpret_cast<const char*>(&number), sizeof number); };
    put(static_cast<std::int64_t>(held.size()));
    for (const auto& [shifts, region] : held) {
        put(static_cast<std::int64_t>(shifts.size()));
        for (const std::int64_t shift : shifts)
            put(shift);
        put(static_cast<std::int64_t>(region.boxes()));
        region.serialise(out);
    }
}

} // namespace hydra::rt
