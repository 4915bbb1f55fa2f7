// See single_rank.h.
#include "runtime/single/single_rank.h"

#include "runtime/base/clock.h"
#include "runtime/base/memory.h"
#include "runtime/policy/worth_devices.h"
#include "runtime/policy/worth_directory.h"
#include "runtime/single/array_sums.h"
#include "runtime/single/object_masks.h"
#include "runtime/steps/reduction_step.h"

#include <algorithm>
#include <sys/mman.h>

namespace hydra::rt {
namespace {

bool is_whole_number(hydra_rt_type type) {
    return type < HYDRA_RT_FLOAT || type == HYDRA_RT_INT128 || type == HYDRA_RT_UINT128;
}

// The same as generated code has it, which runs such loops by hydra_rt_spread alone.
bool adds_in_blocks(const hydra_rt_loop& loop) {
    return std::any_of(
        loop.reduction, loop.reduction + loop.reductions,
        [](const hydra_rt_reduction& reduction) {
            const bool adds = reduction.op == HYDRA_RT_ADD || reduction.op == HYDRA_RT_MUL;
            return adds && reduction.array == 0 && !is_whole_number(reduction.type);
        });
}

// Whether a launch of the loop may be several, one after the other.
bool runs_in_parts(const hydra_rt_loop& loop) {
    return loop.reductions == 0 && loop.watches == 0 &&
           (loop.flags & (HYDRA_RT_LEAVES_ERRORS | HYDRA_RT_DESCENDING)) == 0;
}

} // namespace

SingleRank::SingleRank(int threads, Runtime& runtime, bool is_counting)
    : device_(threads), runtime_(runtime), is_counting_(is_counting), most_huge_(available_memory() / 2) {}

void SingleRank::note(void* block, std::size_t bytes, bool whole_life) {
    if (bytes >= worth::least_huge_alone && huge_ + bytes <= most_huge_ && whole_life) {
        constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
        const auto base = reinterpret_cast<std::uintptr_t>(block);
        const std::uintptr_t from = (base + page - 1) / page * page, to = (base + bytes) / page * page;
        if (from < to && madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE) == 0)
            huge_ += bytes;
    }
    if (whole_life)
        objects_.note(block, bytes);
}

void SingleRank::forget(void* block) {
    const std::size_t bytes = objects_.forget(block);
    if (bytes >= worth::least_huge_alone)
        huge_ -= std::min<std::size_t>(huge_, bytes);
}

long SingleRank::least_spread() const {
    if (is_counting_) // every launch is to be seen
        return 0;
    return worth::least_operations_to_wake;
}

SingleRank::Loop& SingleRank::loop_of(hydra_rt_loop& loop) {
    if (loop.in_place != nullptr)
        return *static_cast<Loop*>(loop.in_place);
    Loop& known = loops_.emplace_back();
    loop.in_place = &known;
    known.adds_in_blocks = adds_in_blocks(loop);
    // (What the bound reads may be what the body writes: then the loop that stands there looks at it again.)
    known.is_kernel_faster =
        (loop.flags & HYDRA_RT_SPLIT) != 0 && (loop.flags & HYDRA_RT_ORDERED) == 0 && loop.watches == 0;
    known.reduces_arrays = reduces_arrays(loop);
    known.may_be_told = ((loop.flags & HYDRA_RT_INDEPENDENT) != 0 && knows_objects(loop)) || boxes_may_tell(loop);
    known.writes_what_is_found = writes_what_is_found(loop) && !known.reduces_arrays;
    known.is_rounded = std::any_of(loop.reduction, loop.reduction + loop.reductions, [](const auto& reduction) {
        return reduction.array != 0 && !is_whole_number(reduction.type);
    });
    // One thread may interleave iterations, which is faster along columns.
    const bool interleaves = loop.kernel_apart != nullptr && loop.inspection == nullptr && !known.reduces_arrays;
    // (What several ranks would have to run in order, since nobody can say where it writes, may still be proved apart.)
    const bool in_order = (loop.flags & HYDRA_RT_ORDERED) != 0 ||
                          ((loop.flags & HYDRA_RT_REPLICATED) != 0 && (loop.flags & HYDRA_RT_INDEPENDENT) == 0);
    known.may_spread = (device_.threads() > 1 || interleaves) && !in_order;
    known.accumulators = no_accumulators(loop);
    for (int r = 0; r < loop.reductions; ++r) {
        Accumulator next = scalar_accumulator(loop.reduction[r]);
        next.in_place = loop.reduction[r].array != 0;
        known.accumulators.add(next);
    }
    known.accumulators.complete();
    known.results.resize(known.accumulators.bytes);
    return known;
}

