// Allocations of which the device has parts that lie apart: rows in turn, planes that alternate, arrays in an arena.
#include "runtime/residence/residence.h"

#include <doctest/doctest.h>

#include <random>

#include "tests/unit/runtime/fake_device.h"

using namespace hydra::rt;

namespace {

constexpr std::int64_t rows = 240, columns = 64, elements = rows * columns, row_bytes = columns * 4;

struct World {
    Residence residence;
    Arena arena{std::size_t{1} << 30};
    Registry registry{arena, 1};
    alignas(64) int host[elements] = {};
    Allocation& array;

    World(std::int64_t device_bytes, std::int64_t page)
        : residence(std::make_unique<test::FakeDevice>(device_bytes), page),
          array(registry.enter(host, sizeof host, "a")) {
        Shape shape{sizeof host, sizeof(int), {columns}, false};
        DirState all(1, shape.whole());
        registry.set_shape(array, shape, registry.intern(std::move(all)));
    }

    // As a launch begins.
    std::optional<std::vector<Residence::Place>> launch(const Region& read, const Region& write,
                                                        std::span<const Hull> groups, bool may_page) {
        if (!residence.make_room(array, read, write, groups, may_page))
            return std::nullopt;
        return residence.to_device(array, read, write, groups, may_page);
    }

    static int* device_element(const Residence::Place& place, std::int64_t at) {
        std::int64_t byte = at * static_cast<std::int64_t>(sizeof(int)) - place.lo;
        if (place.moved != nullptr)
            byte += static_cast<const std::int64_t*>(place.moved)[byte >> place.shift];
        return reinterpret_cast<int*>(static_cast<char*>(place.memory) + byte);
    }
};

Region lines(std::int64_t from, std::int64_t to, std::int64_t step) {
    return Region{{from, to, step}, {0, columns, 1}};
}

template <class F> void each(const Region& region, F f) {
    for (std::size_t b = 0; b < region.boxes(); ++b)
        for (std::int64_t r = region.box(b)[0].lo; r < region.box(b)[0].hi; r += region.box(b)[0].step)
            for (std::int64_t c = region.box(b)[1].lo; c < region.box(b)[1].hi; c += region.box(b)[1].step)
                f(r * columns + c);
}

const Hull whole[] = {{0, elements * 4}};

} // namespace

TEST_CASE("rows in turn take the memory of these rows") {
    World world(1 << 20, 64);
    const Region own = lines(1, rows, 4);
    const auto places = world.launch(own, own, whole, true);
    REQUIRE(places);
    CHECK(places->front().moved != nullptr);
    CHECK(world.residence.volume().peak <= elements * 4 / 4 * 9 / 8 + rows * row_bytes / 64 * 8);
    // A kernel that knows no pages needs all that lies between.
    const auto plain = world.launch(own, own, whole, false);
    REQUIRE(plain);
    CHECK(plain->front().moved == nullptr);
    CHECK(world.residence.volume().to_device == elements / 4 * 4);
}

TEST_CASE("what two arguments touch far apart lies in two buffers") {
    World world(1 << 20, 0);
    const Hull groups[] = {{0, 3 * row_bytes}, {50 * row_bytes, 60 * row_bytes}};
    const Region touched = lines(0, 2, 1) | lines(55, 57, 1);
    const auto places = world.launch(touched, touched, groups, false);
    REQUIRE(places);
    CHECK((*places)[0].memory != (*places)[1].memory);
    CHECK(world.residence.volume().peak == 4 * row_bytes);
    const auto joined = world.launch(touched, touched, whole, false);
    REQUIRE(joined);
    CHECK(world.residence.volume().to_device == 4 * row_bytes);
    CHECK(world.residence.volume().inside == 4 * row_bytes);
}

