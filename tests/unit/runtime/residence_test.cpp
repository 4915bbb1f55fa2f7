// Host and device as two memories: whoever reads must see the newest values, and nothing travels twice.
#include "runtime/residence/residence.h"

#include <doctest/doctest.h>

#include <random>

#include "tests/unit/runtime/fake_device.h"

using namespace hydra::rt;

namespace {

constexpr std::int64_t rows = 12, columns = 10;
constexpr std::int64_t elements = rows * columns;

struct World {
    Residence residence;
    Arena arena{std::size_t{1} << 30};
    Registry registry{arena, 1};
    std::vector<int> host = std::vector<int>(elements, 0);
    Allocation& array;

    explicit World(std::int64_t device_bytes = 1 << 20)
        : residence(std::make_unique<test::FakeDevice>(device_bytes)),
          array(registry.enter(host.data(), elements * sizeof(int), "a")) {
        Shape shape{elements * static_cast<std::int64_t>(sizeof(int)), sizeof(int), {columns}, false};
        DirState all(1, shape.whole());
        registry.set_shape(array, shape, registry.intern(std::move(all)));
    }

    int* device_element(const Residence::Place& place, std::int64_t at) const {
        return reinterpret_cast<int*>(static_cast<char*>(place.memory) + at * static_cast<std::int64_t>(sizeof(int)) -
                                      place.lo);
    }
};

Region box(std::int64_t row, std::int64_t row_end, std::int64_t column, std::int64_t column_end) {
    return Region{{row, row_end, 1}, {column, column_end, 1}};
}

template <class F> void each(const Region& region, F f) {
    for (std::size_t b = 0; b < region.boxes(); ++b)
        for (std::int64_t r = region.box(b)[0].lo; r < region.box(b)[0].hi; r += region.box(b)[0].step)
            for (std::int64_t c = region.box(b)[1].lo; c < region.box(b)[1].hi; c += region.box(b)[1].step)
                f(r * columns + c);
}

} // namespace

TEST_CASE("what is on the device is not sent again, and comes back once") {
    World world;
    const Region part = box(2, 6, 1, 9);
    REQUIRE(world.residence.to_device(world.array, part, part));
    CHECK(world.residence.volume().to_device == 4 * 8 * 4);
    REQUIRE(world.residence.to_device(world.array, part, part));
    CHECK(world.residence.volume().to_device == 4 * 8 * 4);
    world.residence.written_by_device(world.array, part);
    world.residence.to_host(world.array, box(5, 9, 0, 4));
    CHECK(world.residence.volume().to_host == 3 * 4);
    world.residence.all_to_host(world.array);
    world.residence.all_to_host(world.array);
    CHECK(world.residence.volume().to_host == 4 * 8 * 4);
    CHECK(world.residence.in_use());
    world.residence.leave(world.array);
    CHECK_FALSE(world.residence.in_use());
}

TEST_CASE("the buffer covers what was touched, and no more") {
    World world;
    REQUIRE(world.residence.to_device(world.array, box(3, 5, 0, columns), box(3, 5, 0, columns)));
    CHECK(world.residence.volume().peak == 2 * columns * 4);
    REQUIRE(world.residence.to_device(world.array, box(2, 6, 0, columns), box(3, 5, 0, columns)));
    CHECK(world.residence.volume().to_device == 4 * columns * 4);
    CHECK(world.residence.volume().inside == 2 * columns * 4);
}

TEST_CASE("a buffer that does not fit beside its smaller self grows by way of the host") {
    World world(6 * columns * 4);
    const Region first = box(0, 4, 0, columns), second = box(0, 6, 0, columns);
    auto place = world.residence.to_device(world.array, first, first);
    REQUIRE(place);
    each(first, [&](std::int64_t at) { *world.device_element(*place, at) = static_cast<int>(at) + 1; });
    world.residence.written_by_device(world.array, first);
    place = world.residence.to_device(world.array, second, second);
    REQUIRE(place);
    each(first, [&](std::int64_t at) { CHECK(*world.device_element(*place, at) == static_cast<int>(at) + 1); });
    CHECK_FALSE(world.residence.to_device(world.array, box(0, 7, 0, columns), second));
    each(first, [&](std::int64_t at) { CHECK(world.host[static_cast<std::size_t>(at)] == static_cast<int>(at) + 1); });
}

TEST_CASE("memory that is forgotten or entered anew takes nothing along") {
    World world;
    const Region all = box(0, rows, 0, columns);
    REQUIRE(world.residence.to_device(world.array, all, all));
    world.residence.written_by_device(world.array, all);
    world.registry.enter(world.host.data(), elements * sizeof(int), "b");
    CHECK_FALSE(world.residence.in_use());
    CHECK(static_cast<test::FakeDevice*>(world.residence.device())->buffers() == 0);
}

TEST_CASE("host and device take turns at random; each sees the newest values") {
    std::mt19937 random(3);
    for (int round = 0; round < 60; ++round) {
        World world(round % 3 == 0 ? elements * 4 : 1 << 20);
        std::vector<int> truth(elements, 0);
        int next = 1;
        const auto some = [&] {
            const auto r = static_cast<std::int64_t>(random() % rows),
                       c = static_cast<std::int64_t>(random() % columns);
            const Region one = box(r, r + 1 + static_cast<std::int64_t>(random() % (rows - r)), c,
                                   c + 1 + static_cast<std::int64_t>(random() % (columns - c)));
            return random() % 3 == 0 ? one | box(0, 2, 3, 5) : one;
        };
        for (int step = 0; step < 60; ++step) {
            const Region read = some(), write = some();
            if (random() % 2 == 0) {
                const auto place = world.residence.to_device(world.array, read, write);
                REQUIRE(place);
                each(
                    read,
                    [&](std::int64_t at) {
                        REQUIRE(*world.device_element(*place, at) == truth[static_cast<std::size_t>(at)]);
                    });
                each(write, [&](std::int64_t at) {
                    truth[static_cast<std::size_t>(at)] = *world.device_element(*place, at) = next++;
                });
                world.residence.written_by_device(world.array, write);
            } else {
                world.residence.to_host(world.array, read);
                each(
                    read,
                    [&](std::int64_t at) {
                        REQUIRE(world.host[static_cast<std::size_t>(at)] == truth[static_cast<std::size_t>(at)]);
                    });
                each(write, [&](std::int64_t at) {
                    truth[static_cast<std::size_t>(at)] = world.host[static_cast<std::size_t>(at)] = next++;
                });
                world.residence.written_by_host(world.array, write);
            }
        }
        world.residence.leave(world.array);
        REQUIRE(world.host == truth);
    }
}
