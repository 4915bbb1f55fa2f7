// Rank sets, directory states and the table that numbers them.
#include "runtime/directory/directory.h"

#include "runtime/directory/ownership_rules.h"
#include "runtime/policy/worth_directory.h"

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
    for (const Span& s : spans_)
        if (s.hi == fresh.lo)
            fresh.lo = s.lo;
        else if (s.lo == fresh.hi)
            fresh.hi = s.hi;
        else
            out.spans_.push_back(s);
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

// ---- Band -----------------------------------------------------------------------------------------------------------

Band::Band(int ranks, int dims, std::vector<Entry> entries) {
    std::erase_if(entries, [](const Entry& e) { return e.region.empty(); });
    for (Entry& e : entries)
        if (!e.holders.is_all() && e.holders.count(ranks) == ranks)
            e.holders = RankSet::all();
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.holders < b.holders; });
    std::vector<const Region*> parts;
    for (std::size_t i = 0; i < entries.size();) {
        std::size_t end = i + 1;
        while (end < entries.size() && entries[end].holders == entries[i].holders)
            ++end;
        if (end - i == 1) {
            entries_.push_back(std::move(entries[i]));
        } else {
            parts.clear();
            for (std::size_t k = i; k < end; ++k)
                parts.push_back(&entries[k].region);
            entries_.push_back({Region::unite(dims, parts), std::move(entries[i].holders)});
        }
        i = end;
    }
    hulls_.reserve(entries_.size() * static_cast<std::size_t>(dims));
    for (const Entry& e : entries_) {
        const std::vector<Range> h = e.region.hull();
        lo_ = hulls_.empty() ? h[0].lo : std::min(lo_, h[0].lo);
        hi_ = hulls_.empty() ? h[0].hi : std::max(hi_, h[0].hi);
        hulls_.insert(hulls_.end(), h.begin(), h.end());
        boxes_ += e.region.boxes();
    }
    index();
}

// Where there are many entries, most have few rows (blocks, halos), so that those near some rows are found by
// bisection.
void Band::index() {
    const std::size_t dims = entries_.empty() ? 1 : hulls_.size() / entries_.size();
    const std::int64_t many_rows = entries_.size() <= worth::few_entries ? 0 : (hi_ - lo_) / 8;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Range& rows = hulls_[i * dims];
        if (rows.hi - rows.lo > many_rows)
            wide_.push_back(i);
        else
            narrow_.push_back({rows.lo, rows.hi, i});
    }
    std::sort(narrow_.begin(), narrow_.end(),
              [](const Narrow& a, const Narrow& b) { return a.lo != b.lo ? a.lo < b.lo : a.entry < b.entry; });
    for (std::size_t i = 1; i < narrow_.size(); ++i)
        narrow_[i].reach = std::max(narrow_[i].reach, narrow_[i - 1].reach);
    if (entries_.size() > worth::few_entries && dims > 1)
        cast_shadows();
}

void Band::cast_shadows() {
    std::vector<Range> runs;
    for (const Entry& e : entries_) {
        shadow_of_.push_back(shadows_.size());
        runs.clear();
        for (std::size_t b = 0; b < e.region.boxes(); ++b)
            runs.push_back({e.region.box(b)[1].lo, e.region.box(b)[1].hi, 1});
        std::sort(runs.begin(), runs.end(), [](const Range& a, const Range& b) { return a.lo < b.lo; });
        Range run = runs.front();
        for (const Range& r : runs) {
            if (r.lo > run.hi) {
                shadows_.push_back(run);
                run = r;
            }
            run.hi = std::max(run.hi, r.hi);
        }
        shadows_.push_back(run);
    }
    shadow_of_.push_back(shadows_.size());
}

std::ptrdiff_t Band::held_alone(int rank) const {
    const RankSet alone = RankSet::one(rank);
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), alone,
                                     [](const Entry& e, const RankSet& holders) { return e.holders < holders; });
    return at != entries_.end() && at->holders == alone ? at - entries_.begin() : -1;
}

