// See cpu.h. The rank's iterations are numbered through all of its intervals; a block is a range of these numbers, and
// each thread runs a contiguous range of blocks. One thread calls the kernel without any OpenMP region.
#include "runtime/backend/cpu.h"

#include "runtime/backend/cuts.h"
#include "runtime/backend/kept_messages.h"
#include "runtime/backend/thread_output.h"
#include "runtime/base/clock.h"
#include "runtime/base/scalars.h"
#include "runtime/policy/worth_devices.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cfenv>
#include <cstring>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace hydra::rt {
namespace {

constexpr std::size_t few_bytes = 64;

struct Work {
    hydra_rt_kernel_fn* kernel;
    void* args;
    std::span<const Interval> intervals;
    long last;
    const std::function<void()>& behind_each;
};

// Calls f with the parts of the intervals numbered first <= n < first + count, ascending.
template <class F> void for_numbers(std::span<const Interval> intervals, std::int64_t first, std::int64_t count, F f) {
    for (const Interval& interval : intervals) {
        if (count == 0)
            return;
        std::int64_t length = interval.hi - interval.lo;
        if (first >= length) {
            first -= length;
            continue;
        }
        Interval part{interval.lo + first, interval.lo + std::min(length, first + count)};
        f(part);
        count -= part.hi - part.lo;
        first = 0;
    }
}

// Calls the kernel for the iterations numbered first <= n < first + count; the highest first where it goes backwards.
void run_numbers(const Work& work, std::int64_t first, std::int64_t count, bool backwards, void* const* partial,
                 CpuDevice::Left* left) {
    auto call = [&](const Interval& part) {
        KeptMessages::begin_at(backwards ? -part.hi : part.lo);
        errno = left != nullptr ? CpuDevice::Left::untouched : errno;
        if (work.behind_each)
            run_one_by_one(work.kernel, work.args, part, work.last, backwards, partial, work.behind_each);
        else
            work.kernel(work.args, part.lo, part.hi, partial, part.lo <= work.last && work.last < part.hi);
        if (left != nullptr && errno != CpuDevice::Left::untouched)
            left->join({backwards ? -part.hi : part.lo, errno, 0});
    };
    if (!backwards || work.intervals.size() == 1) {
        for_numbers(work.intervals, first, count, call);
        return;
    }
    std::vector<Interval> parts;
    for_numbers(work.intervals, first, count, [&](const Interval& part) { parts.push_back(part); });
    std::for_each(parts.rbegin(), parts.rend(), call);
}

// How this thread rounds, and what it does with the smallest numbers.
struct Rounding {
    int direction = std::fegetround();
#ifdef __SSE__
    unsigned control = _mm_getcsr() & ~static_cast<unsigned>(_MM_EXCEPT_MASK);
#endif

