// See verify.h: launches.
#include "runtime/modes/verify.h"

#include "runtime/backend/kept_messages.h"
#include "runtime/base/clock.h"
#include "runtime/base/fail.h"
#include "runtime/base/scalars.h"
#include "runtime/base/text.h"
#include "runtime/modes/verify_bytes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace hydra::rt {
namespace {

constexpr std::int64_t most_pieces = 4096;          // that run in reverse
constexpr std::int64_t blocks_with_reductions = 64; // of the run in order: their results tell the size of the terms
constexpr double most_seconds = 1;                  // for the groups of one launch, more or less
constexpr long always_thorough = 8;                 // launches of a loop; later those that are a power of two

// The last values in the arguments, put back when a run that does not count is over.
class KeptLastValues {
  public:
    KeptLastValues(const hydra_rt_loop& loop, void* args) : loop_(loop), args_(args), values_(read(loop, args)) {}
    KeptLastValues(const KeptLastValues&) = delete;
    KeptLastValues& operator=(const KeptLastValues&) = delete;
    ~KeptLastValues() {
        const unsigned char* next = values_.data();
        for (int v = 0; v < loop_.lastvalues; next += loop_.lastvalue[v].size, ++v)
            std::memcpy(static_cast<unsigned char*>(args_) + loop_.lastvalue[v].offset, next, loop_.lastvalue[v].size);
    }
    static std::vector<unsigned char> read(const hydra_rt_loop& loop, const void* args) {
        std::vector<unsigned char> values;
        for (int v = 0; v < loop.lastvalues; ++v) {
            const unsigned char* value = static_cast<const unsigned char*>(args) + loop.lastvalue[v].offset;
            values.insert(values.end(), value, value + loop.lastvalue[v].size);
        }
        return values;
    }

  private:
    const hydra_rt_loop& loop_;
    void* args_;
    std::vector<unsigned char> values_;
};

// Constants lie where nothing can be stored, and are as they were.
void put(const std::vector<unsigned char>& bytes, const Allocation& allocation) {
    if (!std::equal(bytes.begin(), bytes.end(), bytes_of(allocation)))
        std::copy(bytes.begin(), bytes.end(), bytes_of(allocation));
}

} // namespace

// ---- launches ------------------------------------------------------------------------------------------------------

void Verifier::put_truth() {
    for (auto& [serial, copy] : copies_)
        put(copy.truth, *copy.allocation);
}

void Verifier::run_part(const Launch& launch, std::span<const Interval> parts) {
    std::optional<KeptMessages> not_shown; // the run that is verified prints them
    if ((launch.loop.flags & HYDRA_RT_MAY_TELL) != 0 && !KeptMessages::is_alive())
        not_shown.emplace();
    part_.resize(launch.in_place.accumulators.bytes);
    launch.run(launch.in_place.accumulators, parts, part_.data());
}

void Verifier::check(const Launch& launch) {
    for (const ReducedArray& array : launch.in_place.arrays)
        if (Copy* copy = copy_of(*launch.binding.allocations[static_cast<std::size_t>(array.allocation)])) {
            copy->reduced.resize(copy->truth.size(), 0);
            for (const Run& run : array.runs.front()) {
                std::fill_n(copy->reduced.begin() + run.offset, run.bytes, 1);
                std::fill_n(copy->launched.begin() + run.offset, run.bytes, 1);
            }
        }
    for (auto& [serial, copy] : copies_)
        copy.kept.assign(bytes_of(*copy.allocation), bytes_of(*copy.allocation) + copy.allocation->bytes);
    put_truth();
    hydra_rt_footprint footprint(launch.loop.slots);
    launch.loop.footprint(&footprint, launch.k, launch.begin, launch.end);
    learn_namers(launch.loop, footprint, launch.binding, launch.tables);
    const Accesses accesses = launch.accesses({launch.begin, launch.end});
    run_in_order(launch);
    check_writes(launch, accesses);

    const long number = launches_[&launch.loop]++;
    if (number < always_thorough || (number & (number - 1)) == 0) {
        const long count = launch.end - launch.begin, pieces = launch.whole ? 1 : std::min(count, 3l);
        run_in_reverse(launch);
        double left = most_seconds; // for groups, in a loop whose iterations take long
        for (long width = 1; width < count && left > 0; width *= 2) {
            const double start = now();
            run_in_groups(launch, width);
            left -= now() - start;
        }
        for (long piece = 0; piece < pieces; ++piece)
            run_on_footprint(launch,
                             {launch.begin + count * piece / pieces, launch.begin + count * (piece + 1) / pieces});
    }
    for (auto& [serial, copy] : copies_) {
        put(copy.kept, *copy.allocation);
        copy.truth.swap(copy.after);
    }
}