TEST_CASE("a row that each launch has another one of takes the place of those before") {
    World world(1 << 20, 64);
    const Region own = lines(1, rows, 4);
    REQUIRE(world.launch(own, own, whole, true));
    world.residence.written_by_device(world.array, own);
    for (std::int64_t k = 0; k < rows; k += 4)
        REQUIRE(world.launch(own | lines(k, k + 1, 1), own, whole, true));
    CHECK(world.residence.volume().peak < elements * 4 / 2); // what grows is there twice for a moment
    CHECK(world.residence.volume().to_device == (60 + 60) * row_bytes);
}

TEST_CASE("the first of all rows comes to lie beside a block of rows, then the next one") {
    constexpr std::int64_t first = 80, behind = 160, own_bytes = (behind - first) * row_bytes;
    World world(own_bytes + 24 * row_bytes, 256);
    const Region own = lines(first, behind, 1);
    REQUIRE(world.launch(own, own, whole, true));
    world.residence.written_by_device(world.array, own);
    for (std::int64_t k = 0; k < rows; ++k) {
        world.residence.may_go_by_host(false);
        REQUIRE(world.launch(own | lines(k, k + 1, 1), own, whole, true));
        world.residence.written_by_device(world.array, own);
    }
    CHECK(world.residence.volume().inside == 0);
    CHECK(world.residence.volume().to_host == 0);
    CHECK(world.residence.volume().to_device == rows * row_bytes);
}

TEST_CASE("what a launch that comes again touches comes to lie in one piece") {
    World world(1 << 20, 64);
    const Region own = lines(80, 160, 1);
    REQUIRE(world.launch(own, own, whole, true));
    std::optional<std::vector<Residence::Place>> places;
    for (int launch = 0; launch < 8; ++launch)
        REQUIRE((places = world.launch(own | lines(79, 80, 1), own, whole, true)));
    CHECK(places->front().moved == nullptr);
    CHECK(world.residence.volume().inside <= 81 * row_bytes);
}

TEST_CASE("what is dropped too early is kept longer") {
    World world(1 << 20, 64);
    const Region own = lines(1, rows, 4);
    REQUIRE(world.launch(own, own, whole, true));
    for (int round = 0; round < 30; ++round)
        for (std::int64_t k = 0; k < rows; k += 4)
            REQUIRE(world.launch(own | lines(k, k + 1, 1), own, whole, true));
    CHECK(world.residence.volume().to_device <= (60 + 4 * 60) * row_bytes);
}

// Columns from <= c < to of all rows but the first and the last.
Region block(std::int64_t from, std::int64_t to) { return Region{{1, rows - 1, 1}, {from, to, 1}}; }

TEST_CASE("columns take the memory of these columns, and travel as rectangles") {
    World world(1 << 20, 64);
    const auto& device = *static_cast<test::FakeDevice*>(world.residence.device());
    const auto places = world.launch(block(9, 26), block(10, 25), whole, true);
    REQUIRE(places);
    CHECK(places->front().moved != nullptr);
    CHECK(device.copies() == 2); // the columns, and where they are
    CHECK(world.residence.volume().to_device == (rows - 2) * 17 * 4);
    CHECK(world.residence.volume().peak <= rows * 128 + (elements * 4 / 64 + 2) * 8);
    world.residence.written_by_device(world.array, block(10, 25));
    world.residence.to_host(world.array, block(24, 25));
    CHECK(device.copies() == 3);
    CHECK(world.residence.volume().to_host == (rows - 2) * 4);
    // One more column: the others move inside of the device.
    REQUIRE(world.launch(block(9, 27), block(10, 25), whole, true));
    CHECK(world.residence.volume().to_device == (rows - 2) * 18 * 4);
    CHECK(world.residence.volume().inside == (rows - 2) * 17 * 4);
    CHECK(device.copies() == 6);
    // What they have is not touched by a launch that touches a part of it, in any way.
    const std::int64_t moves = world.residence.moves();
    REQUIRE(world.launch(block(12, 14), Region{{5, 6, 1}, {10, 20, 1}}, whole, true));
    CHECK(world.residence.moves() == moves);
    // A kernel that looks up nothing needs all that lies between, and then the others may look there.
    const auto plain = world.launch(block(9, 27), block(10, 25), whole, false);
    REQUIRE(plain);
    CHECK(plain->front().moved == nullptr);
    const auto again = world.launch(block(9, 27), block(10, 25), whole, true);
    CHECK((again && again->front().moved == nullptr));
    CHECK(world.residence.volume().to_device == (rows - 2) * 18 * 4);
}