    // Threads keep what they were started with: makes this one compute as the one that made `*this`.
    void adopt() const {
        if (std::fegetround() != direction)
            std::fesetround(direction);
#ifdef __SSE__
        if (const unsigned now = _mm_getcsr(); (now & ~static_cast<unsigned>(_MM_EXCEPT_MASK)) != control)
            _mm_setcsr(control | (now & _MM_EXCEPT_MASK));
#endif
    }
};

// Seconds that this thread has been running, not waiting for a core. Not by clock_gettime: see clock.h.
double thread_seconds() {
    timespec time = {};
    syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// A cheaper run than before is believed at once, a dearer one (the system was busy elsewhere) little by little.
void learn(CpuDevice::Cost& cost, double seconds, std::int64_t iterations) {
    double measured = std::max(seconds / static_cast<double>(iterations), 1e-12);
    cost.seconds =
        cost.seconds == 0 || measured < cost.seconds ? measured : cost.seconds + (measured - cost.seconds) / 8;
}

// Blocks that reductions need, or else one a thread; of sums of whole numbers, no more than that either.
std::int64_t block_count(const Accumulators& accumulators, std::int64_t total, std::int64_t threads) {
    if (accumulators.list.empty() || accumulators.is_by_thread)
        return threads;
    if (accumulators.blocks > 0)
        return accumulators.blocks;
    const std::int64_t blocks = reduction_blocks(accumulators, total);
    return accumulators.are_exact() ? std::min(threads, blocks) : blocks;
}

} // namespace

CpuDevice::CpuDevice(int threads, bool crowded)
    : threads_(threads), least_worth_waking_(crowded ? worth::most_seconds_to_wake : worth::least_seconds_to_wake),
      worth_waking_(least_worth_waking_) {}

// Threads that took longer than one alone would have are not woken for as little work again, for some time.
void CpuDevice::learn_worth(double took, double alone) {
    worth_waking_ = took > alone ? std::min(2 * worth_waking_, worth::most_seconds_to_wake)
                                 : std::max(0.9 * worth_waking_, least_worth_waking_);
}

// Whether so much work is for one thread.
bool CpuDevice::is_small(double seconds) {
    if (seconds >= worth_waking_)
        return false;
    if (seconds >= least_worth_waking_) // in the end they are woken again, to see whether the cores are free
        worth_waking_ *= 0.995;
    return true;
}

void run_one_by_one(hydra_rt_kernel_fn* kernel, void* args, const Interval& part, long last, bool backwards,
                    void* const* partial, const std::function<void()>& behind_each) {
    for (long done = 0; done < part.hi - part.lo; ++done) {
        const long at = backwards ? part.hi - 1 - done : part.lo + done;
        kernel(args, at, at + 1, partial, at == last ? 1 : 0);
        behind_each();
    }
}

void CpuDevice::Left::join(const Left& other) {
    if (other.error != untouched && (error == untouched || other.when >= when)) {
        when = other.when;
        error = other.error;
    }
    exceptions |= other.exceptions;
}

std::vector<std::vector<Interval>> CpuDevice::shares(const Accumulators& accumulators,
                                                     std::span<const Interval> intervals) const {
    const std::int64_t total = count_of(intervals);
    const std::int64_t blocks = block_count(accumulators, total, std::min<std::int64_t>(threads_, total));
    const std::int64_t threads = std::min<std::int64_t>(threads_, blocks);
    std::vector<std::vector<Interval>> out;
    for (std::int64_t thread = 0; thread < threads; ++thread) {
        const std::int64_t first = part_start(total, blocks, part_start(blocks, threads, thread));
        const std::int64_t end = part_start(total, blocks, part_start(blocks, threads, thread + 1));
        out.emplace_back();
        for_numbers(intervals, first, end - first, [&](const Interval& part) { out.back().push_back(part); });
    }
    return out;
}

void CpuDevice::run(const hydra_rt_loop& loop, void* args, std::span<const Interval> intervals, long last, Order order,
                    const Accumulators& accumulators, std::span<void* const> arrays, unsigned char* results, Cost& cost,
                    const Interval* rounds, const std::function<void()>& behind_each) {
    const int before_run = errno;
    outside_.reset();
    left_ = {};
    for (std::size_t at = 0; at < accumulators.bytes_of_results(); at += accumulators.bytes)
        for (const Accumulator& accumulator : accumulators.list)
            set_neutral(accumulator, results + at);
    const std::int64_t total = count_of(intervals);
    if (total == 0)
        return;

    const bool one_thread = order != Order::any && order != Order::apart;
    const bool small = !one_thread && cost.seconds != 0 && is_small(cost.seconds * static_cast<double>(total));
    const std::int64_t wanted = one_thread || small ? 1 : std::min<std::int64_t>(threads_, total);
    const std::int64_t most = accumulators.is_by_thread ? std::min<std::int64_t>(threads_, total) : wanted;
    const std::int64_t blocks = accumulators.blocks > 0     ? accumulators.blocks
                                : order == Order::one_block ? 1
                                                            : block_count(accumulators, total, most);
    const std::int64_t threads = std::min(wanted, blocks);
    // In the user's order within a thread: the later of two stores into an accumulator is the one that counts.
    const bool backwards = (loop.flags & HYDRA_RT_DESCENDING) != 0;
    const std::size_t unit = std::max(largest_scalar, accumulators.alignment);
    const std::size_t width = (accumulators.bytes + unit - 1) / unit * unit;
    const bool sparse = accumulators.blocks == 0 && SparseBlocks::are_worthwhile(accumulators);
    const std::int64_t copies = sparse ? threads : blocks;
    if (sparse)
        sparse_.begin(accumulators, blocks);
    partials_.resize(static_cast<std::size_t>(copies) * width + unit);
    unsigned char* aligned = partials_.data() + (unit - reinterpret_cast<std::uintptr_t>(partials_.data()) % unit);
    const auto copy_at = [&](std::int64_t copy) { return aligned + static_cast<std::size_t>(copy) * width; };
    const bool apart = order == Order::apart && loop.kernel_apart != nullptr;
    hydra_rt_kernel_fn* const kernel = rounds != nullptr ? loop.boxes->kernel : apart ? loop.kernel_apart : loop.kernel;
    const Work work{kernel, args, intervals, last, behind_each};
    std::array<long, 2> window{};
    if (rounds != nullptr)
        window = {rounds->lo, rounds->hi};

    const bool watched = (loop.flags & HYDRA_RT_LEAVES_ERRORS) != 0;
    std::vector<Left> left(watched ? static_cast<std::size_t>(threads) : 0);
    // What few values begin with, ready to be copied.
    std::array<unsigned char, few_bytes> neutral{};
    const bool are_few = accumulators.bytes <= few_bytes && accumulators.alignment <= largest_scalar;
    for (std::size_t r = 0; are_few && r < accumulators.list.size(); ++r)
        set_neutral(accumulators.list[r], neutral.data());
    const std::int64_t least = total / blocks, longer = total % blocks;
    const auto start_of = [&](std::int64_t block) { return least * block + std::min(block, longer); }; // part_start
    auto run_blocks = [&](std::int64_t thread, std::int64_t from, std::int64_t to, Left* mine) {
        std::vector<void*> partial(accumulators.list.size() + window.size());
        partial[accumulators.list.size()] = &window[0];
        partial[accumulators.list.size() + 1] = &window[1];
        for (std::int64_t number = from; number < to; ++number) {
            const std::int64_t block = backwards ? to - 1 - (number - from) : number;
            unsigned char* copy = copy_at(sparse ? thread : block);
            if (are_few)
                std::memcpy(copy, neutral.data(), accumulators.bytes);
            for (std::size_t r = 0; r < accumulators.list.size(); ++r) {
                const Accumulator& accumulator = accumulators.list[r];
                if (!are_few && (!sparse || number == from || !accumulator.phase)) // else it is neutral again
                    set_neutral(accumulator, copy);
                partial[r] = accumulator.in_place ? arrays[r] : copy + accumulator.offset + accumulator.shift;
            }
            const std::int64_t first = start_of(block);
            run_numbers(work, first, start_of(block + 1) - first, backwards, partial.data(), mine);
            if (sparse)
                sparse_.keep(block, copy);
        }
    };
    // The calling thread's own part tells what an iteration costs, without the time that threads need to wake.
    auto timed_blocks = [&](std::int64_t thread) {
        std::int64_t from = part_start(blocks, threads, thread), to = part_start(blocks, threads, thread + 1);
        const bool learns = thread == 0 && threads_ > 1;
        const double start = learns ? now() : 0;
        if (watched) {
            const bool in_order = order == Order::one_block; // iterations may read errno, and what has been raised
            const int raised = std::fetestexcept(FE_ALL_EXCEPT);
            std::feclearexcept(FE_ALL_EXCEPT);
            if (in_order)
                std::feraiseexcept(raised_before_);
            Left& mine = left[static_cast<std::size_t>(thread)];
            run_blocks(thread, from, to, in_order ? nullptr : &mine);
            mine.error = in_order ? errno : mine.error;
            mine.exceptions = std::fetestexcept(FE_ALL_EXCEPT);
            std::feraiseexcept(raised);
        } else {
            run_blocks(thread, from, to, nullptr);
        }
        if (learns)
            learn(cost, now() - start, part_start(total, blocks, to));
    };
    if (threads == 1) {
        timed_blocks(0);
    } else {
        const Rounding rounding;
        std::optional<ThreadOutput> apart_output;
        if ((loop.flags & (HYDRA_RT_MAY_EXIT | HYDRA_RT_MAY_ABORT)) != 0)
            apart_output.emplace();
        std::optional<KeptMessages> messages;
        if ((loop.flags & HYDRA_RT_MAY_TELL) != 0 && !KeptMessages::is_alive())
            messages.emplace();
        const double start = now();
        std::atomic<double> worked{0}; // by all threads: one alone would have taken so long
#pragma omp parallel for num_threads(static_cast <int>(threads)) schedule(static, 1)
        for (std::int64_t thread = 0; thread < threads; ++thread) {
            const double began = thread_seconds();
            rounding.adopt();
            timed_blocks(thread);
            worked += thread_seconds() - began;
        }
        learn_worth(now() - start, worked);
        if (messages)
            messages->print();
    }

    for (const Left& each : left)
        left_.join(each);
    errno = watched ? before_run : errno;

    if (sparse) {
        outside_ = sparse_.outside();
        sparse_.combine_into(results, backwards);
        return;
    }
    for (std::size_t r = 0; r < accumulators.list.size(); ++r)
        for (std::int64_t block = 0; block < blocks && !outside_ && has_zone(accumulators.list[r]); ++block)
            if (const auto at = touched_outside(accumulators.list[r], copy_at(block)))
                outside_ = {r, *at};

    if (accumulators.are_joined_later) {
        for (std::int64_t block = 0; block < blocks; ++block)
            std::memcpy(results + static_cast<std::size_t>(block) * accumulators.bytes, copy_at(block),
                        accumulators.bytes);
        return;
    }
    combine_blocks(accumulators, aligned, blocks, width, backwards);
    if (accumulators.bytes > 0)
        std::memcpy(results, aligned, accumulators.bytes);
}

void on_threads(std::size_t count, const std::function<void(std::size_t thread)>& run) {
    const Rounding rounding;
#pragma omp parallel for num_threads(static_cast <int>(count)) schedule(static, 1)
    for (std::size_t thread = 0; thread < count; ++thread) {
        rounding.adopt();
        run(thread);
    }
}

} // namespace hydra::rt