// Of the elements of an array that is reduced, as they stand now.
static long double largest_in(const Verifier::Launch& launch, const ReducedArray& array) {
    const hydra_rt_type type = launch.loop.reduction[array.reduction].type;
    const unsigned char* here = bytes_of(*launch.binding.allocations[static_cast<std::size_t>(array.allocation)]);
    const auto step = static_cast<std::int64_t>(scalar_bytes(type));
    long double largest = 0;
    for (const Run& run : array.runs.front())
        for (std::int64_t at = run.offset; at + step <= run.offset + run.bytes; at += step)
            largest = std::max(largest, magnitude(type, here + at));
    return largest;
}

// The sequential run. Cut into blocks where there are reductions, whose results then show how large their terms are.
void Verifier::run_in_order(const Launch& launch) {
    const KeptLastValues kept(launch.loop, launch.args);
    const Accumulators& accumulators = launch.in_place.accumulators;
    const long count = launch.end - launch.begin;
    const long blocks = launch.loop.reductions == 0 ? 1 : std::min(count, blocks_with_reductions);
    const bool backwards = (launch.loop.flags & HYDRA_RT_DESCENDING) != 0;
    sizes_.assign(accumulators.list.size(), 0);
    for (long number = 0; number < blocks; ++number) {
        const long block = backwards ? blocks - 1 - number : number;
        const Interval part{launch.begin + count * block / blocks, launch.begin + count * (block + 1) / blocks};
        run_part(launch, {&part, 1});
        if (number == 0)
            truth_results_ = part_;
        for (std::size_t r = 0; r < accumulators.list.size(); ++r) {
            const Accumulator& accumulator = accumulators.list[r];
            if (accumulator.in_place)
                continue;
            if (!is_stored_value(accumulator.op))
                sizes_[r] += magnitude(accumulator.type, part_.data() + accumulator.offset);
            if (number > 0)
                combine(accumulator, truth_results_.data(), part_.data());
        }
        for (const ReducedArray& array : launch.in_place.arrays)
            sizes_[static_cast<std::size_t>(array.reduction)] =
                std::max(sizes_[static_cast<std::size_t>(array.reduction)], largest_in(launch, array));
    }
    truth_last_ = KeptLastValues::read(launch.loop, launch.args);
    for (auto& [serial, copy] : copies_)
        copy.after.assign(bytes_of(*copy.allocation), bytes_of(*copy.allocation) + copy.allocation->bytes);
}

// What changed lies in the footprint. Notes what launches write.
void Verifier::check_writes(const Launch& launch, const Accesses& accesses) {
    for (auto& entry : copies_) {
        Copy& copy = entry.second;
        Bytes allowed = copy.truth; // with the outcome where the footprint allows one
        for (std::size_t a = 0; a < launch.binding.allocations.size(); ++a)
            if (launch.binding.allocations[a] == copy.allocation)
                for_each_run(accesses[a].writes(), copy.allocation->shape, [&](Run run) {
                    std::copy_n(copy.after.begin() + run.offset, run.bytes, allowed.begin() + run.offset);
                    std::fill_n(copy.launched.begin() + run.offset, run.bytes, 1);
                });
        const auto end = static_cast<std::int64_t>(allowed.size());
        const std::int64_t bad = difference(copy, allowed.data(), copy.after.data(), 0, end);
        if (bad < end)
            fail(launch.loop.at,
                 text("HYDRA_VERIFY: the loop changes ", element(copy, bad), " from ",
                      value(copy, copy.truth.data(), bad), " to ", value(copy, copy.after.data(), bad),
                      ", of which its footprint says nothing"),
                 difference_status);
    }
}

