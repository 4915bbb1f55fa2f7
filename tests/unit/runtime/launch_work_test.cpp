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

TEST_CASE("else footprints tell") {
    hydra_rt_loop loop = loop_with(row);
    loop.keys = 1;
    IterationWork known;
    const long k[] = {100};
    CHECK(operations_of(loop, k, {0, 10}, known, true) == doctest::Approx(10 * 101 * worth::operations_an_element));
    const long other[] = {200}; // nothing is taken to be as it was
    CHECK(operations_of(loop, other, {0, 10}, known, true) == doctest::Approx(10 * 201 * worth::operations_an_element));
}

TEST_CASE("what may be touched is no work, and what has been noted is") {
    hydra_rt_loop loop = loop_with(anywhere);
    IterationWork known;
    CHECK(operations_of(loop, nullptr, {0, 10}, known, true) == 10 * worth::least_operations);
    loop.likely_weight = 400;
    CHECK(operations_of(loop, nullptr, {0, 10}, known, true) == 4000);
    known.noted = 50;
    CHECK(operations_of(loop, nullptr, {0, 10}, known, true) == doctest::Approx(500 * worth::operations_an_element));
}
