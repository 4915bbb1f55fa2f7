// Whole launches on forked ranks against the same program on plain vectors: random shifts, bounds, serial writes in
// between, loops whose ranks overlap, reductions, last values, reallocation.
#include "runtime/base/scalars.h"
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <random>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

const hydra_rt_slot two_slots[] = {{"from"}, {"to"}};

// to[x + k0] = from[x + k1] * 3 + from[x + k2] + x
struct ShiftArgs {
    const long* from;
    long* to;
    long k[3];
};
void shift_footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    for (int side : {1, 2}) {
        long box[] = {lo + k[side], hi + k[side], 1};
        hydra_rt_box(f, HYDRA_RT_READ, 0, box);
    }
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    long box[] = {lo + k[0], hi + k[0], 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 1, box);
}
void shift_kernel(void* pointer, long lo, long hi, void* const*, int) {
    auto* args = static_cast<ShiftArgs*>(pointer);
    for (long x = lo; x < hi; ++x)
        args->to[x + args->k[0]] = args->from[x + args->k[1]] * 3 + args->from[x + args->k[2]] + x;
}
hydra_rt_loop shift_loop = {"t.c:1", 0,       2, two_slots, 3, shift_footprint, shift_kernel, 0, nullptr,
                            0,       nullptr, 1, 0,         1, nullptr};

// The same, dealt out in turn where the user has not chosen a partition.
hydra_rt_loop turn_loop = {"t.c:6",
                           HYDRA_RT_IN_TURN | HYDRA_RT_MOVES,
                           2,
                           two_slots,
                           3,
                           shift_footprint,
                           shift_kernel,
                           0,
                           nullptr,
                           0,
                           nullptr,
                           1,
                           0,
                           1,
                           nullptr};

// to[x / 3] = from[x]: neighbours write one element, and the last one wins.
void third_footprint(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    long read[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 0, read);
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    long write[] = {lo / 3, (hi - 1) / 3 + 1, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 1, write);
}
void third_kernel(void* pointer, long lo, long hi, void* const*, int) {
    auto* args = static_cast<ShiftArgs*>(pointer);
    for (long x = lo; x < hi; ++x)
        args->to[x / 3] = args->from[x];
}
hydra_rt_loop third_loop = {"t.c:2", 0,       2,  two_slots, 0, third_footprint, third_kernel, 0, nullptr,
                            0,       nullptr, -1, 0,         1, nullptr};

// Serial: to[k0] = ..., and the whole of `from` read.
void element_footprint(hydra_rt_footprint* f, const long* k, long, long) {
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    long box[] = {k[0], k[0] + 1, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 1, box);
    hydra_rt_box(f, HYDRA_RT_WRITE, 1, box);
}
hydra_rt_loop element_site = {"t.c:3", 0,  2, two_slots, 1,      element_footprint, nullptr, 0, nullptr, 0,
                              nullptr, -1, 0, 1,         nullptr};
void whole_footprint(hydra_rt_footprint* f, const long*, long, long) {
    hydra_rt_whole(f, HYDRA_RT_READ, 0);
    hydra_rt_whole(f, HYDRA_RT_READ, 1);
}
hydra_rt_loop whole_site = {"t.c:4", 0,       2,  two_slots, 0, whole_footprint, nullptr, 0, nullptr,
                            0,       nullptr, -1, 0,         1, nullptr};

bool random_program(Runtime& runtime, Arena& arena, unsigned seed) {
    std::mt19937 random(seed);
    const long n = 1 + static_cast<long>(random() % 60);
    const auto bytes = static_cast<std::size_t>(n) * sizeof(long);
    long* a = static_cast<long*>(arena.allocate(bytes));
    long* b = static_cast<long*>(arena.allocate(bytes));
    std::vector<long> model_a(static_cast<std::size_t>(n), 0), model_b = model_a;
    auto below = [&](long limit) { return static_cast<long>(random() % static_cast<unsigned>(limit)); };
    for (int step = 0; step < 60; ++step) {
        unsigned what = random() % 10;
        if (what < 6) {
            long begin = below(n), end = begin + below(n - begin + 1);
            ShiftArgs args{a, b, {}};
            for (long& k : args.k)
                k = -begin + below(n - (end - begin) + 1); // every subscript stays in the array
            launch(runtime, what < 3 ? turn_loop : shift_loop, {a, b}, {args.k[0], args.k[1], args.k[2]}, begin, end,
                   &args, {}, args.k[0]);
            ShiftArgs model{model_a.data(), model_b.data(), {args.k[0], args.k[1], args.k[2]}};
            shift_kernel(&model, begin, end, nullptr, 0);
        } else if (what < 7) {
            ShiftArgs args{a, b, {}}, model{model_a.data(), model_b.data(), {}};
            launch(runtime, third_loop, {a, b}, {}, 0, n, &args);
            third_kernel(&model, 0, n, nullptr, 0);
        } else if (what < 9) {
            long at = below(n);
            void* pointers[] = {a, b};
            runtime.serial(element_site, pointers, &at);
            if (b[at] != model_b[static_cast<std::size_t>(at)])
                return false;
            b[at] = model_b[static_cast<std::size_t>(at)] = step;
        }
        std::swap(a, b);
        std::swap(model_a, model_b);
    }
    void* pointers[] = {a, b};
    runtime.serial(whole_site, pointers, nullptr);
    return std::memcmp(a, model_a.data(), bytes) == 0 && std::memcmp(b, model_b.data(), bytes) == 0;
}