// A part of the iterations, with the pattern wherever its footprint does not say that it reads; but what no launch has
// written (a struct's scalars beside its arrays) is there on every rank, and may be read without a word.
void Verifier::run_on_footprint(const Launch& launch, const Interval& part) {
    put_truth();
    const Accesses accesses = launch.accesses(part);
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        const Allocation& allocation = *launch.binding.allocations[a];
        const Copy* copy = copy_of(allocation);
        if (copy == nullptr)
            continue;
        const Region needed = accesses[a].reads() | accesses[a].maywrite;
        for_each_run(allocation.shape.whole() - needed, allocation.shape, [&](Run run) {
            for (std::int64_t at = run.offset; at < run.offset + run.bytes; ++at)
                if (copy->launched[static_cast<std::size_t>(at)] != 0)
                    bytes_of(allocation)[at] = stale(at);
        });
    }
    {
        const KeptLastValues kept(launch.loop, launch.args);
        run_part(launch, {&part, 1});
    }
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        const Copy* copy = copy_of(*launch.binding.allocations[a]);
        if (copy == nullptr)
            continue;
        const unsigned char* here = bytes_of(*copy->allocation);
        // What it only may write may be another part's.
        Bytes wanted(here, here + copy->allocation->bytes);
        for_each_run(
            accesses[a].writes(), copy->allocation->shape,
            [&](Run run) {
                for (std::int64_t at = run.offset; at < run.offset + run.bytes; ++at)
                    if (here[at] != copy->truth[static_cast<std::size_t>(at)])
                        wanted[static_cast<std::size_t>(at)] = copy->after[static_cast<std::size_t>(at)];
            });
        for_each_run(accesses[a].write, copy->allocation->shape, [&](Run run) {
            std::copy_n(copy->after.begin() + run.offset, run.bytes, wanted.begin() + run.offset);
        });
        const auto end = static_cast<std::int64_t>(wanted.size());
        const std::int64_t bad = difference(*copy, here, wanted.data(), 0, end);
        if (bad < end)
            fail(launch.loop.at,
                 text("HYDRA_VERIFY: iterations ", part.lo, " to ", part.hi - 1, " leave ", value(*copy, here, bad),
                      " in ", element(*copy, bad), " instead of ", value(*copy, copy->after.data(), bad),
                      " when they find only what their footprint says that they read"),
                 difference_status);
    }
}

void Verifier::compare_order(const Launch& launch, const Copy& copy, const unsigned char* found,
                             const char* how) const {
    const auto end = static_cast<std::int64_t>(copy.after.size());
    const std::int64_t bad = difference(copy, found, copy.after.data(), 0, end);
    if (bad == end)
        return;
    fail(launch.loop.at,
         text("HYDRA_VERIFY: the loop is not parallel: ", element(copy, bad), " is ",
              value(copy, copy.after.data(), bad), " after its iterations ran in order, and ", value(copy, found, bad),
              " after they ran ", how, " [hydra-race]"),
         difference_status);
}

void Verifier::run_in_reverse(const Launch& launch) {
    put_truth();
    const KeptLastValues kept(launch.loop, launch.args);
    const long count = launch.end - launch.begin, pieces = std::min(count, most_pieces);
    const bool backwards = (launch.loop.flags & HYDRA_RT_DESCENDING) != 0;
    for (long number = 0; number < pieces; ++number) {
        const long piece = backwards ? number : pieces - 1 - number;
        const Interval part{launch.begin + count * piece / pieces, launch.begin + count * (piece + 1) / pieces};
        run_part(launch, {&part, 1});
    }
    for (auto& [serial, copy] : copies_)
        compare_order(launch, copy, bytes_of(*copy.allocation), "in reverse");
}

