// The arena against a model: blocks never overlap, hold what was written, start as zero, and are found by any address.
#include "runtime/memory/arena.h"

#include <doctest/doctest.h>

#include <cstring>
#include <random>

using namespace hydra::rt;

namespace {

constexpr std::size_t test_reserve = std::size_t{1} << 32;

struct Held {
    char* base;
    std::size_t bytes;
    char fill;
};

bool all_equal(const char* data, std::size_t bytes, char value) {
    for (std::size_t i = 0; i < bytes; ++i)
        if (data[i] != value)
            return false;
    return true;
}

} // namespace

TEST_CASE("random allocations, resizings and frees keep every block's content") {
    Arena arena(test_reserve);
    std::mt19937 random(7);
    std::vector<Held> held;
    auto size = [&] {
        switch (random() % 4) {
        case 0:
            return static_cast<std::size_t>(random() % 20);
        case 1:
            return static_cast<std::size_t>(random() % 2000);
        case 2:
            return static_cast<std::size_t>(60000 + random() % 10000);
        default:
            return static_cast<std::size_t>(random() % 400000);
        }
    };
    for (int step = 0; step < 4000; ++step) {
        unsigned what = random() % 8;
        if (what < 4 || held.empty()) {
            std::size_t bytes = size();
            char* base = static_cast<char*>(arena.allocate(bytes));
            REQUIRE(base != nullptr);
            REQUIRE(reinterpret_cast<std::uintptr_t>(base) % 16 == 0);
            REQUIRE(all_equal(base, bytes, 0));
            for (const Held& other : held)
                REQUIRE((base + bytes <= other.base || other.base + other.bytes <= base));
            held.push_back({base, bytes, static_cast<char>(1 + random() % 100)});
            std::memset(base, held.back().fill, bytes);
            continue;
        }
        std::size_t chosen = random() % held.size();
        Held& block = held[chosen];
        REQUIRE(all_equal(block.base, block.bytes, block.fill));
        if (block.bytes > 0) {
            auto found = arena.find(block.base + random() % block.bytes);
            REQUIRE(found);
            CHECK(found->base == block.base);
            CHECK(found->bytes == block.bytes);
        }
        if (what < 7) {
            CHECK(arena.release(block.base));
            held[chosen] = held.back();
            held.pop_back();
        } else {
            std::size_t bytes = size() + 1;
            char* moved = static_cast<char*>(arena.resize(block.base, bytes));
            REQUIRE(moved != nullptr);
            std::size_t kept = std::min(bytes, block.bytes);
            REQUIRE(all_equal(moved, kept, block.fill));
            REQUIRE(all_equal(moved + kept, bytes - kept, 0));
            block = {moved, bytes, block.fill};
            std::memset(moved, block.fill, bytes);
        }
    }
}

TEST_CASE("two arenas with the same history hand out the same places") {
    Arena first(test_reserve), second(test_reserve);
    char* first_start = static_cast<char*>(first.allocate(100));
    char* second_start = static_cast<char*>(second.allocate(100));
    std::mt19937 random(3);
    std::vector<std::pair<char*, char*>> held;
    for (int step = 0; step < 1000; ++step) {
        if (random() % 3 != 0 || held.empty()) {
            std::size_t bytes = random() % 200000;
            held.push_back({static_cast<char*>(first.allocate(bytes)), static_cast<char*>(second.allocate(bytes))});
            REQUIRE(held.back().first - first_start == held.back().second - second_start);
        } else {
            auto block = held[random() % held.size()];
            std::erase(held, block);
            first.release(block.first);
            second.release(block.second);
        }
    }
}

TEST_CASE("aligned blocks lie where they were asked for, and leave the room before them to others") {
    Arena arena(test_reserve);
    std::vector<char*> blocks;
    for (std::size_t alignment = 16; alignment <= std::size_t{1} << 24; alignment *= 2) {
        auto* block = static_cast<char*>(arena.allocate(100, alignment));
        REQUIRE(block != nullptr);
        CHECK(reinterpret_cast<std::uintptr_t>(block) % alignment == 0);
        CHECK(all_equal(block, 100, 0));
        for (char* other : blocks)
            CHECK((block + 100 <= other || other + 100 <= block));
        std::memset(block, 1, 100);
        blocks.push_back(block);
    }
    for (char* block : blocks) {
        CHECK(arena.find(block + 99)->base == block);
        CHECK(arena.release(block));
    }
    auto* whole = static_cast<char*>(arena.allocate(test_reserve / 2));
    CHECK(whole != nullptr); // nothing was lost between the blocks
}

TEST_CASE("what is not a block is refused") {
    Arena arena(test_reserve);
    char* small = static_cast<char*>(arena.allocate(100));
    char* large = static_cast<char*>(arena.allocate(1 << 20));
    int local = 0;
    CHECK_FALSE(arena.owns(&local));
    CHECK_FALSE(arena.release(&local));
    CHECK_FALSE(arena.release(small + 16));
    CHECK_FALSE(arena.release(large + 4096));
    CHECK(arena.release(large));
    CHECK_FALSE(arena.release(large));
    CHECK(arena.release(small));
    CHECK_FALSE(arena.release(small));
    CHECK(arena.allocate(std::size_t{1} << 60) == nullptr);
    CHECK(arena.allocate(0) != arena.allocate(0));
}

