// What inspectors have found a launch to touch: bytes counted from each slot's pointer, by rank, and by thread of this
// rank. Every rank keeps the findings of all, since every rank plans for all. The findings of a launch are made stage
// by stage (steps/inspect_step.h) and remembered until something that decided them changes.
#pragma once

#include "runtime/directory/partition.h"
#include "runtime/touch/footprint.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace hydra::rt {

struct Allocation;

// Disjoint runs of bytes lo <= x < hi that do not touch, ascending, once settled. Until then, where they are many and
// lie close together (a graph's neighbours), there is a bit for each unit of them: a list that is sorted again and
// again takes a microsecond for each.
class ByteRuns {
  public:
    void add(std::int64_t lo, std::int64_t hi) {
        const std::uint64_t from = behind_base(lo), to = behind_base(hi);
        if (!are_units(from, to) || from >> shift_ >> 6 != ((to >> shift_) - 1) >> 6)
            return add_slowly(lo, hi);
        const std::uint64_t first = from >> shift_;
        bits_[first >> 6] |= bits_from(first) & bits_to((to >> shift_) - 1);
    }
    void add(const ByteRuns& other); // which is settled
    void settle();
    // How many there are, about, as long as they are not settled.
    std::int64_t count() const;
    // Of settled runs: those with less than `gap` bytes between them become one.
    void join(std::int64_t gap);
    const std::vector<ByteSpan>& list() const { return runs_; }
    std::vector<ByteSpan>& list() {
        recent_.clear(); // they may not be there any longer
        return runs_;
    }

  private:
    static constexpr int recent_bits = 14;
    std::vector<ByteSpan> runs_;
    // Some of those that were added last, where these are many: mostly, what neighbours touch has been noted before.
    std::vector<ByteSpan> recent_;
    std::size_t settle_at_ = 256;                  // at first; so that many touches of few bytes take little memory
    std::uint64_t grain_ = std::uint64_t{1} << 12; // in all that was listed, the lowest bit that is set anywhere
    // A bit for each 2^shift_ bytes from base_ on, end_ bytes in all (0: there are none); the other runs are in runs_.
    std::vector<std::uint64_t> bits_;
    std::int64_t base_ = 0;
    std::uint64_t end_ = 0;
    int shift_ = 0;

    // Whether the bytes lie in the run, or behind it: then they do. Two runs grow in turn where elements that lie apart
    // are touched in pairs.
    static bool goes_on(ByteSpan& run, std::int64_t lo, std::int64_t hi) {
        if (run.hi == lo)
            run.hi = hi;
        return run.lo <= lo && hi <= run.hi;
    }
    [[nodiscard]] std::uint64_t behind_base(std::int64_t byte) const {
        return static_cast<std::uint64_t>(byte) - static_cast<std::uint64_t>(base_);
    }
    // Whether whole units that have bits lie there.
    [[nodiscard]] bool are_units(std::uint64_t from, std::uint64_t to) const {
        return from < to && to <= end_ && ((from | to) & ((std::uint64_t{1} << shift_) - 1)) == 0;
    }
    static std::uint64_t bits_from(std::uint64_t first) { return ~std::uint64_t{0} << (first & 63); }
    static std::uint64_t bits_to(std::uint64_t last) { return ~std::uint64_t{0} >> (63 - (last & 63)); }
    void add_slowly(std::int64_t lo, std::int64_t hi);
    // Whether the run is one of whole units there; then its bits are set.
    bool mark(std::int64_t lo, std::int64_t hi);
    void compact();
};

// What one party (a rank or a thread) touches, by slot.
struct Found {
    std::vector<ByteRuns> reads, writes;
    // What several slots touch, each counted from its pointer, until it is settled: noted once for all of them.
    struct Alike {
        std::vector<int> slots;
        bool reads, writes;
        ByteRuns runs;
    };
    std::vector<Alike> alike;
    std::int64_t touches = 0;   // how often something was noted, one element or several in a row
    std::int64_t bytes = 0;     // that these were about
    std::int64_t looked_at = 0; // iterations,
    std::int64_t at_last = 0;   // and of these in the last stage
    explicit Found(std::size_t slots) : reads(slots), writes(slots) {}
    void settle();
    std::int64_t runs() const;
};

struct Inspection {
    // fine: the fine inspector is to run, too.
    Inspection(const hydra_rt_loop& loop, int ranks, bool fine);

    std::uint64_t id = 0;                   // equal on all ranks, never given twice
    std::vector<Found> ranks;               // settled
    std::vector<Found> shares;              // of this rank's threads; settled
    std::vector<std::vector<Interval>> cut; // the iterations of each share
    std::vector<long> unit;     // by slot: bytes that all its runs are multiples of; 0: footprints describe the slot
    std::vector<unsigned> what; // by slot: HYDRA_RT_FOUND_READ, _WRITE, _INDEX
    std::vector<bool> widened;  // by slot: some rank says that it reads more than it does (widen_reads)
    bool fine;
    bool lost = false;                         // some rank touched what no slot of the stage points into
    bool too_dear = false;                     // some rank has stopped, as there was too much to find
    bool refined = false;                      // the fine inspector has run: findings replace coarse slots
    std::vector<std::vector<Interval>> placed; // each rank's iterations, once an inspector has run on them
    // The findings cannot be trusted or were not made: each slot may be touched anywhere.
    bool given_up = false;
    // They were not made since every rank has all that they could be about, and nobody writes it. Each rank may look up
    // for itself what a device of its needs (offload/piece_access.h).
    bool left_to_ranks = false;

    // The content that decided the findings. unknown: some of it lies in no allocation, or must not be trusted.
    struct Source {
        const Allocation* allocation;
        std::uint64_t serial, version;
    };
    std::vector<Source> sources;
    std::uint64_t era = 0; // BindStep::era()
    bool unknown_source = false;
    [[nodiscard]] bool holds(std::uint64_t now) const; // nothing that decided the findings has changed

    // Whether inspectors of later stages read what is found of the slot (one of the loop's own, or of what tables lead
    // to).
    [[nodiscard]] bool finds_indexes(std::size_t slot) const {
        return slot < what.size() && (what[slot] & HYDRA_RT_FOUND_INDEX) != 0;
    }
    // After runs have been added: the largest unit for each slot, not above the one that was declared.
    void measure(const std::vector<long>& declared);
    // About how many elements an iteration touches, each as often as it does, of those that were looked at.
    [[nodiscard]] double elements() const;
    // Whether an inspector has run.
    [[nodiscard]] bool has_looked() const {
        return std::any_of(
            ranks.begin(), ranks.end(), [](const Found& one) { return one.looked_at > 0; });
    }
    // How many runs of bytes all ranks have found.
    [[nodiscard]] std::int64_t runs() const;
    // Whether two ranks write the same bytes through one slot.
    [[nodiscard]] bool ranks_meet() const;
    // Nothing that was found to be read is written by anybody, so more may be read: where there are many runs, those
    // that lie close together become one.
    void widen_reads();
    // Of one slot.
    void widen_reads(std::size_t slot);
    // Adds what the parties found to a footprint that holds the closed forms of all slots.
    void add_findings(hydra_rt_footprint& footprint, const Found* first, std::size_t count) const;
    // The same, and takes away the closed forms that the findings replace.
    void describe(hydra_rt_footprint& footprint, const Found* first, std::size_t count) const;

  private:
    std::vector<bool> coarse_, fine_, may_read_, may_write_; // by slot
};

} // namespace hydra::rt