// Iterations whose number has, and has not, the bit `width`: each group on the state from before the loop.
void Verifier::run_in_groups(const Launch& launch, std::int64_t width) {
    const KeptLastValues kept(launch.loop, launch.args);
    for (int group = 0; group < 2; ++group) {
        put_truth();
        std::vector<Interval> parts;
        const std::int64_t count = launch.end - launch.begin; // bounds may be the last numbers that there are
        for (std::int64_t at = group * width; at < count; at += 2 * width)
            parts.push_back({launch.begin + at, launch.begin + std::min<std::int64_t>(at + width, count)});
        run_part(launch, parts);
        if (group == 0)
            for (auto& [serial, copy] : copies_)
                copy.group.assign(bytes_of(*copy.allocation), bytes_of(*copy.allocation) + copy.allocation->bytes);
    }
    const Copy* met = nullptr; // where both groups have stored
    std::int64_t met_at = 0;
    for (auto& [serial, copy] : copies_) {
        const unsigned char* second = bytes_of(*copy.allocation);
        for (std::size_t i = 0; i < copy.group.size(); ++i)
            if (second[i] != copy.truth[i]) {
                if (met == nullptr && copy.group[i] != copy.truth[i] && copy.counts(static_cast<std::int64_t>(i))) {
                    met = &copy;
                    met_at = static_cast<std::int64_t>(i);
                }
                copy.group[i] = second[i];
            }
        compare_order(launch, copy, copy.group.data(), "without seeing what the others write");
    }
    if (met != nullptr && equal_told_.insert(&launch.loop).second)
        say_equal_writes(launch, *met, met_at);
}

void Verifier::compare_results(const Launch& launch, const Accumulators& accumulators,
                               const unsigned char* results) const {
    for (std::size_t r = 0; r < accumulators.list.size(); ++r) {
        const hydra_rt_reduction& reduction = launch.loop.reduction[r];
        const Accumulator& accumulator = accumulators.list[r];
        const unsigned char* found = results + accumulator.offset;
        const unsigned char* truth = truth_results_.data() + launch.in_place.accumulators.list[r].offset;
        if (reduction.array != 0)
            continue;
        if (is_stored_value(accumulator.op)) {
            constexpr std::size_t simple = 8; // bytes; larger values may have padding
            hydra_rt_last stored;
            std::memcpy(&stored, truth, sizeof stored);
            const bool alike =
                stored.when == std::numeric_limits<long>::min() || reduction.bytes > simple || launch.approximate ||
                std::memcmp(found + HYDRA_RT_LAST_VALUE, truth + HYDRA_RT_LAST_VALUE, reduction.bytes) == 0;
            if (std::memcmp(found, truth, sizeof stored) == 0 && alike)
                continue;
            fail(launch.loop.at,
                 text("HYDRA_VERIFY: what the last iteration that counts for ", reduction.name,
                      " leaves differs on rank ", rank_, " from the sequential run"),
                 difference_status);
        }
        // The largest of approximate values is one itself.
        if (!agree(launch.approximate ? HYDRA_RT_ADD : accumulator.op, accumulator.type, found, truth, sizes_[r],
                   static_cast<long double>(launch.end - launch.begin)))
            fail(launch.loop.at,
                 text("HYDRA_VERIFY: the reduction of ", reduction.name, " gives ",
                      value_text(1 + accumulator.type, found, scalar_bytes(accumulator.type)), " on rank ", rank_,
                      ", and ", value_text(1 + accumulator.type, truth, scalar_bytes(accumulator.type)),
                      " in the sequential run"),
                 difference_status);
    }
    const std::vector<unsigned char> last = KeptLastValues::read(launch.loop, launch.args);
    if (last != truth_last_)
        fail(launch.loop.at,
             text("HYDRA_VERIFY: a value that the last iteration leaves behind differs on rank ", rank_,
                  " from that of the sequential run"),
             difference_status);
}