TEST_CASE("the registry's mark goes with the block") {
    Arena arena(test_reserve);
    for (std::size_t bytes : {std::size_t{40}, std::size_t{1} << 20}) {
        void* block = arena.allocate(bytes);
        CHECK_FALSE(arena.registered(block));
        arena.set_registered(block);
        CHECK(arena.registered(block));
        arena.release(block);
        void* again = arena.allocate(bytes);
        CHECK_FALSE(arena.registered(again));
    }
}

TEST_CASE("blocks with huge pages start as zero again, and keep their content when they move") {
    Arena arena(test_reserve);
    constexpr std::size_t large = std::size_t{9} << 20;
    arena.use_huge_pages(std::size_t{4} << 20, 2 * large);
    char* first = static_cast<char*>(arena.allocate(large));
    std::memset(first, 1, large);
    char* second = static_cast<char*>(arena.allocate(large)); // beyond the limit: ordinary pages
    std::memset(second, 2, large);
    first = static_cast<char*>(arena.resize(first, large + 5000));
    REQUIRE(first != nullptr);
    CHECK(all_equal(first, large, 1));
    CHECK(all_equal(first + large, 5000, 0));
    CHECK(all_equal(second, large, 2));
    CHECK(arena.release(first));
    CHECK(arena.release(second));
    for (const std::size_t bytes : {std::size_t{70000}, large, large + 70000}) {
        char* again = static_cast<char*>(arena.allocate(bytes));
        CHECK(all_equal(again, bytes, 0));
        std::memset(again, 3, bytes);
    }
}

TEST_CASE("rows asked for one by one lie at equal distances, also where others have been before") {
    Arena arena(std::size_t{1} << 40);
    for (const std::size_t bytes : {std::size_t{8}, std::size_t{100}, std::size_t{10000}, std::size_t{80000}}) {
        std::vector<char*> rows;
        for (int round = 0; round < 3; ++round) {
            for (int i = 0; i < 500; ++i) {
                rows.push_back(static_cast<char*>(arena.allocate(bytes)));
                if (i % 7 == 0) // of other sizes
                    arena.allocate(2 * bytes + 300);
            }
            for (std::size_t i = 2; i < rows.size() && bytes < Arena::large_bytes; ++i)
                CHECK(rows[i] - rows[i - 1] == rows[1] - rows[0]);
            for (std::size_t i = 0; i < rows.size(); ++i)
                arena.release(rows[i * 77 % rows.size()]);
            rows.clear();
        }
    }
}

TEST_CASE("the first block of a range") {
    Arena arena(test_reserve);
    std::vector<char*> rows;
    for (int i = 0; i < 100; ++i)
        rows.push_back(static_cast<char*>(arena.allocate(i < 50 ? 3000 : 70000)));
    for (const std::size_t i : {std::size_t{0}, std::size_t{20}, std::size_t{49}, std::size_t{50}, std::size_t{98}}) {
        const std::size_t bytes = i < 50 ? 3000 : 70000;
        CHECK(arena.first_in(rows[i], rows[i] + 1)->base == rows[i]);
        CHECK(arena.first_in(rows[i] + bytes - 1, rows[i] + bytes)->base == rows[i]);
        CHECK(arena.first_in(rows[i] + bytes, rows[i + 1] + 1)->base == rows[i + 1]);
        CHECK_FALSE(arena.first_in(rows[i] + bytes, rows[i] + bytes + Arena::red_zone));
        arena.release(rows[i]);
        CHECK(arena.first_in(rows[i], rows[i + 1] + 1)->base == rows[i + 1]);
    }
}

TEST_CASE("no block crosses an edge of what is closed") {
    Arena arena(std::size_t{1} << 30); // small spans
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        const bool large = round % 2 == 0;
        std::vector<char*> rows;
        for (int i = 0; i < 64; ++i)
            rows.push_back(static_cast<char*>(arena.allocate(large ? 70000 : 4000)));
        const auto slot = static_cast<std::size_t>(rows[1] - rows[0]);
        // In the middle of a block's place, and past the end of the last one's.
        const char* const lo = rows[8] + (round % 3) * slot / 3;
        const char* const hi = rows.back() + slot * 2 - slot / 4;
        for (char* row : rows)
            arena.release(row);
        arena.close(lo, hi);
        std::vector<char*> blocks;
        for (int i = 0; i < 300; ++i) {
            const std::size_t bytes = 1 + random() % (large ? 300000 : 30000);
            char* const block = static_cast<char*>(arena.allocate(bytes));
            REQUIRE(block != nullptr);
            blocks.push_back(block);
            const bool before = block + bytes <= lo, behind = block >= hi;
            const bool inside = block >= lo && block + bytes <= hi;
            CHECK((before || behind || inside));
        }
        arena.open(lo);
        for (char* block : blocks)
            arena.release(block);
    }
}
