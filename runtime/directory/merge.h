// How ranks that may have written one element find out what really changed.
//
// Each keeps a twin of what it only may write, compares after its iterations, and tells each of the others what changed
// of what both may write, values included; then all of them hold the same. What a rank writes for certain counts as
// changed, whatever its value. Where two ranks changed an element to different values the loop has a race.
#pragma once

#include "runtime/sets/view.h"

#include <optional>
#include <span>
#include <vector>

namespace hydra::rt {

// One rank's part in one allocation, in byte runs of the allocation. The same in every execution of a plan.
struct MergePlan {
    struct Partner {
        int rank;
        std::vector<Run> shared; // what both may write; both have the same list
    };
    std::int64_t unit = 1;     // bytes that change together; runs consist of whole ones, except at the allocation's end
    std::vector<Run> doubtful; // that the rank only may write, and others too
    std::vector<Run> sure;     // that it writes, and others may
    std::vector<Partner> partners; // ascending ranks
};

// Values that two ranks changed differently.
struct MergeConflict {
    int first, second;   // ranks, ascending
    std::int64_t offset; // of the element's first byte that differs
};

// One execution after the other: note(), then the iterations run, then find_changes(), then pack() for each partner
// before the first unpack(). `base`: where the allocation starts.
class Merger {
  public:
    // Takes the twin, and gives its bytes. `plan` must stay until the last unpack(); rank: this one.
    std::int64_t note(const MergePlan& plan, int rank, const char* base);
    void find_changes(const char* base);
    // Appends what changed of the runs that are shared with a partner.
    void pack(const MergePlan::Partner& partner, const char* base, std::vector<unsigned char>& out) const;
    // Puts a partner's changes into place. Returns the first element that was changed to something else by this rank,
    // or by a partner that was unpacked before. `next` is moved behind what pack() wrote.
    std::optional<MergeConflict> unpack(const MergePlan::Partner& partner, char* base, const unsigned char*& next);

  private:
    struct Change {
        std::int64_t lo, hi; // bytes
        int rank;
    };

    const MergePlan* plan_ = nullptr;
    int rank_ = 0;
    std::vector<unsigned char> twin_; // the doubtful runs, one after another
    std::vector<Change> changes_;     // by anybody, so far; ascending, disjoint
};

} // namespace hydra::rt