// An array that is reduced, element by element; from here on its bits are the truth.
void Verifier::compare_reduced(const Launch& launch, const ReducedArray& array) {
    Copy* copy = copy_of(*launch.binding.allocations[static_cast<std::size_t>(array.allocation)]);
    if (copy == nullptr)
        return;
    const hydra_rt_reduction& reduction = launch.loop.reduction[array.reduction];
    const unsigned char* here = bytes_of(*copy->allocation);
    const auto step = static_cast<std::int64_t>(scalar_bytes(reduction.type));
    const long double largest = sizes_[static_cast<std::size_t>(array.reduction)];
    for (const Run& run : array.runs.front()) {
        for (std::int64_t at = run.offset; at + step <= run.offset + run.bytes; at += step)
            if (!agree(launch.approximate ? HYDRA_RT_ADD : reduction.op, reduction.type, here + at,
                       copy->truth.data() + at, largest, static_cast<long double>(launch.end - launch.begin)))
                fail(launch.loop.at,
                     text("HYDRA_VERIFY: the reduction of ", element(*copy, at), " gives ",
                          value_text(1 + reduction.type, here + at, scalar_bytes(reduction.type)), " on rank ", rank_,
                          ", and ",
                          value_text(1 + reduction.type, copy->truth.data() + at, scalar_bytes(reduction.type)),
                          " in the sequential run"),
                     difference_status);
        std::copy_n(here + run.offset, run.bytes, copy->truth.begin() + run.offset);
    }
    copy->reduced.clear();
}

// Of the allocation's scalars of the type (hydra_rt_look::type), as far as loops have told where they are.
long double Verifier::largest_of(const Copy& copy, int type) {
    const auto size = static_cast<std::int64_t>(copy.truth.size());
    const auto number = static_cast<hydra_rt_type>(type - 1);
    const auto bytes = static_cast<std::int64_t>(scalar_bytes(number));
    long double largest = 0;
    const auto look = [&](std::int64_t first, std::int64_t step) {
        for (std::int64_t at = (first % step + step) % step; at + bytes <= size; at += step)
            if (const long double one = magnitude(number, copy.truth.data() + at); std::isfinite(one))
                largest = std::max(largest, one);
    };
    for (const ElementNamer& namer : copy.namers) {
        if (namer.members == nullptr && namer.type == type && namer.elem > 0)
            look(namer.offset, namer.elem);
        for (const hydra_rt_member* m = namer.members; m != nullptr && m->name != nullptr && namer.record > 0; ++m)
            for (long i = 0; m->type == type && i < std::max(1L, m->count); ++i)
                look(namer.offset + m->offset + i * m->bytes, namer.record);
    }
    return largest;
}

void Verifier::settle(const char* at, const Binding& binding, const Allocation& allocation) {
    Copy* copy = copy_of(allocation);
    if (copy == nullptr)
        return;
    const unsigned char* here = bytes_of(allocation);
    unsigned char* const truth = copy->truth.data();
    const auto size = static_cast<std::int64_t>(copy->truth.size());
    std::map<int, long double> largest; // by type, of all that the loop computes with: what cancels is tiny beside it
    const auto largest_here = [&](int type) {
        const auto [known, fresh] = largest.try_emplace(type, 0);
        for (std::size_t a = 0; fresh && a < binding.allocations.size(); ++a)
            if (const Copy* one = copy_of(*binding.allocations[a]))
                known->second = std::max(known->second, largest_of(*one, type));
        return known->second;
    };
    constexpr long double roundings = 64; // of its type that a value may be off, where that is more than 1e-9
    for (std::int64_t bad = 0; (bad = difference(*copy, here, truth, bad, size)) < size;) {
        const Scalar scalar = scalar_at(*copy, bad);
        if (scalar.type == 0 || !agree(HYDRA_RT_ADD, static_cast<hydra_rt_type>(scalar.type - 1), here + scalar.start,
                                       truth + scalar.start, largest_here(scalar.type), roundings))
            fail(at,
                 text("HYDRA_VERIFY: after the loop ", element(*copy, bad), " is ", value(*copy, here, bad),
                      " on the device, and ", value(*copy, truth, bad),
                      " in the sequential run (the device's mathematical functions are its own; this is more than "
                      "their last bits)"),
                 difference_status);
        std::copy_n(here + scalar.start, scalar.bytes, truth + scalar.start);
        bad = scalar.start + scalar.bytes;
    }
}

void Verifier::compare(const Launch& launch, const Accumulators& accumulators, const unsigned char* results) {
    compare_results(launch, accumulators, results);
    for (const ReducedArray& array : launch.in_place.arrays)
        compare_reduced(launch, array);
    for (const Allocation* allocation : launch.binding.allocations)
        if (Copy* copy = copy_of(*allocation))
            compare_held(launch.loop.at, *copy);
}

} // namespace hydra::rt
