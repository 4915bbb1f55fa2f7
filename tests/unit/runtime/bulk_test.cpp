// Serial code that needs little: copies that move nothing, statements that rank 0 runs for all, and plans of ever other
// keys, which must not pile up.
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <cstring>
#include <malloc.h>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

const hydra_rt_slot slots[] = {{"a"}};

// a[x] = k0 + x
struct Args {
    long* a;
    long by;
};
void footprint(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    const long box[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, box);
}
void kernel(void* pointer, long lo, long hi, void* const*, int) {
    const Args args = *static_cast<Args*>(pointer);
    for (long x = lo; x < hi; ++x)
        args.a[x] = args.by + x;
}
hydra_rt_loop loop = {"t.c:1", 0, 1, slots, 1, footprint, kernel, 0, nullptr, 0, nullptr, 0, 0, 1, nullptr};

// The first k0 elements are read.
void reads(hydra_rt_footprint* f, const long* k, long, long) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    const long box[] = {0, k[0], 1};
    hydra_rt_box(f, HYDRA_RT_READ, 0, box);
}
hydra_rt_loop site = {"t.c:2", 0, 1, slots, 1, reads, nullptr, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};
hydra_rt_loop printing = {"t.c:3", 0, 1, slots, 1, reads, nullptr, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};

constexpr long n = 4000;

long* array(Arena& arena) { return static_cast<long*>(arena.allocate(n * sizeof(long))); }

void write(Runtime& runtime, long* a, long by) {
    Args args{a, by};
    launch(runtime, loop, {a}, {by}, 0, n, &args);
}

void read(Runtime& runtime, long* a, long count) {
    void* pointers[] = {a};
    const long k[] = {count};
    runtime.serial(site, pointers, k);
}

} // namespace

TEST_CASE("copies move nothing, and what is read afterwards is what was copied") {
    for (const bool verify : {false, true}) {
        RuntimeOptions options;
        options.verify = verify;
        CHECK(on_ranks(3, options, [](Runtime& runtime, Arena& arena) {
            long *a = array(arena), *b = array(arena);
            for (long round = 0; round < 10; ++round) {
                write(runtime, a, round);
                write(runtime, b, -round);
                runtime.copy("t.c:9", b + 7, a, (n - 100) * sizeof(long));
                std::memcpy(b + 7, a, (n - 100) * sizeof(long));
                runtime.copy("t.c:10", a + 1, a, 1000 * sizeof(long));
                std::memmove(a + 1, a, 1000 * sizeof(long));
                runtime.copy("t.c:11", a + n - 50, nullptr, 50 * sizeof(long));
                std::memset(a + n - 50, 0, 50 * sizeof(long));
            }
            if (runtime.counters().serial.bytes != 0 || runtime.counters().coherence.bytes != 0)
                return false;
            read(runtime, a, n);
            read(runtime, b, n);
            for (long i = 0; i < n; ++i) {
                const long in_a = i > n - 51 ? 0 : i >= 1 && i <= 1000 ? 9 + i - 1 : 9 + i;
                const long in_b = i >= 7 && i < n - 93 ? 9 + i - 7 : i - 9;
                if (a[i] != in_a || b[i] != in_b)
                    return false;
            }
            return true;
        }));
    }
}

TEST_CASE("a part that leaves the directory's memory is fetched, and no more") {
    CHECK(on_ranks(
        2, {},
        [](Runtime& runtime, Arena& arena) {
            long* a = array(arena);
            write(runtime, a, 5);
            long buffer[20];
            runtime.copy("t.c:9", buffer, a + 10, sizeof buffer);
            std::memcpy(buffer, a + 10, sizeof buffer);
            const auto moved = static_cast<std::size_t>(runtime.counters().serial.bytes);
            return buffer[0] == 15 && buffer[19] == 34 &&
                   moved == (runtime.transport().rank() == 0 ? sizeof buffer : 0);
        }));
}

TEST_CASE("rank 0 runs for all what only prints, and hands out what it computes") {
    for (const bool verify : {false, true}) {
        RuntimeOptions options;
        options.verify = verify;
        CHECK(on_ranks(4, options, [](Runtime& runtime, Arena& arena) {
            long* a = array(arena);
            const int rank = runtime.transport().rank();
            for (long round = 1; round < 4; ++round) {
                write(runtime, a, round);
                long sum = 0;
                void* pointers[] = {a};
                const long k[] = {n};
                const bool mine = runtime.alone(printing, pointers, k);
                if (mine != (rank == 0) || runtime.is_alone() != true)
                    return false;
                if (mine)
                    for (long i = 0; i < n; ++i)
                        sum += a[i];
                void* values[] = {&sum};
                const unsigned long bytes[] = {sizeof sum};
                runtime.together("t.c:4", values, bytes, 1);
                if (sum != n * (n - 1) / 2 + n * round)
                    return false;
                const auto sent = static_cast<std::size_t>(runtime.counters().serial.bytes);
                const std::size_t each = rank == 0 ? 3 * sizeof sum : n / 4 * sizeof(long);
                if (sent != static_cast<std::size_t>(round) * each)
                    return false;
            }
            read(runtime, a, n); // now everybody has it
            void* pointers[] = {a};
            const long k[] = {n};
            const bool mine = runtime.alone(printing, pointers, k);
            runtime.together("t.c:4", nullptr, nullptr, 0);
            return mine && !runtime.is_alone() && a[n - 1] == n + 2;
        }));
    }
}

TEST_CASE("plans of ever other keys do not pile up") {
    CHECK(on_ranks(
        2, {},
        [](Runtime& runtime, Arena& arena) {
            long *a = array(arena), *b = array(arena);
            const auto used = [] { return static_cast<long>(mallinfo2().uordblks); };
            long before = 0;
            for (long t = 0; t < 24000; ++t) {
                Args args{a, t};
                launch(runtime, loop, {a}, {t}, t % 3000, n, &args);
                runtime.copy("t.c:5", b + t % 1000, a + t % 977, 128 * sizeof(long));
                if (t == 12000)
                    before = used();
            }
            return used() - before < (4 << 20);
        }));
}
