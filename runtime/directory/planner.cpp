// Plans of launches. Wants (a rank, an entry of the directory, what the rank needs of it and lacks) are found first;
// they give both the transfers, once a sender is chosen for each, and the new holders. Ranks meet only where their
// hulls do; overlaps are found by counting: sets are disjoint if their sizes add up to the size of their union. Where
// sets that are only bounds overlap, it is said who shares what.
#include "runtime/directory/planner.h"

#include <algorithm>
#include <cstdlib>

namespace hydra::rt {

namespace {

struct Want {
    int to;
    std::size_t entry;
    Region region;
};

bool hulls_meet(std::span<const Range> a, std::span<const Range> b) {
    for (std::size_t k = 0; k < a.size(); ++k)
        if (a[k].hi <= b[k].lo || b[k].hi <= a[k].lo)
            return false;
    return true;
}

// The sender of a want: a rank that sends to this receiver anyway, if one holds it, else the nearest holder.
int choose_sender(const RankSet& holders, int to, std::span<const int> sending) {
    int best = -1;
    for (int from : sending)
        if (holders.contains(from) && (best < 0 || std::abs(from - to) < std::abs(best - to)))
            best = from;
    return best >= 0 ? best : holders.nearest(to);
}

// The rows lo <= x < hi that a launch works on, and the directory's bands that have some of them.
struct Around {
    int ranks, dims;
    std::int64_t lo = 0, hi = 0;
    DirState::BandRef band = nullptr; // null: the launch touches nothing

    void add(std::span<const Range> hull) {
        if (hull[0].empty())
            return;
        lo = lo < hi ? std::min(lo, hull[0].lo) : hull[0].lo;
        hi = std::max(hi, hull[0].hi);
    }
    void look(const DirState& state) { band = lo < hi ? state.around(lo, hi) : nullptr; }
    [[nodiscard]] const std::vector<Band::Entry>& entries() const {
        static const std::vector<Band::Entry> none;
        return band == nullptr ? none : band->entries();
    }
};

// Transfers of one receiver, whose wants these are.
void route(const Around& state, std::span<const Want* const> wants, std::vector<Transfer>& out) {
    struct Part {
        int from;
        const Region* region;
    };
    std::vector<Part> parts;
    std::vector<int> sending;
    for (const bool single : {true, false}) // those that have no choice first
        for (const Want* w : wants) {
            const RankSet& holders = state.entries()[w->entry].holders;
            if ((holders.count(state.ranks) == 1) != single)
                continue;
            const int from = choose_sender(holders, w->to, sending);
            parts.push_back({from, &w->region});
            if (std::find(sending.begin(), sending.end(), from) == sending.end())
                sending.push_back(from);
        }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.from < b.from; });
    std::vector<const Region*> sets;
    for (std::size_t i = 0; i < parts.size();) {
        sets.clear();
        const int from = parts[i].from;
        for (; i < parts.size() && parts[i].from == from; ++i)
            sets.push_back(parts[i].region);
        out.push_back({from, wants[0]->to, Region::unite(state.dims, sets)});
    }
}

// wants: by receiver.
std::vector<Transfer> route_all(const Around& state, const std::vector<Want>& wants) {
    std::vector<Transfer> out;
    std::vector<const Want*> mine;
    for (std::size_t i = 0; i < wants.size();) {
        mine.clear();
        const int to = wants[i].to;
        for (; i < wants.size() && wants[i].to == to; ++i)
            mine.push_back(&wants[i]);
        route(state, mine, out);
    }
    return out;
}