TEST_CASE("where each launch touches other columns, all of them come to lie there") {
    World world(1 << 20, 64);
    for (std::int64_t k = 0; k < columns; ++k) {
        const Region touched = block(40, 56) | block(k, k + 1);
        REQUIRE(world.launch(touched, block(40, 56), whole, true));
    }
    CHECK(world.residence.moves() <= 8);
    CHECK(world.residence.volume().to_device == (rows - 2) * columns * 4);
}

TEST_CASE("what has been dropped gets a place again when the same launch comes again") {
    for (const bool by_columns : {true, false}) {
        World world(1 << 20, 64);
        const auto part = [&](std::int64_t n) { return by_columns ? block(n, n + 16) : lines(n, n + 100, 50); };
        for (int round = 1; round < 4; ++round)
            for (const std::int64_t n : {0, 40}) {
                each(part(n), [&](std::int64_t at) { world.host[at] = round * 1000 + static_cast<int>(at); });
                world.residence.written_by_host(world.array, part(n)); // on the device it is worth nothing any more
                const auto places = world.launch(part(n), Region(2), whole, true);
                REQUIRE(places);
                each(part(n), [&](std::int64_t at) {
                    REQUIRE(*World::device_element(places->front(), at) == round * 1000 + static_cast<int>(at));
                });
                world.residence.written_by_host(world.array, part(n));
            }
        CHECK(world.residence.volume().peak <= 2 * rows * 128);
    }
}

TEST_CASE("columns that do not fit beside others take their place") {
    World world(rows * 128 + 8192, 64);
    for (std::int64_t k = 0; k < 48; k += 16) {
        auto places = world.launch(block(k, k + 16), block(k, k + 16), whole, true);
        if (!places) {
            world.residence.leave(world.array);
            places = world.launch(block(k, k + 16), block(k, k + 16), whole, true);
        }
        REQUIRE(places);
        each(block(k, k + 16), [&](std::int64_t at) { *World::device_element(places->front(), at) = 5; });
        world.residence.written_by_device(world.array, block(k, k + 16));
    }
    world.residence.leave(world.array);
    each(block(0, 48), [&](std::int64_t at) { REQUIRE(world.host[at] == 5); });
    CHECK(world.host[0] == 0);
}