bool SingleRank::is_small(const hydra_rt_loop& loop, std::int64_t iterations) const {
    Loop* const known = static_cast<Loop*>(loop.in_place);
    if (known == nullptr || is_counting_ || known->adds_in_blocks || known->is_rounded)
        return false;
    if (!known->may_spread)
        return true;
    const bool small = known->cost.seconds != 0 &&
                       known->cost.seconds * static_cast<double>(iterations) < worth::least_seconds_to_wake;
    const bool may_look_again = device_.threads() > 1 && loop.watches == 0;
    return small && (!may_look_again || ++known->small <= known->most_small);
}

// Of a loop whose launches were small: one thread runs this one, to see what iterations take by now.
bool SingleRank::looks_again(Loop& known, const SingleLaunch& launch, void* const* reduced) {
    if (known.small <= known.most_small)
        return false;
    known.small = 0;
    known.most_small *= 2;
    known.cost.seconds = 0;
    const bool backwards = (launch.loop.flags & HYDRA_RT_DESCENDING) != 0;
    run(known, launch, backwards ? launch.iterations.lo : launch.iterations.hi - 1, CpuDevice::Order::sequential,
        known.accumulators, reduced);
    return true;
}

const SingleRank::Loop::Asked* SingleRank::asked_before(const Loop& known, const SingleLaunch& launch,
                                                        std::uint64_t gone) {
    const auto found = std::find_if(known.asked.begin(), known.asked.end(), [&](const Loop::Asked& each) {
        return each.gone == gone && each.iterations == launch.iterations &&
               std::equal(each.pointers.begin(), each.pointers.end(), launch.pointers) &&
               std::equal(each.keys.begin(), each.keys.end(), launch.k) &&
               std::all_of(each.cells.begin(), each.cells.end(),
                           [](const TableCells& cells) { return cells.are_as_they_were(); });
    });
    return found == known.asked.end() ? nullptr : &*found;
}

bool SingleRank::is_worth_asking(Loop& known, std::int64_t iterations) const {
    if (known.waits > 0) {
        --known.waits;
        return false;
    }
    if (known.cost.seconds == 0)
        return true;
    const double work = known.cost.seconds * static_cast<double>(iterations);
    if (work < worth::least_seconds_to_wake)
        return false;
    const double saved = work * (device_.threads() > 1 ? 1 - 1.0 / device_.threads() : worth::saved_by_interleaving);
    if (known.question <= saved * worth::most_part_for_question)
        return true;
    known.forgone += saved;
    if (known.forgone < known.question)
        return false;
    known.forgone = 0;
    return true;
}

Independence SingleRank::independence(Loop& known, const SingleLaunch& launch, const Accumulators& accumulators) {
    const double start = now();
    const hydra_rt_loop& loop = launch.loop;
    const bool full = known.asked.size() == worth::most_launches_asked;
    Loop::Asked& asked = full ? known.asked[known.oldest++ % known.asked.size()] : known.asked.emplace_back();
    asked.gone = objects_.gone();
    asked.iterations = launch.iterations;
    asked.pointers.assign(launch.pointers, launch.pointers + loop.slots + loop.watches);
    asked.keys.assign(launch.k, launch.k + loop.keys);
    asked.cells.clear();
    const Interval all = launch.iterations;
    const auto answer = independence_of(launch, objects_, device_.shares(accumulators, {&all, 1}), asked.cells);
    asked.independence = answer;
    known.question = now() - start;
    known.has_been_proved = known.has_been_proved || (answer == Independence::proved && addresses_tell(launch));
    known.refusals = answer == Independence::none ? std::min(known.refusals + 1, worth::most_refusals) : 0;
    known.waits = known.refusals > 0 ? (1L << known.refusals) - 2 : 0;
    return answer;
}

