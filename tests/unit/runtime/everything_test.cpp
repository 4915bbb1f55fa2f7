// What no footprint can tell: gathering everything, launches that every rank must run because of it, pointers into
// memory that nobody announced, and launches that begin inside of another one.
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

constexpr long n = 90;
const hydra_rt_slot one_slot[] = {{"p"}};

struct Args {
    long* out;
    long* table[2];
    long add;
};

// out[x] = x + add, exactly.
void exact_footprint(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    long box[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, box);
}
void fill_kernel(void* pointer, long lo, long hi, void* const*, int) {
    auto* args = static_cast<Args*>(pointer);
    for (long x = lo; x < hi; ++x)
        args->out[x] = x + args->add;
}
hydra_rt_loop fill_loop = {"e.c:1", 0,       1, one_slot, 0, exact_footprint, fill_kernel, 0, nullptr,
                           0,       nullptr, 0, 0,        1, nullptr};

// table[(x + 1) % 2][x] += 10 * table[x % 2][n - 1 - x]
template <hydra_rt_access how> void everything_footprint(hydra_rt_footprint* f, const long*, long, long) {
    hydra_rt_everything(f, how);
}
void table_kernel(void* pointer, long lo, long hi, void* const*, int) {
    auto* args = static_cast<Args*>(pointer);
    for (long x = lo; x < hi; ++x)
        args->table[(x + 1) % 2][x] += 10 * args->table[x % 2][n - 1 - x];
}
hydra_rt_loop table_loop = {
    "e.c:2", 0,  0, nullptr, 0,      everything_footprint<HYDRA_RT_MAYWRITE>, table_kernel, 0, nullptr, 0,
    nullptr, -1, 0, 1,       nullptr};
hydra_rt_loop reading_site = {"e.c:3", 0, 0,       nullptr, 0,       everything_footprint<HYDRA_RT_MAYREAD>,
                              nullptr, 0, nullptr, 0,       nullptr, -1,
                              0,       1, nullptr};

// The sum of a nested launch's iterations, in every iteration of the outer one.
struct NestedArgs {
    Runtime* runtime;
    long* out;
};
void sum_kernel(void*, long lo, long hi, void* const* partial, int) {
    for (long x = lo; x < hi; ++x)
        *static_cast<long*>(partial[0]) += x;
}
const hydra_rt_reduction sum_of_long[] = {{"s", HYDRA_RT_ADD, HYDRA_RT_LONG, 0, 0}};
void nothing_footprint(hydra_rt_footprint*, const long*, long, long) {}
hydra_rt_loop sum_loop = {"e.c:4", 0,  0, nullptr, 0,      nothing_footprint, sum_kernel, 1, sum_of_long, 0,
                          nullptr, -1, 0, 1,       nullptr};
void nesting_kernel(void* pointer, long lo, long hi, void* const*, int) {
    auto* args = static_cast<NestedArgs*>(pointer);
    for (long x = lo; x < hi; ++x) {
        long s = 1000;
        launch(*args->runtime, sum_loop, {}, {}, 0, x, nullptr, {&s});
        args->out[x] = s;
    }
}
hydra_rt_loop nesting_loop = {"e.c:5", 0,       1, one_slot, 0, exact_footprint, nesting_kernel, 0, nullptr,
                              0,       nullptr, 0, 0,        1, nullptr};

} // namespace

TEST_CASE("a launch that may touch everything sees what others wrote, and all ranks hold what it wrote") {
    for (int ranks : {1, 2, 3, 5})
        CHECK(on_ranks(
            ranks, {},
            [](Runtime& runtime, Arena& arena) {
                Args args{nullptr, {}, 0};
                std::vector<long> expected[2];
                for (int t = 0; t < 2; ++t) {
                    args.table[t] = static_cast<long*>(arena.allocate(n * sizeof(long)));
                    expected[t].resize(n);
                }
                for (int round = 0; round < 3; ++round) {
                    for (int t = 0; t < 2; ++t) {
                        args.out = args.table[t];
                        args.add = 7 * round + t;
                        launch(runtime, fill_loop, {args.out}, {}, 0, n, &args);
                        for (long x = 0; x < n; ++x)
                            expected[t][static_cast<std::size_t>(x)] = x + args.add;
                    }
                    launch(runtime, table_loop, {}, {}, 0, n, &args);
                    for (long x = 0; x < n; ++x)
                        expected[(x + 1) % 2][static_cast<std::size_t>(x)] +=
                            10 * expected[x % 2][static_cast<std::size_t>(n - 1 - x)];
                    for (int t = 0; t < 2; ++t) // without another transfer
                        if (!std::equal(expected[t].begin(), expected[t].end(), args.table[t]))
                            return false;
                    if (runtime.registry().uneven() != 0)
                        return false;
                }
                return true;
            }));
}

