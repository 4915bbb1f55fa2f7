// Sets of numbers, against the standard library's.
#include "runtime/base/numbers.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

using namespace hydra::rt;

TEST_CASE("a set of numbers knows those that it has room for") {
    std::mt19937 rng(3);
    NumberSet numbers(1000);
    std::set<std::uint64_t> known;
    for (int i = 0; i < 5000; ++i) {
        const std::uint64_t number = mixed(hash_seed, rng() % 3000);
        const bool there = known.count(number) != 0;
        CHECK(numbers.insert(number) == !there);
        if (known.size() < 1000)
            known.insert(number);
        CHECK(numbers.size() == known.size());
    }
    NumberSet few(4);
    CHECK(few.insert(0));
    CHECK(!few.insert(0));
}