std::size_t Band::boxes_outside(std::int64_t lo, std::int64_t hi) const {
    std::size_t count = 0;
    for (const Entry& e : entries_)
        for (std::size_t b = 0; b < e.region.boxes(); ++b) {
            const Range& rows = e.region.box(b)[0];
            count += rows.hi <= lo || hi <= rows.lo;
        }
    return count;
}

void Band::serialise(std::string& out) const {
    for (const Entry& e : entries_) {
        e.holders.serialise(out);
        e.region.serialise(out);
    }
}

// ---- DirState -------------------------------------------------------------------------------------------------------

namespace {

// The entries of the rows lo <= x < hi.
std::vector<Band::Entry> cut(const Band& band, int dims, std::int64_t lo, std::int64_t hi) {
    std::vector<Band::Entry> out;
    for (const Band::Entry& e : band.entries()) {
        std::vector<Range> box = e.region.hull();
        box[0] = {std::max(lo, box[0].lo), std::min(hi, box[0].hi), 1};
        out.push_back({box[0].empty() ? Region(dims) : e.region & Region(std::span<const Range>(box)), e.holders});
    }
    return out;
}

} // namespace

DirState::DirState(int ranks, Region whole) : DirState(ranks, whole.dims(), {{std::move(whole), RankSet::all()}}) {}

DirState::DirState(int ranks, int dims, std::vector<Entry> entries) : DirState(ranks, dims) {
    append(std::make_shared<const Band>(ranks, dims, std::move(entries)));
}

void DirState::append(BandRef band) {
    if (!band->entries().empty())
        bands_.push_back(std::move(band));
}

// Small bands become one with their neighbours, so that there are few.
void DirState::append_or_join(BandRef band) {
    while (!bands_.empty() && !band->entries().empty() && bands_.back()->boxes() <= band->boxes()) {
        std::vector<Entry> joined = bands_.back()->entries();
        joined.insert(joined.end(), band->entries().begin(), band->entries().end());
        band = std::make_shared<const Band>(ranks_, dims_, std::move(joined));
        bands_.pop_back();
    }
    append(std::move(band));
}

DirState::BandRef DirState::around(std::int64_t lo, std::int64_t hi) const {
    BandRef only;
    std::vector<Entry> joined;
    for (const BandRef& band : bands_) {
        if (band->hi() <= lo || hi <= band->lo())
            continue;
        if (only == nullptr) {
            only = band;
            continue;
        }
        if (joined.empty())
            joined = only->entries();
        joined.insert(joined.end(), band->entries().begin(), band->entries().end());
    }
    return joined.empty() ? only : std::make_shared<const Band>(ranks_, dims_, std::move(joined));
}

DirState DirState::with(std::int64_t lo, std::int64_t hi, std::vector<Entry> entries) const {
    DirState out(ranks_, dims_);
    std::size_t next = 0;
    for (; next < bands_.size() && bands_[next]->hi() <= lo; ++next)
        out.bands_.push_back(bands_[next]);
    while (next < bands_.size() && bands_[next]->lo() < hi)
        ++next;
    auto fresh = std::make_shared<const Band>(ranks_, dims_, std::move(entries));
    const std::size_t outside = fresh->boxes_outside(lo, hi);
    if (outside < worth::least_boxes_outside || worth::most_boxes_inside * outside < fresh->boxes() - outside) {
        out.append(std::move(fresh));
        out.bands_.insert(out.bands_.end(), bands_.begin() + static_cast<std::ptrdiff_t>(next), bands_.end());
        return out;
    }
    // The long one of two sides comes in stretches, each of which is an end of its own.
    const std::int64_t width = std::max<std::int64_t>(1, (hi - lo) / 2);
    std::vector<BandRef> below = stretches(rows_of(*fresh, fresh->lo(), lo), width, false);
    out.append_or_join(std::move(below.front()));
    for (std::size_t i = 1; i < below.size(); ++i)
        out.append(std::move(below[i]));
    out.append(rows_of(*fresh, lo, hi));
    std::vector<BandRef> stretched = stretches(rows_of(*fresh, hi, fresh->hi()), width, true);
    BandRef above = std::move(stretched.back());
    stretched.pop_back();
    for (; next < bands_.size() && bands_[next]->boxes() <= above->boxes() && above->boxes() > 0; ++next) {
        std::vector<Entry> joined = above->entries();
        joined.insert(joined.end(), bands_[next]->entries().begin(), bands_[next]->entries().end());
        above = std::make_shared<const Band>(ranks_, dims_, std::move(joined));
    }
    for (BandRef& band : stretched)
        out.append(std::move(band));
    out.append(std::move(above));
    out.bands_.insert(out.bands_.end(), bands_.begin() + static_cast<std::ptrdiff_t>(next), bands_.end());
    return out;
}