Independence SingleRank::found_independence(Loop& known, SingleLaunch& launch) {
    if (const auto answer = known.found.known(launch, objects_.gone()))
        return *answer;
    if (known.waits > 0 && !is_counting_) {
        --known.waits;
        return Independence::none;
    }
    Interval& left = launch.iterations;
    const hydra_rt_loop& loop = launch.loop;
    const std::int64_t some = (left.hi - left.lo) / worth::first_part_of_launch;
    if (known.cost.seconds == 0 && runs_in_parts(loop) && some > 0) {
        SingleLaunch first = launch;
        first.iterations.hi = left.lo + some;
        run(known, first, left.hi - 1, CpuDevice::Order::sequential, known.accumulators, nullptr);
        left.lo += some;
    }
    const std::int64_t count = left.hi - left.lo;
    const double work = known.cost.seconds * static_cast<double>(count);
    const double saved = work * (1 - 1.0 / device_.threads());
    constexpr double whatever_it_takes = 1e9; // where each launch is to be seen, however small
    const double time = is_counting_                          ? whatever_it_takes
                        : work < worth::least_seconds_to_wake ? 0
                                                              : known.found.allowance(saved, count);
    if (time == 0)
        return Independence::none;
    const double start = now();
    double begun = 0;
    std::int64_t looked_at = 0;
    std::vector<Content> decided_by;
    const auto answer = hydra::rt::found_independence(
        launch, objects_, device_.shares(known.accumulators, {&left, 1}),
        [&](std::int64_t done) {
            looked_at = done;
            const double passed = now() - start;
            if (done == 0)
                begun = passed;
            return passed < time;
        },
        decided_by);
    known.found.has_asked(now() - start, begun, looked_at, answer.has_value());
    if (answer)
        known.found.remember(launch, objects_.gone(), *answer, std::move(decided_by));
    const bool refused = answer == Independence::none;
    known.refusals = refused ? std::min(known.refusals + 1, worth::most_refusals) : 0;
    known.waits = refused ? (1L << known.refusals) - 2 : 0;
    return answer.value_or(Independence::none);
}

void SingleRank::count(hydra_rt_loop& loop, std::int64_t iterations) {
    LoopTable& loops = runtime_.loops();
    LoopCounter& counter = loops.counter(loops.state_of(loop));
    const bool at_floor = hydra_rt_single == HYDRA_RT_AT_FLOOR;
    const bool everywhere = at_floor || (loop.flags & HYDRA_RT_REPLICATED) != 0;
    ++counter.launches;
    runtime_.counters().account.at_floor += at_floor ? 1 : 0;
    counter.distributed += iterations > 0 && !everywhere ? 1 : 0;
    counter.replicated += iterations > 0 && everywhere ? 1 : 0;
    runtime_.counters().iterations[0] += at_floor ? 0 : iterations;
}

Independence SingleRank::may_be_shared(Loop& known, SingleLaunch& launch, const Accumulators& accumulators) {
    Independence answer = Independence::none;
    if (!known.writes_what_is_found || known.may_be_told)
        answer = known_independence(known, launch, accumulators);
    return answer == Independence::none && known.writes_what_is_found ? found_independence(known, launch) : answer;
}

Independence SingleRank::known_independence(Loop& known, const SingleLaunch& launch, const Accumulators& accumulators) {
    if (const Loop::Asked* asked = asked_before(known, launch, objects_.gone()))
        return asked->independence;
    if (known.has_been_proved && lead_to_own_objects(launch, objects_))
        return Independence::proved;
    if (known.is_rounded || is_worth_asking(known, launch.iterations.hi - launch.iterations.lo))
        return independence(known, launch, accumulators);
    return Independence::none;
}

