// Copies, fills and resizes of allocations of random shapes and states, against byte-by-byte lists of holders.
#include "runtime/directory/copied.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace hydra::rt;

namespace {

constexpr int ranks = 3;

// Of each byte, which ranks hold it, as bits.
std::vector<int> holders_of(const Shape& shape, const DirState& state) {
    std::vector<int> holders(static_cast<std::size_t>(shape.bytes), 0);
    for (const DirState::Entry& entry : state.entries())
        for_each_run(entry.region, shape, [&](Run run) {
            for (std::int64_t at = run.offset; at < run.offset + run.bytes; ++at)
                for (int rank = 0; rank < ranks; ++rank)
                    if (entry.holders.contains(rank))
                        holders[static_cast<std::size_t>(at)] |= 1 << rank;
        });
    return holders;
}

struct Array {
    Shape shape;
    DirState state;
};

class Random {
  public:
    std::int64_t pick(std::int64_t lo, std::int64_t hi) {
        return lo + static_cast<std::int64_t>(rng_() % static_cast<unsigned long>(hi - lo + 1));
    }
    // An allocation in which ranks have written, and some have read.
    Array array(std::int64_t bytes) {
        Shape shape = fresh_shape(bytes);
        if (pick(0, 7) == 0)
            return {shape, DirState(ranks, shape.whole())};
        const std::vector<long> rows = pick(0, 1) == 0 ? std::vector<long>{} : std::vector<long>{pick(2, 7)};
        const long elems[] = {4, 8, 8, 8, 12, 24};
        shape = refined(shape, View{0, elems[pick(0, 5)], rows});
        DirState state(ranks, shape.whole());
        for (std::int64_t writes = pick(0, 5); writes > 0; --writes) {
            std::vector<Range> box;
            for (int d = 0; d < shape.dims(); ++d) {
                const std::int64_t length = d == 0 ? shape.units() / shape.stride(0) + 1 : shape.len[0];
                const std::int64_t lo = pick(0, length - 1);
                box.push_back({lo, pick(lo, length), pick(1, 2)});
            }
            const Region region = Region(box) & shape.whole();
            state = state.after_write(static_cast<int>(pick(0, ranks - 1)), region);
            if (pick(0, 1) == 0)
                state = state.after_read(static_cast<int>(pick(0, ranks - 1)), region);
        }
        return {shape, state};
    }

  private:
    std::mt19937_64 rng_{4711};
};

} // namespace

TEST_CASE("a copy hands on who holds what, byte by byte") {
    Random random;
    int described = 0;
    for (int round = 0; round < 4000; ++round) {
        const Array from = random.array(random.pick(8, 300));
        const bool inside = random.pick(0, 3) == 0; // of one allocation
        const Array to = inside ? from : random.array(random.pick(8, 300));
        const std::int64_t step = random.pick(0, 5) == 0 ? 4 : 8;
        const std::int64_t start = random.pick(0, from.shape.bytes / step - 1) * step;
        const std::int64_t target = random.pick(0, to.shape.bytes / step - 1) * step;
        const std::int64_t most = std::min(from.shape.bytes - start, to.shape.bytes - target);
        const std::int64_t bytes = random.pick(0, 3) == 0 ? most : random.pick(1, most);
        std::vector<int> expected = holders_of(to.shape, to.state);
        const std::vector<int> source = holders_of(from.shape, from.state);
        for (std::int64_t i = 0; i < bytes; ++i)
            expected[static_cast<std::size_t>(target + i)] = source[static_cast<std::size_t>(start + i)];
        const auto copied = after_copy({from.shape, from.state, start}, {to.shape, to.state, target}, bytes);
        if (!copied)
            continue;
        ++described;
        REQUIRE(copied->shape.bytes == to.shape.bytes);
        REQUIRE(holders_of(copied->shape, copied->state) == expected);
    }
    CHECK(described > 3900);
}

TEST_CASE("a whole array copied to a fresh one leaves the same shape and state") {
    Random random;
    for (int round = 0; round < 50; ++round) {
        const Array from = random.array(240);
        const Shape fresh = fresh_shape(240);
        const DirState even(ranks, fresh.whole());
        const auto copied = after_copy({from.shape, from.state, 0}, {fresh, even, 0}, 240);
        REQUIRE(copied);
        if (from.state.all_hold(from.shape.whole()))
            continue;
        CHECK(copied->shape == from.shape);
        std::string before, after;
        from.state.serialise(before);
        copied->state.serialise(after);
        CHECK(before == after);
    }
}

TEST_CASE("bytes at an odd distance are not described") {
    const Shape shape = refined(fresh_shape(80), View{0, 8, {}});
    const DirState written = DirState(ranks, shape.whole()).after_write(1, Region{{0, 5, 1}});
    const DirState even(ranks, shape.whole());
    CHECK(!after_copy({shape, written, 0}, {shape, even, 2}, 40));
    CHECK(after_copy({shape, even, 0}, {shape, written, 2}, 40));
}

TEST_CASE("fills belong to all, and a resized block keeps what it had") {
    Random random;
    for (int round = 0; round < 1000; ++round) {
        const Array array = random.array(random.pick(8, 300));
        std::vector<int> expected = holders_of(array.shape, array.state);
        const std::int64_t start = random.pick(0, array.shape.bytes - 1);
        const std::int64_t bytes = random.pick(1, array.shape.bytes - start);
        std::fill_n(expected.begin() + start, bytes, (1 << ranks) - 1);
        const Copied filled = after_fill({array.shape, array.state, start}, bytes);
        REQUIRE(holders_of(filled.shape, filled.state) == expected);

        expected = holders_of(array.shape, array.state);
        const std::int64_t size = random.pick(1, 400);
        const Copied resized = after_resize(array.shape, array.state, size);
        const std::vector<int> after = holders_of(resized.shape, resized.state);
        REQUIRE(resized.shape.bytes == size);
        for (std::size_t i = 0; i < after.size(); ++i) {
            REQUIRE(after[i] != 0);
            if (i < expected.size())
                REQUIRE(after[i] == expected[i]);
            // Behind the old end everybody holds it, unless it completes a unit that somebody wrote.
            else if (i >= static_cast<std::size_t>(array.shape.units() * array.shape.elem))
                REQUIRE(after[i] == (1 << ranks) - 1);
        }
    }
}