TEST_CASE("serial code that may read everything gets it, also after arrays came and went") {
    CHECK(on_ranks(
        3, {},
        [](Runtime& runtime, Arena& arena) {
            Args args{nullptr, {}, 0};
            for (int round = 0; round < 4; ++round) {
                auto* a = static_cast<long*>(arena.allocate((n + round) * sizeof(long)));
                auto* b = static_cast<long*>(arena.allocate((n + round) * sizeof(long)));
                for (long* array : {a, b}) {
                    args.out = array;
                    args.add = array == a ? round : -round;
                    launch(runtime, fill_loop, {array}, {}, 0, n, &args);
                }
                runtime.registry().forget(a);
                arena.release(a);
                runtime.serial(reading_site, nullptr, nullptr);
                for (long x = 0; x < n; ++x)
                    if (b[x] != x - round)
                        return false;
            }
            return true;
        }));
}

TEST_CASE("a launch that writes memory which nobody announced is run by every rank") {
    CHECK(on_ranks(
        3, {},
        [](Runtime& runtime, Arena&) {
            std::vector<long> unknown(n);
            Args args{unknown.data(), {}, 5};
            launch(runtime, fill_loop, {unknown.data()}, {}, 0, n, &args);
            for (long x = 0; x < n; ++x)
                if (unknown[static_cast<std::size_t>(x)] != x + 5)
                    return false;
            return true;
        }));
}

TEST_CASE("a launch inside of another one is run by the thread that meets it") {
    for (int threads : {1, 4})
        CHECK(on_ranks(
            2, {{}, threads, 1},
            [](Runtime& runtime, Arena& arena) {
                auto* out = static_cast<long*>(arena.allocate(n * sizeof(long)));
                NestedArgs args{&runtime, out};
                launch(runtime, nesting_loop, {out}, {}, 0, n, &args);
                runtime.serial(reading_site, nullptr, nullptr);
                for (long x = 0; x < n; ++x)
                    if (out[x] != 1000 + x * (x - 1) / 2)
                        return false;
                return true;
            }));
}

TEST_CASE("a pointer to a static array's end that is read everywhere may mean the next one") {
    Arena arena(test_reserve);
    Registry registry(arena, 2);
    static long neighbours[3 * n]; // three arrays without a gap
    for (long i = 0; i < 3; ++i)
        registry.enter(neighbours + i * n, n * sizeof(long), "neighbour");
    const char* first = reinterpret_cast<char*>(neighbours);
    const hydra_rt_loop& loop = fill_loop;
    Reach whole;
    whole.whole = true;
    Reach down; // through a pointer to the end, and once too far
    down.maybe = {-n * static_cast<long>(sizeof(long)), 8};
    const auto bind = [&](long* pointer, Reach reach, bool serial_site) {
        Binding binding;
        void* pointers[] = {pointer};
        Binder(registry, loop)
            .bind({reach}, pointers, nullptr, serial_site ? Binder::Asker::serial_site : Binder::Asker::launch,
                  binding);
        return binding;
    };
    const auto beside = [&](long* pointer, const Reach& reach, bool serial_site) {
        const Binding binding = bind(pointer, reach, serial_site);
        CHECK(binding.unknown == Binding::none);
        return binding.beside.empty() ? -1 : (binding.beside.front().allocation->base - first) / (n * 8);
    };
    for (const bool serial_site : {false, true}) {
        CHECK(beside(neighbours + n - 1, whole, serial_site) == 1); // counted from 1: the array behind
        CHECK(beside(neighbours, whole, serial_site) == -1);
        CHECK(beside(neighbours + n + n / 2, whole, serial_site) == -1);
        CHECK(beside(neighbours + 3 * n - 1, whole, serial_site) == -1); // nothing is behind
        CHECK(beside(neighbours + n, whole, serial_site) == 0);          // the end of the one before
        CHECK(beside(neighbours + n, down, serial_site) == 0);
        CHECK(bind(neighbours + 3 * n, whole, serial_site).allocations.front()->base == first + 2 * n * 8);
    }
    whole.written = down.written = true;
    CHECK(bind(neighbours + n, whole, false).unknown == 0);
    CHECK(bind(neighbours + n, down, false).unknown == 0);
    CHECK(bind(neighbours + n, down, true).unknown == Binding::none);
}