TEST_CASE("host and device take turns at random, in parts that lie anywhere") {
    std::mt19937 random(17);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 120; ++round) {
        World world(round % 4 == 0 ? elements * 4 + 8192 : 1 << 20, round % 3 == 0 ? 64 : round % 3 == 1 ? 256 : 0);
        world.residence.shared_by(round % 5);
        std::vector<int> truth(elements, 0);
        int next = 1;
        std::vector<std::pair<Region, Region>> before;
        const auto some = [&] {
            const std::int64_t r = below(rows), c = random() % 2 == 0 ? 0 : below(columns);
            const Range along{r, r + 1 + below(rows - r), 1 + below(7)};
            const Range across{c, c == 0 ? columns : c + 1 + below(columns - c), 1};
            return Region{along, across} | lines(below(rows), rows, rows);
        };
        for (int step = 0; step < 50; ++step) {
            if (before.size() < 3 || random() % 2 == 0) { // launches come again
                before.emplace_back(some(), some());
                if (before.size() > 5)
                    before.erase(before.begin());
            }
            const auto [read, write] = before[random() % before.size()];
            if (random() % 3 != 0) {
                const std::int64_t cut = (random() % 2 == 0 ? rows / 3 : below(rows)) * row_bytes;
                const std::vector<Hull> groups = random() % 2 == 0 ? std::vector<Hull>{{0, elements * 4}}
                                                                   : std::vector<Hull>{{0, cut}, {cut, elements * 4}};
                std::optional<std::vector<Residence::Place>> places;
                const bool saves = step % 10 == 7;
                for (int attempt = saves ? 2 : 0; attempt < 4 && !places; ++attempt) {
                    if (attempt > 1)
                        world.residence.leave(world.array);
                    world.residence.may_go_by_host(attempt > 0 || step % 2 == 0);
                    world.residence.may_drop(attempt > 0 || step % 3 == 0);
                    world.residence.save_room(saves || attempt == 3);
                    places = world.launch(read, write, groups, random() % 3 != 0);
                }
                world.residence.save_room(false);
                REQUIRE(places);
                const auto element = [&](std::int64_t at) {
                    return World::device_element((*places)[groups.size() > 1 && at * 4 >= cut ? 1 : 0], at);
                };
                each(
                    read, [&](std::int64_t at) { REQUIRE(*element(at) == truth[static_cast<std::size_t>(at)]); });
                each(write, [&](std::int64_t at) { truth[static_cast<std::size_t>(at)] = *element(at) = next++; });
                world.residence.written_by_device(world.array, write);
            } else {
                world.residence.to_host(world.array, read);
                each(
                    read, [&](std::int64_t at) { REQUIRE(world.host[at] == truth[static_cast<std::size_t>(at)]); });
                each(write, [&](std::int64_t at) { truth[static_cast<std::size_t>(at)] = world.host[at] = next++; });
                world.residence.written_by_host(world.array, write);
            }
        }
        world.residence.leave(world.array);
        REQUIRE(std::equal(truth.begin(), truth.end(), world.host));
        CHECK(static_cast<test::FakeDevice*>(world.residence.device())->buffers() == 0);
    }
}

TEST_CASE("with nothing to spare a launch takes no more than the memory that is said to be needed") {
    std::mt19937 random(23);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 400; ++round) {
        const std::int64_t r = below(rows), c = random() % 2 == 0 ? 0 : below(columns);
        const Range along{r, r + 1 + below(rows - r), 1 + below(50)};
        const Region touched = Region{along, {c, c == 0 ? columns : c + 1 + below(columns - c), 1}} |
                               (random() % 2 == 0 ? lines(below(rows), rows, rows) : Region(2));
        const Region read = random() % 2 == 0 ? touched : Region(2);
        const std::int64_t cut = below(rows) * row_bytes;
        const std::vector<Hull> groups =
            random() % 2 == 0 ? std::vector<Hull>{{0, elements * 4}} : std::vector<Hull>{{0, cut}, {cut, elements * 4}};
        const bool may_page = random() % 2 == 0;
        World world(1 << 20, round % 3 == 0 ? 64 : round % 3 == 1 ? 256 : 0);
        const std::int64_t needed = world.residence.needed_bytes(world.array, touched, groups, may_page);
        world.residence.save_room(true);
        REQUIRE(world.launch(read, touched, groups, may_page));
        INFO("round ", round, ", ", groups.size(), " groups, page ", round % 3, ", may ", may_page);
        CHECK(world.residence.volume().peak <= needed);
    }
}

TEST_CASE("a buffer that grows by much gets the device's share at once, by way of the host where both have no room") {
    for (const std::int64_t bytes : {std::int64_t{1} << 20, elements * 4}) {
        World world(bytes, 0);
        world.residence.shared_by(1);
        for (std::int64_t r = 0; r < rows; r += rows / 10) {
            const Region part = lines(r, r + rows / 10, 1);
            const auto places = world.launch(Region(2), part, whole, true);
            REQUIRE(places);
            each(part, [&](std::int64_t at) { *World::device_element(places->front(), at) = static_cast<int>(at); });
            world.residence.written_by_device(world.array, part);
        }
        CHECK(world.residence.volume().peak <= std::min(bytes, elements * 4 / 10 * 11 + 8 * row_bytes));
        CHECK(world.residence.volume().to_host <= (bytes == elements * 4 ? elements * 4 / 10 : 0));
        CHECK(world.residence.volume().inside <= elements * 4 / 10);
        world.residence.all_to_host(world.array);
        each(lines(0, rows, 1), [&](std::int64_t at) { REQUIRE(world.host[at] == at); });
    }
}