bool SingleRank::spread(hydra_rt_loop& loop, const SingleLaunch& launch, void* const* reduced) {
    if (is_running_)
        return false;
    Loop& known = loop_of(loop);
    const std::int64_t total = std::max<std::int64_t>(launch.iterations.hi - launch.iterations.lo, 0);
    if (is_counting_)
        count(loop, total);
    if (total == 0)
        return false;
    if (looks_again(known, launch, reduced))
        return true;
    std::optional<Accumulators> copied;
    if (known.may_spread && known.reduces_arrays && total > 1)
        copied = copied_arrays(launch, objects_, device_.threads());
    const Accumulators& accumulators = copied ? *copied : known.accumulators;
    SingleLaunch rest = launch;
    Independence answer = Independence::none;
    if (known.may_spread && total > 1 && (copied || !known.reduces_arrays))
        answer = may_be_shared(known, rest, accumulators);
    const bool one_thread = device_.threads() == 1;
    if (one_thread && (answer == Independence::threads || !is_faster_interleaved(known)))
        answer = Independence::none;
    const bool compares = one_thread && answer == Independence::proved && known.plain.seconds == 0;
    // (Where the bound may change under way, the loop as it stands is right, however its sums are rounded.)
    const bool runs_in_place = (!known.adds_in_blocks || loop.watches > 0) && !known.is_kernel_faster;
    if (answer == Independence::none && runs_in_place && rest.iterations == launch.iterations)
        return false;
    if (compares && compare_with_first_parts(known, rest) && !is_faster_interleaved(known))
        answer = Independence::none;
    const double start = one_thread ? now() : 0;
    const bool backwards = (loop.flags & HYDRA_RT_DESCENDING) != 0;
    run(known, rest, backwards ? launch.iterations.lo : launch.iterations.hi - 1,
        known.plain.seconds == 0 && compares ? CpuDevice::Order::sequential
        : answer == Independence::proved     ? CpuDevice::Order::apart
        : answer == Independence::threads    ? CpuDevice::Order::any
                                             : CpuDevice::Order::sequential,
        answer == Independence::none ? known.accumulators : accumulators, reduced);
    if (one_thread && answer == Independence::proved)
        (known.plain.seconds == 0 ? known.plain : known.cost).seconds =
            (now() - start) / static_cast<double>(rest.iterations.hi - rest.iterations.lo);
    return true;
}

// One thread: runs a part of the launch as it stands, and one interleaved, to know which is faster. False: it cannot be
// run in parts.
bool SingleRank::compare_with_first_parts(Loop& known, SingleLaunch& launch) {
    const hydra_rt_loop& loop = launch.loop;
    Interval& left = launch.iterations;
    const std::int64_t some = (left.hi - left.lo) / worth::first_part_of_launch;
    if (!runs_in_parts(loop) || some == 0)
        return false;
    const auto seconds_of_part = [&](CpuDevice::Order order) {
        SingleLaunch part = launch;
        part.iterations.hi = left.lo + some;
        const double start = now();
        run(known, part, left.hi - 1, order, known.accumulators, nullptr);
        left.lo += some;
        return (now() - start) / static_cast<double>(some);
    };
    known.plain.seconds = seconds_of_part(CpuDevice::Order::sequential);
    known.cost.seconds = seconds_of_part(CpuDevice::Order::apart);
    return true;
}

// One thread: whether iterations are worth being interleaved, as far as that has been tried; else the loop is not asked
// about again.
bool SingleRank::is_faster_interleaved(Loop& known) {
    if (known.plain.seconds != 0 && known.cost.seconds > known.plain.seconds)
        known.may_spread = false;
    return known.may_spread;
}

void SingleRank::run(Loop& known, const SingleLaunch& launch, long last, CpuDevice::Order order,
                     const Accumulators& accumulators, void* const* reduced) {
    const hydra_rt_loop& loop = launch.loop;
    std::vector<void*> arrays(static_cast<std::size_t>(loop.reductions));
    for (int r = 0; r < loop.reductions; ++r)
        if (loop.reduction[r].array != 0)
            arrays[static_cast<std::size_t>(r)] = launch.pointers[loop.reduction[r].array - 1];
    const double start = is_counting_ ? now() : 0;
    known.results.resize(std::max(known.results.size(), accumulators.bytes));
    is_running_ = true;
    device_.run(loop, launch.args, {&launch.iterations, 1}, last, order, accumulators, arrays, known.results.data(),
                known.cost);
    is_running_ = false;
    if (device_.outside())
        fail_outside_section(loop, accumulators, device_.outside()->reduction, device_.outside()->at);
    if (is_counting_)
        runtime_.counters().seconds.kernels += now() - start;
    join_arrays(launch, accumulators, known.results.data());
    store_scalars(loop, accumulators, known.results.data(), reduced);
}

} // namespace hydra::rt