DirState::BandRef DirState::rows_of(const Band& band, std::int64_t lo, std::int64_t hi) const {
    return std::make_shared<const Band>(ranks_, dims_, cut(band, dims_, lo, hi));
}

// The band in parts that are the longer the farther they are from one of its ends, the first one `width` rows: launches
// that move on over it, each a little farther than the one before, take from a short one, and rarely cut a long one.
std::vector<DirState::BandRef> DirState::stretches(BandRef band, std::int64_t width, bool ascending) const {
    std::vector<BandRef> out; // the farthest first
    std::vector<std::int64_t> borders;
    if (band->boxes() >= 2 * worth::least_boxes_outside)
        for (std::int64_t at = width; at < band->hi() - band->lo(); width *= 2, at += width)
            borders.push_back(ascending ? band->lo() + at : band->hi() - at);
    for (; !borders.empty(); borders.pop_back()) {
        const std::int64_t border = borders.back();
        BandRef low = rows_of(*band, band->lo(), border), high = rows_of(*band, border, band->hi());
        out.push_back(ascending ? std::move(high) : std::move(low));
        band = ascending ? std::move(low) : std::move(high);
    }
    out.push_back(std::move(band));
    if (ascending)
        std::reverse(out.begin(), out.end());
    return out;
}

std::vector<DirState::Entry> DirState::entries() const {
    const BandRef all = around(INT64_MIN, INT64_MAX);
    return all == nullptr ? std::vector<Entry>() : all->entries();
}

bool DirState::everywhere() const {
    return std::all_of(
        bands_.begin(), bands_.end(),
        [](const BandRef& band) { return band->entries().size() == 1 && band->entries().front().holders.is_all(); });
}

// What the ranks hold of which `holds` says so.
template <class F> Region DirState::united(F holds) const {
    std::vector<const Region*> parts;
    for (const BandRef& band : bands_)
        for (const Entry& e : band->entries())
            if (holds(e.holders))
                parts.push_back(&e.region);
    return Region::unite(dims_, parts);
}

Region DirState::missing(int rank, const Region& region) const {
    std::vector<Region> lacked;
    const std::vector<Range> hull = region.hull();
    for (const BandRef& band : bands_)
        if (!region.empty())
            band->for_each_near(hull, [&](std::size_t i) {
                if (!band->entries()[i].holders.contains(rank))
                    lacked.push_back(region & band->entries()[i].region);
            });
    std::vector<const Region*> parts(lacked.size());
    std::transform(lacked.begin(), lacked.end(), parts.begin(), [](const Region& part) { return &part; });
    return Region::unite(dims_, parts);
}

Region DirState::exclusive(int rank) const {
    const RankSet alone = ranks_ == 1 ? RankSet::all() : RankSet::one(rank);
    return united([&](const RankSet& holders) { return holders == alone; });
}

Region DirState::held_by(int rank) const {
    return united([&](const RankSet& holders) { return holders.contains(rank); });
}

Region DirState::held_by_all() const {
    return united([](const RankSet& holders) { return holders.is_all(); });
}

bool DirState::all_hold(const Region& region) const {
    bool all = true;
    const std::vector<Range> hull = region.hull();
    for (const BandRef& band : bands_)
        if (!region.empty())
            band->for_each_near(hull, [&](std::size_t i) {
                const Entry& e = band->entries()[i];
                all = all && (e.holders.is_all() || !e.region.intersects(region));
            });
    return all;
}

std::size_t DirState::boxes() const {
    std::size_t count = 0;
    for (const BandRef& band : bands_)
        count += band->boxes();
    return count;
}

