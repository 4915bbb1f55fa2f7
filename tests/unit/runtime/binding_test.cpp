// Slots and their allocations: pointers that lie outside of what they are used for, accesses wider than the truth,
// memory that nobody registered; and ranks' threads that meet.
#include "runtime/base/fail.h"
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>
#include <limits>
#include <string>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

// to[x + k2] = sum of from[x + d] over k0 <= d < k1, where kinds and pointers are the test's to choose.
struct SumArgs {
    const long* from;
    long* to;
    long k[3];
};
template <hydra_rt_access read, hydra_rt_access write>
void footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    long from[] = {lo + k[0], hi - 1 + k[1], 1};
    hydra_rt_box(f, read, 0, from);
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    long to[] = {lo + k[2], hi + k[2], 1};
    hydra_rt_box(f, write, 1, to);
}
void kernel(void* pointer, long lo, long hi, void* const*, int) {
    auto* args = static_cast<SumArgs*>(pointer);
    for (long x = lo; x < hi; ++x) {
        long sum = 0;
        for (long d = args->k[0]; d < args->k[1]; ++d)
            sum += args->from[x + d];
        args->to[x + args->k[2]] = sum;
    }
}
const hydra_rt_slot slots[] = {{"from"}, {"to"}};
hydra_rt_loop loop_of(hydra_rt_footprint_fn* f) {
    return {"b.c:1", 0, 2, slots, 3, f, kernel, 0, nullptr, 0, nullptr, 1, 0, 1, nullptr};
}
hydra_rt_loop exact_loop = loop_of(footprint<HYDRA_RT_READ, HYDRA_RT_WRITE>);
hydra_rt_loop may_loop = loop_of(footprint<HYDRA_RT_MAYREAD, HYDRA_RT_MAYWRITE>);

void whole_footprint(hydra_rt_footprint* f, const long*, long, long) {
    hydra_rt_whole(f, HYDRA_RT_READ, 0);
    hydra_rt_whole(f, HYDRA_RT_MAYREAD, 1);
}
hydra_rt_loop whole_site = {"b.c:2", 0,       2,  slots, 0, whole_footprint, nullptr, 0, nullptr,
                            0,       nullptr, -1, 0,     1, nullptr};

void whole_write(hydra_rt_footprint* f, const long*, long, long) { hydra_rt_whole(f, HYDRA_RT_MAYWRITE, 1); }
hydra_rt_loop whole_writer = {"b.c:3", 0, 2, slots, 0, whole_write, nullptr, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};

struct Bound {
    std::vector<Allocation*> allocation; // by slot
    std::vector<std::int64_t> offset;
    int unknown; // a slot of which it is not known where it points
    bool may_stray;
    std::vector<Binding::Beside> beside;
};

// Binds a launch of 0 <= x < n; the pointers are slot 0's and slot 1's.
Bound bound(Registry& registry, hydra_rt_loop& loop, std::vector<void*> pointers, std::vector<long> k, long n,
            Binder::Asker asker = Binder::Asker::launch) {
    hydra_rt_footprint f(loop.slots);
    loop.footprint(&f, k.data(), 0, n);
    std::vector<Reach> reaches;
    for (const hydra_rt_footprint::Slot& slot : f.slots)
        reaches.push_back(slot.reach());
    Binding binding;
    Binder(registry, loop).bind(reaches, pointers.data(), nullptr, asker, binding);
    Bound result{{}, binding.offset, binding.unknown, binding.may_stray, binding.beside};
    for (int index : binding.of_slot)
        result.allocation.push_back(index < 0 ? nullptr : binding.allocations[static_cast<std::size_t>(index)]);
    return result;
}

// What the code prints before it ends with status 70; empty where it does not.
std::string failure_of(const std::function<void()>& code) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    std::fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        set_failure_output({0, ends[1], nullptr});
        code();
        _exit(0);
    }
    close(ends[1]);
    std::string said(1000, '\0');
    ssize_t length = read(ends[0], said.data(), said.size());
    said.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 70 ? said : "";
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

constexpr long n = 100;
constexpr std::size_t bytes = n * sizeof(long);

} // namespace

