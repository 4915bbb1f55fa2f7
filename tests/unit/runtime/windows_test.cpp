// What a window of serial code asks for next.
#include "runtime/memory/registry.h"
#include "runtime/serial/windows.h"

#include <doctest/doctest.h>

#include <vector>

using namespace hydra::rt;

namespace {

constexpr std::int64_t element = sizeof(double), least = 16;

struct Walk {
    explicit Walk(std::size_t count) : values(count) {
        allocation.base = reinterpret_cast<char*>(values.data());
        allocation.bytes = count * sizeof(double);
    }
    WalkPart ask(std::size_t at) {
        return next_part(window, allocation, reinterpret_cast<std::uintptr_t>(&values[at]), element, least);
    }
    std::vector<double> values;
    Allocation allocation;
    hydra_rt_window window{};
};

} // namespace

TEST_CASE("a window asks for one element until it has seen two equal steps, then for ever more") {
    Walk walk(1000);
    CHECK(walk.ask(10).count == 1);
    CHECK(walk.ask(11).count == 1);
    WalkPart part = walk.ask(12);
    CHECK(part.count == least);
    CHECK(part.offset == 12 * element);
    CHECK(part.step == element);
    std::int64_t at = 12;
    while (at + part.count < 1000) {
        at += part.count;
        part = walk.ask(static_cast<std::size_t>(at));
        CHECK(part.offset == at * element);
        CHECK(part.count <= std::max(least, (at - 9) / 4 + 1));
    }
    CHECK(part.offset + part.span() == 1000 * element); // the array's end
}

TEST_CASE("a window walks in steps, and downwards") {
    Walk walk(300);
    walk.ask(299);
    walk.ask(294);
    const WalkPart part = walk.ask(289);
    CHECK(part.step == 5 * element);
    CHECK(part.count == least);
    CHECK(part.offset + part.span() == 290 * element);
    const WalkPart next = walk.ask(289 - 5 * least);
    CHECK(next.offset + next.span() == (290 - 5 * least) * element);
    CHECK(next.offset >= 0);
}

TEST_CASE("a window that goes to and fro asks for single elements, and counts how often") {
    Walk walk(100);
    for (const std::size_t at : {50, 25, 37, 31, 34, 32})
        CHECK(walk.ask(at).count == 1);
    CHECK(walk.window.jumps == 5);
}

TEST_CASE("a walk that begins anew elsewhere is recognised at its second element") {
    Walk walk(500);
    for (const std::size_t at : {0, 1, 2})
        walk.ask(at);
    CHECK(walk.ask(100).count == 1);
    CHECK(walk.ask(101).count == least);
}
