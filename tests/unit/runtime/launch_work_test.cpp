// How many operations a launch takes (steps/launch_work.h).
#include "runtime/steps/launch_work.h"

#include "runtime/include/hydra_rt.h"
#include "runtime/policy/worth_floor.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {

// Iteration x reads the elements [0, k[0]) and writes element x.
void row(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    hydra_rt_shape(f, 0, 8, 1, nullptr);
    const long read[] = {0, k[0], 1}, written[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 0, read);
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
}

// It may read anything.
void anywhere(hydra_rt_footprint* f, const long*, long, long) {
    hydra_rt_shape(f, 0, 8, 1, nullptr);
    const long read[] = {0, 1000000, 1};
    hydra_rt_box(f, HYDRA_RT_MAYREAD, 0, read);
}

hydra_rt_loop loop_with(hydra_rt_footprint_fn* footprint) {
    hydra_rt_loop loop{};
    loop.at = "test.c:1";
    loop.slots = 1;
    loop.footprint = footprint;
    return loop;
}

} // namespace

TEST_CASE("the compiler's count comes first") {
    hydra_rt_loop loop = loop_with(row);
    loop.weight = 7;
    IterationWork known;
    const long k[] = {100};
    CHECK(operations_of(loop, k, {10, 30}, known, true) == 140);
    CHECK(operations_of(loop, k, {30, 30}, known, true) == 0);
}

TEST_CASE("else footprints tell how often loops go round") {
    hydra_rt_loop loop = loop_with(row);
    loop.keys = 1;
    loop.thirds[1] = 12; // `for (j = 0; j < k[0]; j++)`
    loop.touches[0] = loop.touches[1] = 1;
    IterationWork known;
    const long k[] = {100};
    CHECK(operations_of(loop, k, {0, 10}, known, true) == doctest::Approx(10 * 100 * 4).epsilon(0.01));
    const long other[] = {200}; // nothing is taken to be as it was
    CHECK(operations_of(loop, other, {0, 10}, known, true) == doctest::Approx(10 * 200 * 4).epsilon(0.01));
    // Two loops inside of one another, of which the inner one goes through the elements.
    loop.thirds[2] = 3;
    CHECK(operations_of(loop, k, {0, 10}, known, true) == doctest::Approx(10 * (100 * 4 + 100 * 100)).epsilon(0.01));
}

TEST_CASE("where ranks share nothing, small launches are looked at now and then") {
    hydra_rt_loop loop = loop_with(row);
    loop.keys = 1;
    loop.thirds[1] = loop.touches[1] = 3;
    IterationWork known;
    const long k[] = {30}, other[] = {300};
    const double first = operations_of(loop, k, {0, 10}, known, false);
    CHECK(operations_of(loop, other, {0, 10}, known, false) == first);
    CHECK(operations_of(loop, other, {0, 1000000}, known, false) > 9e5 * first); // much, if it is so
}

TEST_CASE("what may be touched tells nothing, and what has been noted does") {
    hydra_rt_loop loop = loop_with(anywhere);
    IterationWork known;
    loop.likely_weight = 400;
    loop.thirds[1] = 6;
    loop.touches[1] = 1;
    CHECK(operations_of(loop, nullptr, {0, 10}, known, true) == 4000);
    hydra_rt_inspection looks{};
    loop.inspection = &looks; // rows that data select are short
    CHECK(operations_of(loop, nullptr, {0, 10}, known, true) == doctest::Approx(10 * worth::rounds_of_row * 2));
    known.noted = 50;
    CHECK(operations_of(loop, nullptr, {0, 10}, known, true) == doctest::Approx(10 * 51 * 2).epsilon(0.01));
    // Rounds of a loop that touches nothing of its own are not known.
    loop.touches[1] = 0;
    CHECK(operations_of(loop, nullptr, {0, 10}, known, true) == 4000);
}