TEST_CASE("a slot belongs to the allocation that its accesses lie in, wherever its pointer points") {
    Arena arena(test_reserve);
    Registry registry(arena, 2);
    static long neighbours[3 * n]; // three arrays without a gap
    for (long i = 0; i < 3; ++i)
        registry.enter(neighbours + i * n, bytes, "neighbour");
    auto at = [&](long i) { return registry.find(neighbours + i * n); };
    for (hydra_rt_loop* loop : {&exact_loop, &may_loop}) {
        // Counted from 1, and from the end.
        Bound b = bound(registry, *loop, {neighbours + n - 1, neighbours + 2 * n}, {1, 2, -n}, n);
        CHECK(b.allocation[0] == at(1));
        CHECK(b.offset[0] == -8);
        CHECK(b.allocation[1] == at(1));
        CHECK(b.offset[1] == static_cast<std::int64_t>(bytes));
        // The same for blocks.
        for (std::size_t size : {bytes, std::size_t{1} << 20}) {
            long* block = static_cast<long*>(arena.allocate(size));
            long count = static_cast<long>(size / sizeof(long));
            b = bound(registry, *loop, {block - 1, block + count}, {1, 2, -count}, count);
            CHECK(b.allocation[0] == registry.find(block));
            CHECK(b.allocation[1] == registry.find(block));
            CHECK(registry.find(block - 1) == nullptr);
            CHECK(registry.find(block + count) == nullptr);
        }
    }
    // Wider than the truth, on both sides: the pointer's own.
    Bound b = bound(registry, may_loop, {neighbours + n, neighbours + n}, {-3, 4, 0}, n);
    CHECK(b.allocation[0] == at(1));
    CHECK(b.allocation[1] == at(1));
    CHECK(!b.may_stray);
    // Writes in front of it, where conditions let them: the pointer's own too, but perhaps the one beside it.
    b = bound(registry, may_loop, {neighbours + n, neighbours + n}, {0, 1, -3}, n);
    CHECK(b.allocation[1] == at(1));
    CHECK(b.may_stray);
    b = bound(registry, exact_loop, {neighbours, neighbours + n}, {0, 1, 0}, n);
    CHECK(!b.may_stray);
}

TEST_CASE("a launch that all ranks run may leave open which of two neighbours it writes") {
    Arena arena(test_reserve);
    Registry registry(arena, 2);
    static long neighbours[2 * n];
    registry.enter(neighbours, bytes, "first");
    registry.enter(neighbours + n, bytes, "second");
    const auto of = [&](Binder::Asker asker) {
        return bound(registry, whole_writer, {nullptr, neighbours + n}, {}, 1, asker);
    };
    CHECK(of(Binder::Asker::launch).unknown == 1);
    const Bound b = of(Binder::Asker::launch_run_everywhere);
    CHECK(b.unknown == Binding::none);
    CHECK(b.allocation[1] == registry.find(neighbours + n));
    REQUIRE(b.beside.size() == 1);
    CHECK(b.beside.front().allocation == registry.find(neighbours));
    CHECK(b.beside.front().written);
    // What is in no allocation stays unknown to launches.
    static long unknown[n];
    for (const Binder::Asker asker : {Binder::Asker::launch, Binder::Asker::launch_run_everywhere})
        CHECK(bound(registry, whole_writer, {nullptr, unknown + n / 2}, {}, 1, asker).unknown == 1);
}

TEST_CASE("what no launch can write may be read, what nobody knows is not bound, freed memory is refused") {
    Arena arena(test_reserve);
    Registry registry(arena, 2);
    long* block = static_cast<long*>(arena.allocate(bytes));
    long* freed = static_cast<long*>(arena.allocate(bytes));
    arena.release(freed);
    static long unknown[n], around[n + 20];
    long* known = around + 10;
    registry.enter(known, bytes, "known");
    for (hydra_rt_loop* loop : {&exact_loop, &may_loop}) {
        CHECK(bound(registry, *loop, {unknown, block}, {0, 1, 0}, n).allocation[0] == nullptr);
        CHECK(bound(registry, *loop, {block, unknown}, {0, 1, 0}, n).unknown == 1);
        CHECK(contains(failure_of([&] { bound(registry, *loop, {freed, block}, {0, 1, 0}, n); }), "in no allocated"));
        CHECK(contains(failure_of([&] { bound(registry, *loop, {block, freed}, {0, 1, 0}, n); }), "in no allocated"));
    }
    CHECK(bound(registry, whole_site, {unknown, nullptr}, {}, 1).allocation[0] == nullptr);
    CHECK(bound(registry, whole_site, {known - 1, known + n}, {}, 1).allocation[0] == registry.find(known));
    CHECK(bound(registry, whole_site, {known - 1, known + n}, {}, 1).allocation[1] == registry.find(known));
    CHECK(bound(registry, whole_site, {known, arena.allocate(0)}, {}, 1).allocation[1] == nullptr);
    CHECK(bound(registry, whole_site, {known, block + n}, {}, 1).allocation[1] == registry.find(block));
    CHECK(bound(registry, whole_site, {known, freed}, {}, 1).unknown == 1); // it may be counted from afar
}