RankSet DirState::holders(std::span<const std::int64_t> point) const {
    for (const BandRef& band : bands_)
        for (const Entry& e : band->entries())
            if (e.region.contains(point))
                return e.holders;
    return {};
}

DirState DirState::after_read(int rank, const Region& region) const {
    std::vector<Entry> next;
    for (const Entry& e : entries()) {
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
    for (const Entry& e : entries())
        next.push_back({e.region - region, e.holders});
    next.push_back({region, RankSet::one(rank)});
    return DirState(ranks_, dims_, std::move(next));
}

DirState DirState::after_write_all(const Region& region) const {
    std::vector<Entry> next;
    for (const Entry& e : entries())
        next.push_back({e.region - region, e.holders});
    next.push_back({region, RankSet::all()});
    return DirState(ranks_, dims_, std::move(next));
}

void DirState::serialise(std::string& out) const {
    const int head[2] = {ranks_, dims_};
    out.append(reinterpret_cast<const char*>(head), sizeof head);
    if (const BandRef all = around(INT64_MIN, INT64_MAX))
        all->serialise(out);
}

std::string DirState::text() const {
    std::string out;
    for (const Entry& e : entries())
        out += (out.empty() ? "" : "; ") + e.holders.text() + ": " + e.region.text();
    return out;
}

// ---- StateTable -----------------------------------------------------------------------------------------------------

template <class T> std::shared_ptr<const T> StateTable::Recent<T>::find(const std::string& key) {
    const auto found = index_.find(key);
    if (found == index_.end())
        return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return order_.front().object;
}

template <class T>
template <class F>
void StateTable::Recent<T>::add(std::string key, std::shared_ptr<const T> object, F forget) {
    bytes_ += key.size();
    order_.push_front({std::move(key), std::move(object)});
    index_.emplace(order_.front().key, order_.begin());
    while ((order_.size() > limit_ || bytes_ > byte_limit_) && order_.size() > 1) {
        bytes_ -= order_.back().key.size();
        index_.erase(order_.back().key);
        forget(*order_.back().object);
        order_.pop_back();
    }
}

// A state is known by its bands' numbers, so that bands which stay as they are cost nothing. A number is never given
// twice, by whatever table.
StateRef StateTable::intern(DirState state) {
    const std::uint32_t head[2] = {static_cast<std::uint32_t>(state.ranks_), static_cast<std::uint32_t>(state.dims_)};
    static std::uint64_t numbers = 0;
    std::string key(reinterpret_cast<const char*>(head), sizeof head);
    for (DirState::BandRef& band : state.bands_) {
        if (band->number_ == 0) {
            std::string content(reinterpret_cast<const char*>(head), sizeof head);
            constexpr std::size_t holders_bytes = 64; // usual, of an entry
            content.reserve(band->boxes() * static_cast<std::size_t>(state.dims_) * sizeof(Range) +
                            (band->entries().size() + 1) * holders_bytes);
            band->serialise(content);
            if (DirState::BandRef known = bands_.find(content)) {
                band = std::move(known);
            } else {
                band->number_ = ++numbers;
                bands_.add(std::move(content), band, [](const Band& old) { old.number_ = 0; });
            }
        }
        key.append(reinterpret_cast<const char*>(&band->number_), sizeof band->number_);
    }
    if (StateRef known = states_.find(key))
        return known;
    auto fresh = std::make_shared<const InternedState>(next_id_++, std::move(state));
    states_.add(std::move(key), fresh, [](const InternedState&) {});
    return fresh;
}

InternedState::InternedState(std::uint32_t number, int ranks, OwnershipRules rules, std::uint64_t how)
    : trace(how), id(number), rules_(std::make_shared<const OwnershipRules>(std::move(rules))), ranks_(ranks) {}

const DirState& InternedState::full() const {
    if (!full_)
        full_ = rules_->spelled_out(ranks_);
    return *full_;
}

bool InternedState::everywhere() const { return rules_ != nullptr ? rules_->everywhere() : full_->everywhere(); }

} // namespace hydra::rt
