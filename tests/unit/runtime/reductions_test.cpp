// Reductions of arrays, and what iterations only store into: the result does not depend on threads, whatever its size;
// what nobody touched keeps its value; another name for the array is noticed.
#include "runtime/backend/accumulators.h"
#include "runtime/base/scalars.h"
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

const hydra_rt_slot slots[] = {{"h"}, {"other"}};

// h[(x * 7919) % k0] += 1 / (x + 1), the section being [0, k0); and other[0] is read where k1 != 0.
void add_footprint(hydra_rt_footprint* f, const long* k, long, long) {
    const long section[] = {0, k[0], 1}, first[] = {0, k[1], 1};
    hydra_rt_shape(f, 0, sizeof(double), 1, nullptr);
    hydra_rt_box(f, HYDRA_RT_REDUCE, 0, section);
    hydra_rt_shape(f, 1, sizeof(double), 1, nullptr);
    hydra_rt_box(f, HYDRA_RT_READ, 1, first);
}
void add_kernel(void* pointer, long lo, long hi, void* const* partial, int) {
    const long size = *static_cast<long*>(pointer);
    for (long x = lo; x < hi; ++x)
        static_cast<double*>(partial[0])[x * 7919 % size] += 1.0 / static_cast<double>(x + 1);
}
const hydra_rt_reduction sum_of_h[] = {{"h", HYDRA_RT_ADD, HYDRA_RT_DOUBLE, 1, 0}};
hydra_rt_loop add_loop = {"t.c:1", 0,       2,  slots, 2, add_footprint, add_kernel, 1, sum_of_h,
                          0,       nullptr, -1, 0,     1, nullptr};

// The array's bytes after the loop, brought together on every rank.
std::vector<double> added(Runtime& runtime, Arena& arena, long size, long n, bool aliased) {
    auto* h = static_cast<double*>(arena.allocate(static_cast<std::size_t>(size) * sizeof(double)));
    for (long i = 0; i < size; ++i)
        h[i] = 0.25 * static_cast<double>(i);
    launch(runtime, add_loop, {h, h}, {size, aliased ? 1 : 0}, 0, n, &size, {h});
    runtime.bring_together(*runtime.registry().find(h), "h");
    return {h, h + size};
}

// pos = x where x % 3 == 1, in a loop that goes down where k0 != 0.
void store_kernel(void* pointer, long lo, long hi, void* const* partial, int) {
    const bool down = *static_cast<bool*>(pointer);
    auto* last = static_cast<hydra_rt_last*>(partial[0]);
    for (long i = lo; i < hi; ++i) {
        const long x = down ? lo + hi - 1 - i : i;
        if (x % 3 == 1) {
            last->when = down ? -x : x;
            std::memcpy(static_cast<char*>(partial[0]) + HYDRA_RT_LAST_VALUE, &x, sizeof x);
        }
    }
}
void nothing_footprint(hydra_rt_footprint*, const long*, long, long) {}
const hydra_rt_reduction stored[] = {{"pos", HYDRA_RT_LAST, HYDRA_RT_INT, 0, sizeof(long)}};

} // namespace

TEST_CASE("array reductions are the same for any number of threads, small and large, on one rank and more") {
    for (const char* partition : {"block", "cyclic"})
        for (int ranks : {1, 3})
            for (long size : {1L, 10L, 20000L}) {
                CAPTURE(std::string(partition));
                CAPTURE(ranks);
                CAPTURE(size);
                const long n = 3000;
                std::vector<double> expected;
                for (long i = 0; i < size; ++i)
                    expected.push_back(0.25 * static_cast<double>(i));
                for (long x = 0; x < n; ++x)
                    expected[static_cast<std::size_t>(x * 7919 % size)] += 1.0 / static_cast<double>(x + 1);
                std::uint64_t sums[2] = {};
                for (int threads : {1, 3}) {
                    int pipe_ends[2];
                    REQUIRE(pipe(pipe_ends) == 0);
                    RuntimeOptions options{*parse_partition(partition, nullptr), threads, ranks};
                    CHECK(on_ranks(ranks, options, [&](Runtime& runtime, Arena& arena) {
                        const std::vector<double> h = added(runtime, arena, size, n, false);
                        std::uint64_t bits = 0;
                        for (std::size_t i = 0; i < h.size(); ++i) {
                            std::uint64_t word = 0;
                            std::memcpy(&word, &h[i], sizeof word);
                            bits = bits * 31 + word;
                            if (std::abs(h[i] - expected[i]) > 1e-9 * (1 + expected[i]))
                                return false;
                        }
                        return runtime.transport().rank() != 0 || write(pipe_ends[1], &bits, sizeof bits) > 0;
                    }));
                    CHECK(read(pipe_ends[0], &sums[threads / 2], sizeof sums[0]) > 0);
                    close(pipe_ends[0]);
                    close(pipe_ends[1]);
                }
                CHECK(sums[0] == sums[1]);
            }
}