// An entry's rest after the writes, split by who has fetched what of it.
void split_by_readers(const DirState::Entry& entry, Region rest, std::span<const Want* const> readers, int ranks,
                      std::vector<DirState::Entry>& out) {
    std::vector<DirState::Entry> pieces{{std::move(rest), entry.holders}};
    for (const Want* w : readers) {
        const std::size_t before = pieces.size();
        std::int64_t left = w->region.count(); // readers of different parts need not be compared with each other
        for (std::size_t i = 0; i < before && left > 0; ++i) {
            Region common = pieces[i].region & w->region;
            if (common.empty())
                continue;
            const std::int64_t points = common.count();
            left -= points;
            RankSet holders = pieces[i].holders.with(w->to, ranks);
            if (points == pieces[i].region.count()) {
                pieces[i].holders = std::move(holders);
                continue;
            }
            pieces[i].region -= common;
            pieces.push_back({std::move(common), std::move(holders)});
        }
    }
    out.insert(out.end(), std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
}

// What one rank does, prepared.
struct Party {
    int rank;
    Region need;        // read, or perhaps; or may-written
    Region write;       // written, or perhaps
    const Region& sure; // written for certain, or as good as
    const Region& read; // for certain
    std::vector<Range> need_hull, write_hull, read_hull;
};

class LaunchPlanner {
  public:
    LaunchPlanner(const DirState& state, std::span<const RankAccess> accesses)
        : state_(state), around_{state.ranks(), state.dims()}, written_(state.dims()) {
        parties_.reserve(accesses.size());
        wide_.reserve(accesses.size());
        for (const RankAccess& a : accesses) {
            wide_.push_back(a.anywhere ? a.writes() : Region(state.dims()));
            Party p{a.rank, a.reads() | a.maywrite, a.writes(), a.anywhere ? wide_.back() : a.write, a.read, {}, {},
                    {}};
            p.need_hull = p.need.hull();
            p.write_hull = p.write.hull();
            p.read_hull = p.read.hull();
            parties_.push_back(std::move(p));
        }
    }

    std::vector<Finding> overlaps() {
        std::vector<const Region*> writes;
        for (const Party& p : parties_)
            writes.push_back(&p.write);
        written_ = Region::unite(state_.dims(), writes);
        written_hull_ = written_.hull();
        std::vector<Finding> findings;
        find_write_overlap(findings);
        find_read_write_overlap(findings);
        return findings;
    }

    LaunchPlan plan() {
        for (const Party& p : parties_) {
            around_.add(p.need_hull);
            around_.add(p.write_hull);
        }
        around_.look(state_);
        find_all_wants();
        if (!each_writes_its_own())
            if (std::vector<Finding> findings = overlaps(); !findings.empty())
                return {{}, {}, state_, std::move(findings)};
        std::vector<Transfer> transfers = route_all(around_, wants_);
        const bool same = wants_.empty() &&
                          std::all_of(parties_.begin(), parties_.end(), [](const Party& p) { return p.write.empty(); });
        DirState after = same ? state_ : next();
        return {std::move(transfers), std::move(shared_), std::move(after), {}, same};
    }

  private:
    // What a party alone holds it has, and that is most of its need: what is left is little, and often the same for
    // all.
    void find_all_wants() {
        for (const Party& p : parties_) {
            own_.push_back(around_.band == nullptr ? -1 : around_.band->held_alone(p.rank));
            if (own_.back() < 0) {
                find_wants(p, p.need, p.need_hull);
                continue;
            }
            const Region lacked = p.need - around_.entries()[static_cast<std::size_t>(own_.back())].region;
            find_wants(p, lacked, lacked.hull());
        }
    }

    // The usual case once a loop has run: each rank writes nothing but what it alone holds, so that no writes overlap,
    // and nobody reads it from there. Then nothing but the reads changes who holds what.
    bool each_writes_its_own() const {
        const std::vector<Band::Entry>& entries = around_.entries();
        std::vector<const Party*> owner(entries.size(), nullptr); // by entry: the party that alone holds it
        for (std::size_t i = 0; i < parties_.size(); ++i) {
            const Party& p = parties_[i];
            if (own_[i] >= 0)
                owner[static_cast<std::size_t>(own_[i])] = &p;
            if (!p.write.empty() &&
                (own_[i] < 0 || !entries[static_cast<std::size_t>(own_[i])].region.contains(p.write)))
                return false;
        }
        return std::none_of(wants_.begin(), wants_.end(), [&](const Want& want) {
            return owner[want.entry] != nullptr && want.region.intersects(owner[want.entry]->write);
        });
    }

    void find_write_overlap(std::vector<Finding>& out) {
        std::int64_t total = 0;
        for (const Party& p : parties_)
            total += p.write.count();
        overlap_ = total != written_.count();
        if (!overlap_)
            return;
        for (std::size_t i = 0; i < parties_.size(); ++i)
            for (std::size_t k = i + 1; k < parties_.size(); ++k) {
                const Party &a = parties_[i], &b = parties_[k];
                if (!both_filled(a.write, b.write) || !hulls_meet(a.write_hull, b.write_hull))
                    continue;
                Region where = a.write & b.write;
                if (where.empty())
                    continue;
                if (Region sure = a.sure & b.sure; !sure.empty()) {
                    out.push_back({Finding::Kind::write_overlap, a.rank, b.rank, std::move(sure)});
                    return;
                }
                shared_.push_back({a.rank, b.rank, std::move(where)});
            }
    }

    void find_read_write_overlap(std::vector<Finding>& out) {
        for (const Party& reader : parties_) {
            if (!both_filled(reader.read, written_) || !hulls_meet(reader.read_hull, written_hull_))
                continue;
            const std::int64_t touched = (reader.read & written_).count();
            if (touched == 0)
                continue;
            if (!overlap_ && touched == (reader.read & reader.write).count())
                continue; // all of it is its own
            for (const Party& writer : parties_) {
                if (writer.rank == reader.rank || !both_filled(reader.read, writer.write) ||
                    !hulls_meet(reader.read_hull, writer.write_hull))
                    continue;
                Region where = reader.read & writer.write;
                if (where.empty())
                    continue;
                out.push_back({Finding::Kind::read_write_overlap, reader.rank, writer.rank, std::move(where)});
                return;
            }
        }
    }

    static bool both_filled(const Region& a, const Region& b) { return !a.empty() && !b.empty(); }

    // What the party lacks of `need`, all that it needs but for what it holds alone.
    void find_wants(const Party& p, const Region& need, std::span<const Range> hull) {
        if (need.empty() || around_.band == nullptr)
            return;
        const std::vector<Band::Entry>& entries = around_.entries();
        if (sought_.empty() || !(need == sought_)) { // what one row of all is for, many ranks need alike
            sought_ = need;
            met_.clear();
            around_.band->for_each_near(hull, [&](std::size_t i) {
                if (entries[i].holders.is_all())
                    return;
                if (Region region = need & entries[i].region; !region.empty())
                    met_.push_back({p.rank, i, std::move(region)});
            });
        }
        for (const Want& met : met_)
            if (!entries[met.entry].holders.contains(p.rank))
                wants_.push_back({p.rank, met.entry, met.region});
    }

    DirState next() {
        if (around_.band == nullptr)
            return state_;
        std::vector<std::vector<const Want*>> readers(around_.entries().size());
        for (const Want& w : wants_)
            readers[w.entry].push_back(&w);
        std::vector<DirState::Entry> entries;
        for (std::size_t i = 0; i < readers.size(); ++i) {
            const DirState::Entry& e = around_.entries()[i];
            split_by_readers(e, written_.empty() ? e.region : e.region - written_, readers[i], state_.ranks(), entries);
        }
        std::vector<const Region*> shared;
        for (const SharedWrite& s : shared_)
            shared.push_back(&s.region);
        const Region merged = Region::unite(state_.dims(), shared);
        for (const Party& p : parties_)
            entries.push_back({shared.empty() ? p.write : p.write - merged, RankSet::one(p.rank)});
        if (!shared.empty())
            add_merged(merged, entries);
        return state_.with(around_.lo, around_.hi, std::move(entries));
    }

    // All that take part in merging an element hold it.
    void add_merged(const Region& merged, std::vector<DirState::Entry>& out) const {
        std::vector<DirState::Entry> pieces;
        for (const Party& p : parties_) {
            Region rest = p.write & merged;
            const std::size_t before = pieces.size();
            for (std::size_t i = 0; i < before && !rest.empty(); ++i) {
                Region common = pieces[i].region & rest;
                if (common.empty())
                    continue;
                rest -= common;
                RankSet holders = pieces[i].holders.with(p.rank, state_.ranks());
                if (common.count() == pieces[i].region.count()) {
                    pieces[i].holders = std::move(holders);
                    continue;
                }
                pieces[i].region -= common;
                pieces.push_back({std::move(common), std::move(holders)});
            }
            if (!rest.empty())
                pieces.push_back({std::move(rest), RankSet::one(p.rank)});
        }
        out.insert(out.end(), std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
    }

    const DirState& state_;
    Around around_;
    std::vector<Party> parties_;
    std::vector<Region> wide_; // of parties that write anywhere
    Region written_;           // by any rank; empty where each writes its own
    std::vector<Range> written_hull_;
    bool overlap_ = false; // of writes
    std::vector<SharedWrite> shared_;
    std::vector<std::ptrdiff_t> own_; // by party: the entry that it alone holds; -1: none
    std::vector<Want> wants_;
    Region sought_;         // the last party's need,
    std::vector<Want> met_; // and what entries that not all hold have of it
};

} // namespace

std::vector<Finding> find_overlaps(int dims, std::span<const RankAccess> accesses) {
    const DirState none(1, Region(dims));
    return LaunchPlanner(none, accesses).overlaps();
}

LaunchPlan plan_launch(const DirState& state, std::span<const RankAccess> accesses) {
    return LaunchPlanner(state, accesses).plan();
}

LaunchPlan plan_serial(const DirState& state, const Region& read, const Region& write, const Region& maywrite) {
    const Region need = read | maywrite;
    const Region written = write | maywrite;
    Around around{state.ranks(), state.dims()};
    around.add(need.hull());
    around.add(written.hull());
    around.look(state);
    std::vector<DirState::Entry> entries;
    std::vector<Want> shared; // one an entry, for all who lack it
    bool changes = false;
    for (std::size_t i = 0; i < around.entries().size(); ++i) {
        const DirState::Entry& e = around.entries()[i];
        if (e.holders.is_all()) {
            entries.push_back({e.region - written, e.holders});
            continue;
        }
        changes = changes || e.region.intersects(written);
        Region common = e.region & need;
        entries.push_back({e.region - common - written, e.holders});
        if (common.empty())
            continue;
        entries.push_back({common - written, RankSet::all()});
        shared.push_back({0, i, std::move(common)});
    }
    if (!changes && shared.empty())
        return {{}, {}, state, {}, true};
    entries.push_back({written, RankSet::all()});
    std::vector<Transfer> transfers;
    std::vector<const Want*> mine;
    for (int to = 0; to < state.ranks() && !shared.empty(); ++to) {
        mine.clear();
        for (Want& w : shared) {
            w.to = to;
            if (!around.entries()[w.entry].holders.contains(to))
                mine.push_back(&w);
        }
        if (!mine.empty())
            route(around, mine, transfers);
    }
    return {std::move(transfers), {}, state.with(around.lo, around.hi, std::move(entries)), {}};
}

} // namespace hydra::rt
