// Writes that are scattered all over an array: results are right, and the directory stays small.
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

constexpr long n = 30000;
constexpr std::size_t few_boxes = 8192;

// to[place[x]] = from[x] + 1
struct ScatterArgs {
    const long* from;
    long* to;
    const std::vector<long>* place;
};
const std::vector<long>* place_of_footprint = nullptr;

void footprint(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    const long from[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 0, from);
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    for (long x = lo; x < hi; ++x) {
        const long at = (*place_of_footprint)[static_cast<std::size_t>(x)];
        const long to[] = {at, at + 1, 1};
        hydra_rt_box(f, HYDRA_RT_WRITE, 1, to);
    }
}
void kernel(void* pointer, long lo, long hi, void* const*, int) {
    auto* args = static_cast<ScatterArgs*>(pointer);
    for (long x = lo; x < hi; ++x)
        args->to[(*args->place)[static_cast<std::size_t>(x)]] = args->from[x] + 1;
}
const hydra_rt_slot slots[] = {{"from"}, {"to"}};
hydra_rt_loop loop = {"s.c:1", 0, 2, slots, 1, footprint, kernel, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};

void all_footprint(hydra_rt_footprint* f, const long*, long, long) { hydra_rt_whole(f, HYDRA_RT_READ, 0); }
hydra_rt_loop read_all = {"s.c:2", 0, 1, slots, 0, all_footprint, nullptr, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};

bool scatter(Runtime& runtime, Arena& arena) {
    std::mt19937 random(3);
    long* a = static_cast<long*>(arena.allocate(n * sizeof(long)));
    long* b = static_cast<long*>(arena.allocate(n * sizeof(long)));
    std::iota(a, a + n, 0);
    std::vector<long> expected(a, a + n), place(n);
    std::iota(place.begin(), place.end(), 0);
    place_of_footprint = &place;
    for (long step = 0; step < 6; ++step) {
        std::shuffle(place.begin(), place.end(), random);
        const std::vector<long> before = expected;
        const long count = step % 2 == 0 ? n : n - n / 3; // the rest of b is two steps old
        std::vector<long> old(b, b + n);
        ScatterArgs args{a, b, &place};
        launch(runtime, loop, {a, b}, {step}, 0, count, &args);
        if (runtime.registry().find(b)->state->full().boxes() > few_boxes)
            return false;
        void* pointers[] = {b};
        if (step % 2 == 1) { // all is compared, and held by all
            runtime.serial(read_all, pointers, nullptr);
            for (long x = 0; x < count; ++x)
                if (b[place[static_cast<std::size_t>(x)]] != before[static_cast<std::size_t>(x)] + 1)
                    return false;
            expected.assign(b, b + n);
        } else {
            for (long x = 0; x < count; ++x)
                expected[static_cast<std::size_t>(place[static_cast<std::size_t>(x)])] =
                    before[static_cast<std::size_t>(x)] + 1;
        }
        std::swap(a, b);
    }
    return true;
}

} // namespace

TEST_CASE("the directory of a scatter in a time loop stays small") {
    for (int ranks : {1, 2, 4})
        for (PartitionSpec::Kind kind : {PartitionSpec::Kind::block, PartitionSpec::Kind::cyclic}) {
            CAPTURE(ranks);
            RuntimeOptions options{{}, 1, ranks};
            options.partition.kind = kind;
            CHECK(on_ranks(ranks, options, scatter));
        }
}