TEST_CASE("an array that is reduced and read by another name is accumulated in order, in place") {
    for (int ranks : {1, 2})
        CHECK(on_ranks(
            ranks, {{}, 2, ranks},
            [&](Runtime& runtime, Arena& arena) {
                if (freopen("/dev/null", "w", stderr) == nullptr)
                    return false;
                const long size = 10, n = 100;
                std::vector<double> expected;
                for (long i = 0; i < size; ++i)
                    expected.push_back(0.25 * static_cast<double>(i));
                for (long x = 0; x < n; ++x)
                    expected[static_cast<std::size_t>(x * 7919 % size)] += 1.0 / static_cast<double>(x + 1);
                const std::vector<double> h = added(runtime, arena, size, n, true);
                return std::memcmp(h.data(), expected.data(), size * sizeof(double)) == 0; // bit for bit
            }));
}

TEST_CASE("the sequentially last store wins, and no store changes nothing") {
    for (const char* partition : {"block", "cyclic"})
        for (bool down : {false, true})
            for (long n : {0L, 1L, 2L, 200L}) {
                CAPTURE(std::string(partition));
                CAPTURE(down);
                CAPTURE(n);
                RuntimeOptions options{*parse_partition(partition, nullptr), 2, 3};
                CHECK(on_ranks(3, options, [&](Runtime& runtime, Arena&) {
                    hydra_rt_loop loop = {
                        "t.c:2", 0,  0, nullptr, 0,      nothing_footprint, store_kernel, 1, stored, 0,
                        nullptr, -1, 0, 1,       nullptr};
                    loop.flags = down ? HYDRA_RT_DESCENDING : 0;
                    bool args = down;
                    long pos = -5;
                    launch(runtime, loop, {}, {}, 0, n, &args, {&pos});
                    return pos == (n < 2 ? -5 : down || n == 2 ? 1 : 199);
                }));
            }
}

TEST_CASE("what nobody accumulated into keeps its value") {
    const auto after = [](hydra_rt_op op, auto value, hydra_rt_type type) {
        auto partial = value, result = value;
        set_neutral(op, type, &partial);
        combine_elements(op, type, &result, &partial, 1);
        return result;
    };
    CHECK(after(HYDRA_RT_AND, 5, HYDRA_RT_INT) == 5);
    CHECK(after(HYDRA_RT_OR, 5, HYDRA_RT_INT) == 5);
    CHECK(after(HYDRA_RT_OR, 2.5, HYDRA_RT_DOUBLE) == 2.5);
    CHECK(std::isnan(after(HYDRA_RT_FMIN, std::numeric_limits<double>::quiet_NaN(), HYDRA_RT_DOUBLE)));
    CHECK(after(HYDRA_RT_FMAX, -std::numeric_limits<double>::infinity(), HYDRA_RT_DOUBLE) ==
          -std::numeric_limits<double>::infinity());
    int truth = 5, accumulated = 1;
    combine(HYDRA_RT_AND, HYDRA_RT_INT, &truth, &accumulated);
    CHECK(truth == 1);
    double number = std::numeric_limits<double>::quiet_NaN(), least = 3;
    combine(HYDRA_RT_FMIN, HYDRA_RT_DOUBLE, &number, &least);
    CHECK(number == 3);
}