// Sums, products, a maximum and the last value over x in [0, k0).
struct SumArgs {
    double weight;
    long last;
};
void nothing_footprint(hydra_rt_footprint*, const long*, long, long) {}
void sum_kernel(void* pointer, long lo, long hi, void* const* partial, int last) {
    auto* args = static_cast<SumArgs*>(pointer);
    for (long x = lo; x < hi; ++x) {
        *static_cast<double*>(partial[0]) += args->weight / static_cast<double>(x + 1);
        *static_cast<long*>(partial[1]) += x;
        *static_cast<float*>(partial[2]) = std::max(*static_cast<float*>(partial[2]), static_cast<float>(-x));
    }
    if (last != 0)
        args->last = hi - 1;
}
const hydra_rt_reduction sums[] = {{"s", HYDRA_RT_ADD, HYDRA_RT_DOUBLE, 0, 0},
                                   {"n", HYDRA_RT_ADD, HYDRA_RT_LONG, 0, 0},
                                   {"m", HYDRA_RT_MAX, HYDRA_RT_FLOAT, 0, 0}};
const hydra_rt_lastvalue last_values[] = {{offsetof(SumArgs, last), sizeof(long)}};
hydra_rt_loop sum_loop = {"t.c:5",     0,  0, nullptr, 1,      nothing_footprint, sum_kernel, 3, sums, 1,
                          last_values, -1, 0, 1,       nullptr};

bool sums_agree(Runtime& runtime, long n, double& sum) {
    long count = 5;
    float most = -1e30f;
    SumArgs args{0.1, -7};
    sum = 100;
    launch(runtime, sum_loop, {}, {n}, 0, n, &args, {&sum, &count, &most});
    std::vector<double> all(static_cast<std::size_t>(runtime.transport().size()));
    runtime.transport().gather(0, &sum, sizeof sum, all.data());
    bool equal = true;
    if (runtime.transport().rank() == 0)
        for (double other : all)
            equal = equal && std::memcmp(&other, &sum, sizeof sum) == 0;
    double expected = 100;
    for (long x = 0; x < n; ++x)
        expected += 0.1 / static_cast<double>(x + 1);
    return equal && count == 5 + n * (n - 1) / 2 && most == (n > 0 ? 0.0f : -1e30f) &&
           args.last == (n > 0 ? n - 1 : -7) && std::abs(sum - expected) < 1e-12 * expected;
}

} // namespace

TEST_CASE("random programs give what sequential execution gives, for every partition") {
    for (int ranks : {1, 2, 3, 5})
        for (const char* partition : {"auto", "block", "cyclic", "block-cyclic:3", "weighted:1,0,2"})
            for (int threads : {1, 3}) {
                CAPTURE(ranks);
                CAPTURE(std::string(partition));
                CAPTURE(threads);
                RuntimeOptions options{parse_partition(partition, nullptr).value_or(PartitionSpec{}), threads, ranks};
                options.partition.automatic = std::string(partition) == "auto";
                CHECK(on_ranks(ranks, options, [&](Runtime& runtime, Arena& arena) {
                    if (runtime.transport().rank() == 0 && freopen("/dev/null", "w", stderr) == nullptr)
                        return false; // the warnings about overlaps are expected
                    for (unsigned seed = 0; seed < 6; ++seed)
                        if (!random_program(runtime, arena, seed))
                            return false;
                    return true;
                }));
            }
}

