// Rank sets, directory states and the table that numbers them.
#include "runtime/region/directory.h"

#include <algorithm>
#include <cstdlib>

namespace hydra::rt {

// ---- RankSet --------------------------------------------------------------------------------------------------------

RankSet RankSet::all() {
    RankSet s;
    s.all_ = true;
    return s;
}

RankSet RankSet::one(int rank) {
    RankSet s;
    s.spans_.push_back({rank, rank + 1});
    return s;
}

bool RankSet::contains(int rank) const {
    if (all_)
        return true;
    const auto after =
        std::upper_bound(spans_.begin(), spans_.end(), rank, [](int r, const Span& s) { return r < s.lo; });
    return after != spans_.begin() && rank < std::prev(after)->hi;
}

RankSet RankSet::with(int rank, int ranks) const {
    if (contains(rank))
        return *this;
    RankSet out;
    out.spans_.reserve(spans_.size() + 1);
    Span fresh{rank, rank + 1};
    for (const Span& s : spans_) {
        if (s.hi == fresh.lo)
            fresh.lo = s.lo;
        else if (s.lo == fresh.hi)
            fresh.hi = s.hi;
        else
            out.spans_.push_back(s);
    }
    out.spans_.insert(std::upper_bound(out.spans_.begin(), out.spans_.end(), fresh,
                                       [](const Span& a, const Span& b) { return a.lo < b.lo; }),
                      fresh);
    return fresh.lo == 0 && fresh.hi == ranks ? all() : out;
}

RankSet RankSet::without(int rank, int ranks) const {
    RankSet out;
    const std::vector<Span> everyone{{0, ranks}};
    for (const Span& s : all_ ? everyone : spans_) {
        if (rank < s.lo || rank >= s.hi) {
            out.spans_.push_back(s);
            continue;
        }
        if (s.lo < rank)
            out.spans_.push_back({s.lo, rank});
        if (rank + 1 < s.hi)
            out.spans_.push_back({rank + 1, s.hi});
    }
    return out;
}

int RankSet::nearest(int rank) const {
    if (contains(rank))
        return rank;
    int best = -1;
    for (const Span& s : spans_) {
        const int candidate = rank < s.lo ? s.lo : s.hi - 1;
        if (best < 0 || std::abs(candidate - rank) < std::abs(best - rank))
            best = candidate;
    }
    return best;
}

int RankSet::count(int ranks) const {
    if (all_)
        return ranks;
    int n = 0;
    for (const Span& s : spans_)
        n += s.hi - s.lo;
    return n;
}

bool RankSet::operator<(const RankSet& other) const {
    if (all_ != other.all_)
        return all_;
    return std::lexicographical_compare(
        spans_.begin(), spans_.end(), other.spans_.begin(), other.spans_.end(),
        [](const Span& a, const Span& b) { return a.lo != b.lo ? a.lo < b.lo : a.hi < b.hi; });
}

void RankSet::serialise(std::string& out) const {
    const int size = all_ ? -1 : static_cast<int>(spans_.size());
    out.append(reinterpret_cast<const char*>(&size), sizeof size);
    out.append(reinterpret_cast<const char*>(spans_.data()), spans_.size() * sizeof(Span));
}

std::string RankSet::text() const {
    if (all_)
        return "all";
    std::string out;
    for (const Span& s : spans_) {
        out += (out.empty() ? "" : ",") + std::to_string(s.lo);
        if (s.hi - s.lo > 1)
            out += "-" + std::to_string(s.hi - 1);
    }
    return out.empty() ? "none" : out;
}

// ---- DirState -------------------------------------------------------------------------------------------------------

namespace {

Region unite(int dims, const std::vector<Region>& parts) {
    std::vector<const Region*> sets;
    sets.reserve(parts.size());
    for (const Region& r : parts)
        sets.push_back(&r);
    return Region::unite(dims, sets);
}

} // namespace

DirState::DirState(int ranks, Region whole) : DirState(ranks, whole.dims(), {{std::move(whole), RankSet::all()}}) {}

DirState::DirState(int ranks, int dims, std::vector<Entry> entries) : ranks_(ranks), dims_(dims) {
    std::erase_if(entries, [](const Entry& e) { return e.region.empty(); });
    for (Entry& e : entries)
        if (!e.holders.is_all() && e.holders.count(ranks) == ranks)
            e.holders = RankSet::all();
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.holders < b.holders; });
    for (std::size_t i = 0; i < entries.size();) {
        std::size_t end = i + 1;
        while (end < entries.size() && entries[end].holders == entries[i].holders)
            ++end;
        if (end - i == 1) {
            entries_.push_back(std::move(entries[i]));
        } else {
            std::vector<const Region*> parts;
            for (std::size_t k = i; k < end; ++k)
                parts.push_back(&entries[k].region);
            entries_.push_back({Region::unite(dims, parts), entries[i].holders});
        }
        i = end;
    }
    hulls_.reserve(entries_.size() * static_cast<std::size_t>(dims));
    for (const Entry& e : entries_) {
        const std::vector<Range> h = e.region.hull();
        hulls_.insert(hulls_.end(), h.begin(), h.end());
    }
}

