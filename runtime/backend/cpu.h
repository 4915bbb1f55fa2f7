// The cpu device: runs a kernel on the rank's iterations with OpenMP threads. With reductions the iterations are cut
// into blocks by their number alone, and partial results are combined in a fixed tree over the blocks, so that the
// number of threads does not change a bit.
#pragma once

#include "runtime/backend/accumulators.h"
#include "runtime/backend/sparse_blocks.h"
#include "runtime/directory/partition.h"

#include <climits>
#include <functional>
#include <span>
#include <vector>

namespace hydra::rt {

// Calls the kernel for the part, one iteration after the other, the highest first where it goes backwards.
void run_one_by_one(hydra_rt_kernel_fn* kernel, void* args, const Interval& part, long last, bool backwards,
                    void* const* partial, const std::function<void()>& behind_each);

// Calls run(0), run(1) … run(count - 1), each on a thread of the device's, which rounds as the caller
// does; the first one on the caller's.
void on_threads(std::size_t count, const std::function<void(std::size_t thread)>& run);

class CpuDevice {
  public:
    // crowded: there are other ranks, and more threads in all of them than cores.
    explicit CpuDevice(int threads, bool crowded = false);
    int threads() const { return threads_; }

    // What an iteration of a loop costs, learnt from its runs: where all of them together cost less than waking the
    // threads does, one thread runs them. (Which threads run what changes no result.)
    struct Cost {
        double seconds = 0; // an iteration's; 0: not known
    };

    enum class Order {
        any,        // iterations are independent
        apart,      // the same, and so sure that they may be interleaved: loop.kernel_apart, where there is one
        sequential, // one thread, in the order of the user's loop; results are bitwise those of `any`
        one_block   // the same, and reductions add up in the order of the user's loop
    };

    // Runs the kernel over the intervals (ascending, disjoint). last: the sequentially last iteration; the call that
    // contains it is told so. arrays: one a reduction, the array's address where it is accumulated into in place (may
    // be empty where none is). results: as many bytes as accumulators.bytes, a multiple of 16; receives the combined
    // partial values (neutral where there are no iterations). rounds: of a loop's inner loop (hydra_rt_boxes); null:
    // all. behind_each: called behind each iteration, of a loop that one thread runs; empty: not.
    void run(const hydra_rt_loop& loop, void* args, std::span<const Interval> intervals, long last, Order order,
             const Accumulators& accumulators, std::span<void* const> arrays, unsigned char* results, Cost& cost,
             const Interval* rounds = nullptr, const std::function<void()>& behind_each = {});

    // What each thread would run of these intervals when all threads are awake; one entry where one thread would do.
    std::vector<std::vector<Interval>> shares(const Accumulators& accumulators,
                                              std::span<const Interval> intervals) const;

    // What the last run accumulated outside of the section of an array reduction.
    using Outside = SparseBlocks::Outside;
    [[nodiscard]] const std::optional<Outside>& outside() const { return outside_; }

    // What the iterations of the last run left behind, of a loop with HYDRA_RT_LEAVES_ERRORS: errno of the sequentially
    // last one that set it, and all floating-point exceptions.
    struct Left {
        static constexpr int untouched = INT_MIN; // no iteration has set errno
        long when = 0;                            // larger: later in the user's order
        int error = untouched, exceptions = 0;
        void join(const Left& other);
    };
    [[nodiscard]] const Left& left() const { return left_; }

    // The exceptions that the program has raised so far: iterations that run in order look at them too.
    void begin_with(int raised) { raised_before_ = raised; }

  private:
    void learn_worth(double took, double alone);
    bool is_small(double seconds);

    int threads_;
    double least_worth_waking_, worth_waking_; // seconds of work from which on other threads are woken; now
    std::optional<Outside> outside_;
    Left left_;
    int raised_before_ = 0;
    std::vector<unsigned char> partials_; // the blocks' accumulators, a cache line apart
    SparseBlocks sparse_;                 // where the blocks' arrays are large: there is one copy a thread then
};

} // namespace hydra::rt