TEST_CASE("reductions and last values agree on all ranks, and threads change nothing") {
    for (int ranks : {1, 2, 4})
        for (long n : {0l, 1l, 3l, 1000l}) {
            CAPTURE(ranks);
            CAPTURE(n);
            CHECK(on_ranks(ranks, {{}, 1, ranks}, [&](Runtime& runtime, Arena&) {
                double sum = 0;
                bool good = sums_agree(runtime, n, sum);
                SumArgs args{0.1, 0};
                // The same rank's share with more threads: bit for bit the same.
                const Accumulators accumulators = scalar_accumulators(sum_loop);
                alignas(16) unsigned char results[2][3 * largest_scalar] = {};
                Interval share{0, n};
                CpuDevice::Cost unknown[2];
                CpuDevice(1).run(sum_loop, &args, {&share, 1}, n - 1, CpuDevice::Order::any, accumulators, {},
                                 results[0], unknown[0]);
                CpuDevice(3).run(sum_loop, &args, {&share, 1}, n - 1, CpuDevice::Order::any, accumulators, {},
                                 results[1], unknown[1]);
                return good && std::memcmp(results[0], results[1], sizeof results[0]) == 0;
            }));
        }
}

// Notes the iterations in the order in which they run, and their sum.
void note_kernel(void* pointer, long lo, long hi, void* const* partial, int) {
    for (long x = hi - 1; x >= lo; --x) {
        static_cast<std::vector<long>*>(pointer)->push_back(x);
        *static_cast<double*>(partial[0]) += 0.1 * static_cast<double>(x);
    }
}

TEST_CASE("a share that must run in order does so from its end where the loop descends") {
    hydra_rt_loop loop = sum_loop;
    loop.flags = HYDRA_RT_DESCENDING;
    loop.kernel = note_kernel;
    loop.reductions = 1;
    const Interval share[] = {{0, 70}, {100, 200}, {300, 301}};
    std::vector<long> expected, ran;
    for (const Interval& interval : share)
        for (long x = interval.lo; x < interval.hi; ++x)
            expected.insert(expected.begin(), x);
    const Accumulators accumulators = scalar_accumulators(loop);
    alignas(16) unsigned char sums_of[3][largest_scalar] = {};
    CpuDevice::Cost cost, other_cost;
    CpuDevice(4).run(loop, &ran, share, 0, CpuDevice::Order::sequential, accumulators, {}, sums_of[0], cost);
    CHECK(ran == expected);
    CpuDevice(1).run(loop, &ran, share, 0, CpuDevice::Order::any, accumulators, {}, sums_of[1], other_cost);
    CHECK(std::memcmp(sums_of[0], sums_of[1], sizeof sums_of[0]) == 0);
    // What threads run when all are awake is everything, once.
    std::vector<long> together;
    for (const std::vector<Interval>& part : CpuDevice(4).shares(accumulators, share))
        for (const Interval& interval : part)
            for (long x = interval.lo; x < interval.hi; ++x)
                together.insert(together.begin(), x);
    CHECK(together == expected);
}

TEST_CASE("a realloc after a launch keeps what every rank wrote") {
    CHECK(on_ranks(
        3, {{}, 1, 3},
        [](Runtime& runtime, Arena& arena) {
            const long n = 20000; // large blocks
            long* a = static_cast<long*>(arena.allocate(n * sizeof(long)));
            long* b = static_cast<long*>(arena.allocate(n * sizeof(long)));
            ShiftArgs args{a, b, {0, 0, 0}};
            launch(runtime, shift_loop, {a, b}, {0, 0, 0}, 0, n, &args);
            Allocation* known = runtime.registry().find(b);
            runtime.before_move(*known);
            b = static_cast<long*>(arena.resize(b, 2 * n * sizeof(long)));
            runtime.moved(*known, b, 2 * n * sizeof(long));
            if (runtime.registry().find(b) != known || known->everywhere || runtime.counters().serial.bytes != 0)
                return false;
            runtime.bring_together(*known, "t.c:1");
            for (long i = 0; i < 2 * n; ++i)
                if (b[i] != (i < n ? i : 0))
                    return false;
            return true;
        }));
}

TEST_CASE("neutral elements change nothing") {
    double zero = -0.0, x = -0.0;
    set_neutral(HYDRA_RT_ADD, HYDRA_RT_DOUBLE, &zero);
    combine(HYDRA_RT_ADD, HYDRA_RT_DOUBLE, &x, &zero);
    CHECK(std::signbit(x));
    for (hydra_rt_op op :
         {HYDRA_RT_ADD, HYDRA_RT_MUL, HYDRA_RT_BITAND, HYDRA_RT_BITOR, HYDRA_RT_BITXOR, HYDRA_RT_MIN, HYDRA_RT_MAX})
        for (int value : {0, 1, -1, 77, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
            int neutral = 0, result = value;
            set_neutral(op, HYDRA_RT_INT, &neutral);
            combine(op, HYDRA_RT_INT, &result, &neutral);
            CHECK(result == value);
        }
    CHECK_FALSE(reducible(HYDRA_RT_BITAND, HYDRA_RT_DOUBLE));
    CHECK(scalar_bytes(HYDRA_RT_LDOUBLE) <= largest_scalar);
}
