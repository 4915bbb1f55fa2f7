// Launches where hydra_rt_single holds, of the only rank or of each at the floor: a loop runs where it stands in the
// program, or on threads, where that is proved right for this launch, or in blocks, where it sums floating-point
// numbers. Nothing is known of memory but where large objects lie.
#pragma once

#include "runtime/launch/runtime.h"
#include "runtime/single/found_answers.h"
#include "runtime/single/independence.h"

#include <atomic>
#include <deque>
#include <vector>

namespace hydra::rt {

class SingleRank {
  public:
    // runtime: where loops are counted, if is_counting.
    SingleRank(int threads, Runtime& runtime, bool is_counting);

    // As hydra_rt_spread. In a launch, and where another one is under way, all runs where it stands.
    bool spread(hydra_rt_loop& loop, const SingleLaunch& launch, void* const* reduced);
    // Whether so few iterations of the loop are known to be done before threads are awake. (What was known is looked at
    // again after 1, 2, 4 … such launches: iterations may have become longer.)
    [[nodiscard]] bool is_small(const hydra_rt_loop& loop, std::int64_t iterations) const;

    // errno and exceptions as the iterations of the last launch that spread() has run left them.
    [[nodiscard]] const CpuDevice::Left& left() const { return device_.left(); }
    ObjectTable& objects() { return objects_; }
    // The C library has handed out a large block, which asks for huge pages. whole_life: all that may end it is seen.
    void note(void* block, std::size_t bytes, bool whole_life);
    void forget(void* block);
    [[nodiscard]] bool is_running() const { return is_running_; }

    // Operations of a loop from which on it is asked whether threads are to run it (hydra_rt_least_spread).
    [[nodiscard]] long least_spread() const;

  private:
    // What is remembered of a loop; hydra_rt_loop::in_place points at it.
    struct Loop {
        Accumulators accumulators;
        bool adds_in_blocks = false;   // each launch is run by spread()
        bool is_kernel_faster = false; // than the loop that stands in its place
        bool may_spread = false;
        bool reduces_arrays = false;
        bool writes_what_is_found = false, may_be_told = false; // the latter: what objects slots have may be enough
        FoundAnswers found;
        bool is_rounded = false; // the arrays hold floating-point numbers, so the clock does not decide who sums
        bool has_been_proved = false;
        std::vector<unsigned char> results;
        CpuDevice::Cost cost, plain; // plain: of one thread that does not interleave iterations
        // The last launches that were asked about, and the answers: colours, levels and buffers come again.
        struct Asked {
            std::vector<const void*> pointers;
            std::vector<long> keys;
            Interval iterations{0, 0};
            std::uint64_t gone = 0;
            std::vector<TableCells> cells;
            Independence independence = Independence::none;
        };
        std::vector<Asked> asked; // at most worth::most_launches_asked
        std::size_t oldest = 0;   // which the next one replaces, once they are so many
        // What the last question took, and what threads would have saved since in launches that were not asked about.
        double question = 0, forgone = 0;
        // Launches that were small, one after the other, and how many may be before the cost is taken anew.
        long small = 0, most_small = 1;
        int refusals = 0; // one after the other
        long waits = 0;   // launches that are not asked about
    };

    Loop& loop_of(hydra_rt_loop& loop);
    void count(hydra_rt_loop& loop, std::int64_t iterations);
    // The launch's iterations become fewer where some had to be run to find out.
    Independence may_be_shared(Loop& known, SingleLaunch& launch, const Accumulators& accumulators);
    // The same without a look at what inspectors find.
    Independence known_independence(Loop& known, const SingleLaunch& launch, const Accumulators& accumulators);
    // Whether to ask is worth it: the clock tells, since no result depends on who runs what.
    bool is_worth_asking(Loop& known, std::int64_t iterations) const;
    Independence independence(Loop& known, const SingleLaunch& launch, const Accumulators& accumulators);
    // Of a loop that writes_what_is_found: whether threads may share the launch out, if that is known, or worth asking.
    // Where nobody knows what iterations take, one thread may run some first: launch.iterations are those that are
    // left.
    Independence found_independence(Loop& known, SingleLaunch& launch);
    bool looks_again(Loop& known, const SingleLaunch& launch, void* const* reduced);
    bool compare_with_first_parts(Loop& known, SingleLaunch& launch);
    static bool is_faster_interleaved(Loop& known);
    // null: it was not asked about.
    static const Loop::Asked* asked_before(const Loop& known, const SingleLaunch& launch, std::uint64_t gone);
    // last: the iteration that the user's loop comes to last, which may be none of these.
    void run(Loop& known, const SingleLaunch& launch, long last, CpuDevice::Order order,
             const Accumulators& accumulators, void* const* reduced);

    CpuDevice device_;
    ObjectTable objects_;
    Runtime& runtime_;
    bool is_counting_;
    std::atomic<bool> is_running_ = false;
    std::size_t most_huge_; // bytes that may lie in huge pages: a program touches less than it asks for
    std::atomic<std::size_t> huge_ = 0;
    std::deque<Loop> loops_;
};

} // namespace hydra::rt
