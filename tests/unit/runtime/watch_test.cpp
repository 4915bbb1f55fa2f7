// Watched cells and careful loads: whether written boxes meet some bytes, against a plain enumeration; values at
// addresses that may be anything.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include <sys/mman.h>

#include "runtime/include/hydra_rt.h"
#include "runtime/touch/footprint.h"

namespace {

struct Box {
    std::vector<long> bounds, lengths;
    long elem = 0;

    [[nodiscard]] bool covers(long lo, long hi) const { return row(0, 0, lo, hi); }

  private:
    [[nodiscard]] bool row(std::size_t d, long element, long lo, long hi) const {
        if (d == lengths.size() + 1)
            return element * elem < hi && (element + 1) * elem > lo;
        for (long x = bounds[3 * d]; x < bounds[3 * d + 1]; x += bounds[3 * d + 2])
            if (row(d + 1, (d == 0 ? 0 : element * lengths[d - 1]) + x, lo, hi))
                return true;
        return false;
    }
};

} // namespace

TEST_CASE("written boxes meet exactly the cells that they cover") {
    std::mt19937 random(7);
    const auto number = [&](long from, long to) { return std::uniform_int_distribution<long>(from, to)(random); };
    int met = 0;
    for (int round = 0; round < 4000; ++round) {
        Box box;
        box.elem = number(1, 8);
        const auto dims = static_cast<int>(number(1, 3));
        for (int d = 1; d < dims; ++d)
            box.lengths.push_back(number(1, 6));
        for (int d = 0; d < dims; ++d) {
            const long from = number(-4, 6);
            box.bounds.insert(box.bounds.end(), {from, from + number(1, 7), number(1, 3)});
        }
        hydra_rt_footprint footprint(1);
        hydra_rt_shape(&footprint, 0, box.elem, dims, box.lengths.data());
        hydra_rt_box(&footprint, HYDRA_RT_WRITE, 0, box.bounds.data());
        const long lo = number(-100, 300);
        const long hi = lo + number(1, 8);
        CHECK(footprint.slots[0].writes_meet(lo, hi) == box.covers(lo, hi));
        met += box.covers(lo, hi) ? 1 : 0;
    }
    CHECK(met > 200);
    CHECK(met < 3800);
}

TEST_CASE("what is only read meets no cell") {
    hydra_rt_footprint footprint(1);
    const std::array<long, 3> all{0, 100, 1};
    hydra_rt_shape(&footprint, 0, 8, 1, nullptr);
    hydra_rt_box(&footprint, HYDRA_RT_READ, 0, all.data());
    hydra_rt_whole(&footprint, HYDRA_RT_MAYREAD, 0);
    CHECK(!footprint.slots[0].writes_meet(0, 8));
    CHECK(!footprint.slots[0].writes_whole());
    hydra_rt_whole(&footprint, HYDRA_RT_MAYWRITE, 0);
    CHECK(footprint.slots[0].writes_whole());
}

TEST_CASE("values at addresses where nothing is are null") {
    int own = -5;
    void* pointer = &own;
    const std::array<unsigned char, 4> bytes{250, 251, 252, 253};
    CHECK(hydra_rt_pointer_at(&pointer) == &own);
    CHECK(hydra_rt_integer_at(&own, 4, 0) == -5);
    CHECK(hydra_rt_integer_at(&own, 4, 1) == 4294967291);
    CHECK(hydra_rt_integer_at(bytes.data() + 1, 1, 0) == -5);
    CHECK(hydra_rt_integer_at(bytes.data() + 1, 1, 1) == 251);
    CHECK(hydra_rt_pointer_at(nullptr) == nullptr);
    CHECK(hydra_rt_pointer_at(reinterpret_cast<void*>(std::uintptr_t{24})) == nullptr);
    CHECK(hydra_rt_pointer_at(reinterpret_cast<void*>(~std::uintptr_t{2})) == nullptr);
    CHECK(hydra_rt_pointer_at(reinterpret_cast<void*>(std::uintptr_t{0x5a5a5a5a5a5a5a5a})) == nullptr);
    constexpr std::size_t page = 4096;
    auto* two = static_cast<char*>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(two != MAP_FAILED);
    two[page - 8] = 1;
    REQUIRE(munmap(two + page, page) == 0);
    CHECK(hydra_rt_integer_at(two + page - 8, 8, 0) == 1);
    CHECK(hydra_rt_integer_at(two + page - 4, 8, 0) == 0);
    CHECK(hydra_rt_integer_at(two + page, 4, 0) == 0);
    munmap(two, page);
}
