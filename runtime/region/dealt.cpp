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

bool by_all(const std::map<DealtShifts, Region>& held) {
    return held.empty() || (held.size() == 1 && held.begin()->first.empty());
}

} // namespace

DealtAside::DealtAside(std::int64_t from, std::int64_t to, std::map<DealtShifts, Region> rows,
                       std::shared_ptr<const DealtAside> others)
    : lo(from), hi(to), least(from), most(to), everywhere(by_all(rows)), held(std::move(rows)),
      next(std::move(others)) {
    if (next == nullptr)
        return;
    least = std::min(least, next->least);
    most = std::max(most, next->most);
    everywhere = everywhere && next->everywhere;
}

// One after the other: lists are long.
DealtAside::~DealtAside() {
    while (next != nullptr && next.use_count() == 1) {
        std::shared_ptr<const DealtAside> after = std::move(next->next);
        next = std::move(after);
    }
}

bool DealtState::everywhere() const { return by_all(held_) && (aside_ == nullptr || aside_->everywhere); }

bool DealtState::leaves_aside(std::int64_t lo, std::int64_t hi) const {
    if (aside_ == nullptr || aside_->most <= lo || hi <= aside_->least)
        return true;
    for (const DealtAside* aside = aside_.get(); aside != nullptr; aside = aside->next.get())
        if (lo < aside->hi && aside->lo < hi)
            return false;
    return true;
}

DealtState DealtState::around(std::int64_t lo, std::int64_t hi) const {
    DealtState out(*this);
    std::map<Shifts, std::vector<const Region*>> wanted;
    std::vector<const DealtAside*> others; // in front of the last one that is wanted
    std::size_t in_front = 0;
    out.aside_ = aside_;
    for (const DealtAside* aside = aside_.get(); aside != nullptr; aside = aside->next.get())
        if (aside->hi <= lo || hi <= aside->lo) {
            others.push_back(aside);
        } else {
            in_front = others.size();
            out.aside_ = aside->next;
            for (const auto& [shifts, region] : aside->held)
                wanted[shifts].push_back(&region);
        }
    while (in_front-- > 0)
        out.aside_ = std::make_shared<const DealtAside>(others[in_front]->lo, others[in_front]->hi,
                                                        others[in_front]->held, std::move(out.aside_));
    for (const auto& [shifts, regions] : wanted)
        out.add(shifts, Region::unite(dims_, regions));
    return out;
}

// Where launches work on ever fewer rows (factorisations), what they leave behind grows with each of them.
void DealtState::set_aside_but(std::int64_t lo, std::int64_t hi) {
    constexpr std::size_t many = 8;  // boxes outside of the rows,
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
    std::map<Shifts, Region> rows;
    for (auto at = held_.begin(); at != held_.end();) {
        const Region part = cut(at->second, {{lo, hi}});
        if (!part.empty()) {
            at->second -= part;
            rows.emplace(at->first, part);
        }
        at = at->second.empty() ? held_.erase(at) : std::next(at);
    }
    if (!rows.empty())
        aside_ = std::make_shared<const DealtAside>(lo, hi, std::move(rows), std::move(aside_));
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
    return (lacking.size() < least_tree || !is_lacked_by_many(access, lacking)) && (lacking.empty() || !lacks_shared);
}

// Whether some element is lacked by so many of these positions' owners that a tree would be worth it.
bool DealtState::is_lacked_by_many(const DealtAccess& access, const Shifts& lacking) const {
    std::vector<Region> by(least_tree, Region(dims_)); // [k]: what more than k of those looked at so far lack
    for (const std::int64_t shift : lacking) {
        Region wanted(dims_);
        for (const auto& [shifts, region] : held_)
            for (const DealtRows& read : access.reads)
                if (read.shift == shift && !shifts.empty() &&
                    std::find(shifts.begin(), shifts.end(), shift) == shifts.end())
                    wanted |= region & read.region;
        for (std::size_t k = least_tree - 1; k > 0; --k)
            by[k] |= by[k - 1] & wanted;
        by[0] |= wanted;
    }
    return !by.back().empty();
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
    if (leaves_aside(lo, hi))
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
