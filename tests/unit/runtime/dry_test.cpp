// Memory that no kernel has computed: marks, and what becomes of them when an allocation is looked at in another way.
// Whole dry runs are in cli/dryrun_test.py.
#include "runtime/modes/dry.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {

// 10 rows of 8 doubles.
Allocation matrix(std::uint64_t serial) {
    Allocation allocation;
    allocation.serial = serial;
    allocation.bytes = 640;
    allocation.shape = {640, 8, {8}, false};
    return allocation;
}

} // namespace

TEST_CASE("hollow elements are those that were added and not removed since") {
    Hollow hollow;
    const Allocation a = matrix(1), b = matrix(2);
    const Region rows{{2, 5, 1}, {0, 8, 1}}, row{{3, 4, 1}, {0, 8, 1}}, other{{7, 8, 1}, {0, 8, 1}};
    CHECK(hollow.empty());
    hollow.add(a, Region(2));
    CHECK(hollow.empty());
    hollow.add(a, rows);
    CHECK(hollow.meets(a, row));
    CHECK_FALSE(hollow.meets(a, other));
    CHECK_FALSE(hollow.meets(b, row));
    hollow.add(a, other);
    hollow.remove(a, row);
    CHECK_FALSE(hollow.meets(a, row));
    CHECK(hollow.meets(a, rows));
    CHECK(hollow.meets(a, other));
    hollow.remove(a, rows);
    CHECK(hollow.has(a));
    hollow.remove(a, a.shape.whole());
    CHECK(hollow.empty());
}

TEST_CASE("hollow elements stay what they are when an allocation gets a finer shape") {
    Hollow hollow;
    Allocation a = matrix(1);
    hollow.add(a, Region{{2, 3, 1}, {1, 2, 1}});
    a.shape = {640, 4, {16}, false}; // floats
    CHECK(hollow.meets(a, Region{{2, 3, 1}, {3, 4, 1}}));
    CHECK_FALSE(hollow.meets(a, Region{{2, 3, 1}, {4, 16, 1}}));
    CHECK_FALSE(hollow.meets(a, Region{{2, 3, 1}, {0, 2, 1}}));
}

TEST_CASE("all of an allocation is hollow that has moved or grown") {
    Hollow hollow;
    Allocation a = matrix(1);
    hollow.add(a, Region{{2, 3, 1}, {1, 2, 1}});
    a.shape = {1280, 8, {8}, false};
    CHECK(hollow.meets(a, Region{{19, 20, 1}, {0, 1, 1}}));
}