Region DirState::missing(int rank, const Region& region) const {
    std::vector<Region> parts;
    if (!region.empty())
        for_each_near(region.hull(), [&](std::size_t i) {
            if (!entries_[i].holders.contains(rank))
                parts.push_back(region & entries_[i].region);
        });
    return unite(dims_, parts);
}

Region DirState::exclusive(int rank) const {
    const RankSet alone = ranks_ == 1 ? RankSet::all() : RankSet::one(rank);
    for (const Entry& e : entries_)
        if (e.holders == alone)
            return e.region;
    return Region(dims_);
}

Region DirState::held_by(int rank) const {
    std::vector<const Region*> parts;
    for (const Entry& entry : entries_)
        if (entry.holders.contains(rank))
            parts.push_back(&entry.region);
    return Region::unite(dims_, parts);
}

Region DirState::held_by_all() const {
    return !entries_.empty() && entries_[0].holders.is_all() ? entries_[0].region : Region(dims_);
}

bool DirState::all_hold(const Region& region) const {
    bool all = true;
    if (!region.empty())
        for_each_near(region.hull(), [&](std::size_t i) {
            all = all && (entries_[i].holders.is_all() || !entries_[i].region.intersects(region));
        });
    return all;
}

std::size_t DirState::boxes() const {
    std::size_t count = 0;
    for (const Entry& e : entries_)
        count += e.region.boxes();
    return count;
}

RankSet DirState::holders(std::span<const std::int64_t> point) const {
    for (const Entry& e : entries_)
        if (e.region.contains(point))
            return e.holders;
    return {};
}

DirState DirState::after_read(int rank, const Region& region) const {
    std::vector<Entry> next;
    for (const Entry& e : entries_) {
        const Region fetched = e.holders.contains(rank) ? Region(dims_) : e.region & region;
        if (fetched.empty()) {
            next.push_back(e);
            continue;
        }
        next.push_back({e.region - fetched, e.holders});
        next.push_back({fetched, e.holders.with(rank, ranks_)});
    }
    return DirState(ranks_, dims_, std::move(next));
}

DirState DirState::after_write(int rank, const Region& region) const {
    std::vector<Entry> next;
    for (const Entry& e : entries_)
        next.push_back({e.region - region, e.holders});
    next.push_back({region, RankSet::one(rank)});
    return DirState(ranks_, dims_, std::move(next));
}

DirState DirState::after_write_all(const Region& region) const {
    std::vector<Entry> next;
    for (const Entry& e : entries_)
        next.push_back({e.region - region, e.holders});
    next.push_back({region, RankSet::all()});
    return DirState(ranks_, dims_, std::move(next));
}

void DirState::serialise(std::string& out) const {
    const int head[2] = {ranks_, dims_};
    out.append(reinterpret_cast<const char*>(head), sizeof head);
    for (const Entry& e : entries_) {
        e.holders.serialise(out);
        e.region.serialise(out);
    }
}

std::string DirState::text() const {
    std::string out;
    for (const Entry& e : entries_)
        out += (out.empty() ? "" : "; ") + e.holders.text() + ": " + e.region.text();
    return out;
}

// ---- StateTable -----------------------------------------------------------------------------------------------------

StateRef StateTable::intern(DirState state) {
    std::string key;
    state.serialise(key);
    if (const auto found = index_.find(key); found != index_.end()) {
        order_.splice(order_.begin(), order_, found->second);
        return order_.front().ref;
    }
    StateRef ref = std::make_shared<const InternedState>(InternedState{next_id_++, std::move(state)});
    bytes_ += key.size();
    order_.push_front({std::move(key), ref});
    index_.emplace(order_.front().key, order_.begin());
    while ((order_.size() > limit_ || bytes_ > byte_limit_) && order_.size() > 1) {
        bytes_ -= order_.back().key.size();
        index_.erase(order_.back().key);
        order_.pop_back();
    }
    return ref;
}

} // namespace hydra::rt