TEST_CASE("of launches in pieces no more travels than has no room") {
    constexpr std::int64_t room = elements * 4 / 4 * 3, steps = 10, pieces = 12, length = rows / pieces;
    World world(room, 0);
    const auto piece = [&](std::int64_t p) { return lines(p * length, (p + 1) * length, 1); };
    const auto around = [&](std::int64_t p) {
        return lines(std::max<std::int64_t>(0, p * length - 1), std::min(rows, (p + 1) * length + 1), 1);
    };
    for (std::int64_t step = 0; step < steps; ++step) {
        Residence::Pieces all{&world.array, lines(0, rows, 1), {}};
        for (std::int64_t p = 0; p < pieces; ++p)
            all.pieces.push_back(around(p));
        REQUIRE(world.residence.begin_pieces({all}));
        for (std::int64_t p = 0; p < pieces; ++p) {
            const std::int64_t here = step % 2 == 0 ? p : pieces - 1 - p;
            const auto places = world.launch(around(here), piece(here), whole, true);
            REQUIRE(places);
            each(piece(here), [&](std::int64_t at) {
                int& element = *World::device_element(places->front(), at);
                REQUIRE(element == step);
                ++element;
            });
            world.residence.written_by_device(world.array, piece(here));
        }
        world.residence.end_pieces();
    }
    CHECK(world.residence.volume().peak <= room);
    const std::int64_t lacking = elements * 4 - room + 4096; // in each step
    CHECK(world.residence.volume().to_device <= elements * 4 + (steps - 1) * lacking);
    CHECK(world.residence.volume().to_host <= steps * lacking);
    world.residence.leave(world.array);
    each(lines(0, rows, 1), [&](std::int64_t at) { REQUIRE(world.host[at] == steps); });
}

TEST_CASE("pieces at random, between launches that need no pieces") {
    std::mt19937 random(29);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 60; ++round) {
        World world(elements * 4 / 2 + 8192, round % 3 == 0 ? 64 : round % 3 == 1 ? 256 : 0);
        std::vector<int> truth(elements, 0);
        int next = 1;
        for (int step = 0; step < 20; ++step) {
            Residence::Pieces all{&world.array, Region(2), {}};
            for (std::int64_t p = 2 + below(20); p > 0; --p) {
                const std::int64_t from = below(rows),
                                   length = 1 + below(std::min<std::int64_t>(rows - from, rows / 6));
                all.pieces.push_back(lines(from, from + length, 1 + below(3)) | lines(below(rows), rows, rows));
                all.all |= all.pieces.back();
            }
            const bool kept = world.residence.begin_pieces({all});
            for (const Region& piece : all.pieces) {
                const std::int64_t cut = below(rows) * row_bytes;
                const std::vector<Hull> groups = random() % 2 == 0 ? std::vector<Hull>{{0, elements * 4}}
                                                                   : std::vector<Hull>{{0, cut}, {cut, elements * 4}};
                world.residence.may_go_by_host(!kept);
                auto places = world.launch(piece, piece, groups, true);
                world.residence.may_go_by_host(true);
                if (!places) {
                    world.residence.leave(world.array);
                    places = world.launch(piece, piece, groups, true);
                }
                REQUIRE(places);
                each(piece, [&](std::int64_t at) {
                    int& element = *World::device_element((*places)[groups.size() > 1 && at * 4 >= cut ? 1 : 0], at);
                    REQUIRE(element == truth[static_cast<std::size_t>(at)]);
                    truth[static_cast<std::size_t>(at)] = element = next++;
                });
                world.residence.written_by_device(world.array, piece);
            }
            world.residence.end_pieces();
        }
        world.residence.leave(world.array);
        REQUIRE(std::equal(truth.begin(), truth.end(), world.host));
        CHECK(static_cast<test::FakeDevice*>(world.residence.device())->buffers() == 0);
    }
}