TEST_CASE("what is accumulated beside a section is found, at either side, and nothing else is") {
    for (hydra_rt_type type : {HYDRA_RT_INT, HYDRA_RT_DOUBLE, HYDRA_RT_LDOUBLE, HYDRA_RT_UCHAR}) {
        CAPTURE(type);
        const std::size_t each = scalar_bytes(type);
        Accumulator section;
        section.type = type;
        section.count = 5;
        section.bytes = 5 * each;
        section.before = 3 * each;
        section.after = 2 * each;
        Accumulators all;
        all.add(section);
        const Accumulator& placed = all.list[0];
        std::vector<long double> memory(all.bytes / sizeof(long double) + 1);
        const auto element = [&](std::ptrdiff_t index) {
            return reinterpret_cast<unsigned char*>(memory.data()) + placed.offset +
                   index * static_cast<std::ptrdiff_t>(each);
        };
        for (std::ptrdiff_t at = -3; at < 7; ++at) {
            CAPTURE(at);
            set_neutral(placed, memory.data());
            CHECK(!touched_outside(placed, memory.data()));
            element(at)[each == 16 ? 0 : each - 1] = 1;
            const auto found = touched_outside(placed, memory.data());
            CHECK(found.has_value() == (at < 0 || at >= 5));
            if (found)
                CHECK(*found == at * static_cast<std::ptrdiff_t>(each));
        }
    }
}

TEST_CASE("of equal values the first or the last is kept, as the loop's comparison has it") {
    const auto kept = [](hydra_rt_op op, double left, double right) {
        combine(op, HYDRA_RT_DOUBLE, &left, &right);
        return left;
    };
    for (const auto op : {HYDRA_RT_MIN, HYDRA_RT_MAX, HYDRA_RT_MIN_ANEW, HYDRA_RT_MAX_ANEW})
        CHECK(std::signbit(kept(op, -0.0, 0.0)));
    for (const auto op : {HYDRA_RT_MIN_LAST, HYDRA_RT_MAX_LAST, HYDRA_RT_MIN_ANEW_LAST, HYDRA_RT_MAX_ANEW_LAST})
        CHECK(std::signbit(kept(op, 0.0, -0.0)));
    CHECK(kept(HYDRA_RT_MIN_LAST, 2, 1) == 1);
    CHECK(kept(HYDRA_RT_MAX_LAST, 2, 1) == 2);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(kept(HYDRA_RT_MIN_LAST, nan, 3)));
    CHECK(kept(HYDRA_RT_FMIN, nan, 3) == 3);
    CHECK(kept(HYDRA_RT_FMAX_SWAPPED, 3, nan) == 3);
    double (*const volatile least)(double, double) = std::fmin; // else the compiler may exchange its arguments
    CHECK(std::signbit(kept(HYDRA_RT_FMIN, 0.0, -0.0)) == std::signbit(least(0.0, -0.0)));
    CHECK(std::signbit(kept(HYDRA_RT_FMIN_SWAPPED, 0.0, -0.0)) == std::signbit(least(-0.0, 0.0)));
}

namespace {

// One value through all the ways in which `x = x < e ? x : e` may be cut into blocks.
template <class Step> void check_cuts(hydra_rt_op op, Step step) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    const double few[] = {nan, 0.0, -0.0, 1.0, -1.0, inf, -inf};
    std::mt19937 random(7);
    Accumulators all;
    all.add(scalar_accumulator({"x", op, HYDRA_RT_DOUBLE, 0, 0}));
    for (int round = 0; round < 2000; ++round) {
        std::vector<double> values(random() % 9);
        for (double& value : values)
            value = few[random() % 7];
        double expected = few[random() % 7], found = expected;
        for (const double value : values)
            expected = step(expected, value);
        const auto blocks = static_cast<std::int64_t>(1 + random() % 4);
        const std::size_t width = (all.bytes + 63) / 64 * 64;
        std::vector<unsigned char> memory(static_cast<std::size_t>(blocks) * width);
        const bool backwards = random() % 2 == 0;
        for (std::int64_t block = 0; block < blocks; ++block) {
            unsigned char* at =
                memory.data() + static_cast<std::size_t>(backwards ? blocks - 1 - block : block) * width;
            set_neutral(all.list[0], at);
            double x;
            int note;
            std::memcpy(&x, at, sizeof x);
            std::memcpy(&note, at + HYDRA_RT_NOTE, sizeof note);
            REQUIRE(std::isinf(x)); // no NaN that the program's own comparisons would meet
            const auto count = static_cast<std::int64_t>(values.size());
            for (auto i = part_start(count, blocks, block); i < part_start(count, blocks, block + 1); ++i) {
                x = step(x, values[static_cast<std::size_t>(i)]);
                note |= std::isnan(x) ? HYDRA_RT_NOTE_NAN | HYDRA_RT_NOTE_ANY : HYDRA_RT_NOTE_ANY;
            }
            std::memcpy(at, &x, sizeof x);
            std::memcpy(at + HYDRA_RT_NOTE, &note, sizeof note);
        }
        combine_blocks(all, memory.data(), blocks, width, backwards);
        join_scalar(all.list[0], &found, memory.data());
        REQUIRE(std::isnan(found) == std::isnan(expected));
        if (!std::isnan(found))
            REQUIRE(std::memcmp(&found, &expected, sizeof found) == 0);
    }
}

} // namespace