TEST_CASE("boxes of any size keep what can be inside of the allocation") {
    hydra_rt_footprint f(1);
    const long row[] = {10};
    constexpr long huge = std::numeric_limits<long>::max();
    hydra_rt_shape(&f, 0, 8, 2, row);
    for (std::vector<long> box :
         {std::vector<long>{-huge, huge, 3, 0, 10, 1}, {-5, 100, 7, -25, 5, 1}, {-9, -3, 1, 0, 10, 1}})
        hydra_rt_box(&f, HYDRA_RT_MAYREAD, 0, box.data());
    std::vector<long> kept = f.slots[0].boxes_near(hydra_rt_footprint::index(HYDRA_RT_MAYREAD), 80, 800);
    REQUIRE(kept.size() == 12); // rows -1 to 8 of the pointer
    CHECK(kept[0] >= -1);
    CHECK(kept[0] <= 1);
    CHECK((huge % 3 + kept[0] % 3 + 3) % 3 == 0);
    CHECK(kept[1] <= 10);
    CHECK(kept[6] == 2);
    CHECK(kept[7] <= 13);
    CHECK(f.slots[0].reach().maybe.lo < -(1l << 60));
    CHECK(f.slots[0].reach().exact.empty());
}

TEST_CASE("launches through displaced pointers, with reads that are clipped, give what sequential execution gives") {
    for (int ranks : {1, 2, 3})
        for (int threads : {1, 4}) {
            CAPTURE(ranks);
            CAPTURE(threads);
            CHECK(on_ranks(ranks, {{}, threads, ranks}, [&](Runtime& runtime, Arena& arena) {
                long* a = static_cast<long*>(arena.allocate(bytes));
                long* b = static_cast<long*>(arena.allocate(bytes));
                for (long i = 0; i < n; ++i)
                    a[i] = i;
                // b = a, counted from 1 and from the end.
                SumArgs one{a - 1, b + n, {1, 2, -n}};
                launch(runtime, exact_loop, {a - 1, b + n}, {1, 2, -n}, 0, n, &one, {}, -n);
                // a = b, where what is read may be before b's start.
                SumArgs two{b, a, {0, 1, 0}};
                launch(runtime, may_loop, {b, a}, {-2, 3, 0}, 0, n, &two);
                // In place, each one reads what the one before wrote: 0 0 0 ...
                SumArgs three{a - 1, a, {0, 1, 0}};
                launch(runtime, exact_loop, {a - 1, a}, {0, 1, 0}, 1, n, &three);
                void* pointers[] = {a, b};
                runtime.serial(whole_site, pointers, nullptr);
                for (long i = 0; i < n; ++i)
                    if (a[i] != 0 || b[i] != i)
                        return false;
                return true;
            }));
        }
}

TEST_CASE("a long wait says for whom and for what") {
    CHECK(contains(failure_of([] {
                       on_ranks(
                           2, {{}, 1, 2},
                           [](Runtime& runtime, Arena&) {
                               Transport& transport = runtime.transport();
                               transport.set_patience(0.2);
                               transport.waits_in("w.c:7", "a");
                               if (transport.rank() == 1)
                                   usleep(700000);
                               transport.barrier();
                               return true;
                           });
                       _exit(70);
                   }),
                   "hydra: rank 0 waits for rank 1 in w.c:7 (a) since 0 s"));
}