TEST_CASE("what begins anew behind a NaN has parts, too") {
    check_cuts(
        HYDRA_RT_MIN_ANEW_LAST, [](double x, double e) { return x < e ? x : e; });
    check_cuts(
        HYDRA_RT_MIN_ANEW, [](double x, double e) { return x <= e ? x : e; });
    check_cuts(
        HYDRA_RT_MAX_ANEW_LAST, [](double x, double e) { return x > e ? x : e; });
    check_cuts(HYDRA_RT_MAX_ANEW, [](double x, double e) { return x >= e ? x : e; });
}

TEST_CASE("copies of sections have their arrays' alignment, and take the same room whatever it is") {
    for (std::size_t phase : {std::size_t{0}, std::size_t{64}, std::size_t{72}, section_alignment - 8}) {
        CAPTURE(phase);
        Accumulator section;
        section.type = HYDRA_RT_DOUBLE;
        section.count = 9;
        section.bytes = 9 * sizeof(double);
        section.before = 3 * sizeof(double);
        section.after = 2 * sizeof(double);
        section.phase = phase;
        Accumulators all;
        all.add(scalar_accumulator({"x", HYDRA_RT_ADD, HYDRA_RT_INT, 0, 0}));
        all.add(section);
        all.add(section);
        all.add(scalar_accumulator({"y", HYDRA_RT_ADD, HYDRA_RT_INT, 0, 0}));
        all.complete();
        CHECK(all.bytes % section_alignment == 0);
        CHECK(all.bytes == 7 * section_alignment);
        CHECK(all.list[1].offset % section_alignment == phase);
        CHECK(all.list[2].offset % section_alignment == phase);
        CHECK(all.list[1].offset >= sizeof(int) + section.before);
        CHECK(all.list[2].offset >= all.list[1].offset + section.bytes + section.after + section.before);
        CHECK(all.list[3].offset >= all.list[2].offset + section.bytes + section.after);
        CHECK(all.list[3].offset + sizeof(int) <= all.bytes);
    }
}

TEST_CASE("an array that is large beside the number of iterations has few blocks, but enough to share out") {
    const auto blocks = [](std::size_t bytes, std::int64_t iterations, bool brief = false) {
        Accumulators all;
        all.is_brief = brief;
        Accumulator section;
        section.bytes = bytes;
        section.phase = 0;
        all.add(section);
        all.complete();
        return reduction_blocks(all, iterations);
    };
    CHECK(blocks(64, 100000) == 97);
    CHECK(blocks(1000, 10) == 10);
    CHECK(blocks(1 << 19, 60000) == 16);   // what elements add to their nodes
    CHECK(blocks(1 << 19, 1 << 20) == 63); // often enough, up to the memory of all copies
    CHECK(blocks(1 << 19, 1 << 30) == 63); // (with the room around the copy)
    CHECK(blocks(std::size_t{1} << 23, 1 << 20) == 3);
    CHECK(blocks(std::size_t{1} << 30, 1 << 20) == 1);
    CHECK(blocks(1 << 15, 1 << 22, true) >= 16); // a histogram: its copies are a part of what it reads
    CHECK(blocks(1 << 15, 1 << 22, true) <= 32);
    CHECK(blocks(1 << 15, 1 << 22, false) > 500);
    for (std::int64_t iterations = 1; iterations < 3000000; iterations = iterations * 3 / 2 + 1)
        CHECK(blocks(100000, iterations) >= std::min<std::int64_t>(iterations, 16));
}
