// What inspectors note (runtime/touch/inspection.h), against sets of bytes.
#include "runtime/touch/inspection.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace hydra::rt;

namespace {

std::vector<std::pair<std::int64_t, std::int64_t>> spans(const ByteRuns& runs) {
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    for (const ByteSpan& run : runs.list())
        out.emplace_back(run.lo, run.hi);
    return out;
}

std::vector<std::pair<std::int64_t, std::int64_t>> spans(const std::set<std::int64_t>& bytes) {
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    for (const std::int64_t byte : bytes)
        if (!out.empty() && out.back().second == byte)
            ++out.back().second;
        else
            out.emplace_back(byte, byte + 1);
    return out;
}

} // namespace

TEST_CASE("noted runs are the bytes that were touched, however they lie and however many there are") {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        CAPTURE(round);
        const auto up_to = [&](std::int64_t most) {
            return std::uniform_int_distribution<std::int64_t>(0, most)(random);
        };
        const std::int64_t unit = std::int64_t{1} << up_to(4), elem = unit * (1 + up_to(2));
        const std::int64_t places = 1 + up_to(round % 3 == 0 ? 60000 : 4000), touches = up_to(12000);
        const std::int64_t from = -elem * up_to(places); // pointers may stand inside of arrays
        const bool odd = round % 5 == 4;                 // some touches are of parts of elements
        std::set<std::int64_t> bytes;
        ByteRuns runs, more;
        for (std::int64_t t = 0; t < touches; ++t) {
            // At first in a part, then beyond it; mostly one element, at times many.
            const std::int64_t reach = 1 + (t < touches / 2 ? places / 4 : places);
            std::int64_t lo = from + elem * up_to(reach), hi = lo + elem * (up_to(200) == 0 ? up_to(150) : 1);
            if (odd && up_to(30) == 0) {
                lo += up_to(elem);
                hi = lo + 1 + up_to(3 * elem);
            }
            if (hi <= lo)
                continue;
            (t % 7 == 0 ? more : runs).add(lo, hi);
            for (std::int64_t byte = lo; byte < hi; ++byte)
                bytes.insert(byte);
        }
        more.settle();
        runs.add(more);
        runs.settle();
        CHECK(spans(runs) == spans(bytes));
        runs.add(from, from + elem); // what has been settled can be added to
        runs.settle();
        for (std::int64_t byte = from; byte < from + elem; ++byte)
            bytes.insert(byte);
        CHECK(spans(runs) == spans(bytes));
    }
}

TEST_CASE("rows that are touched from end to end are one run each, between others") {
    std::mt19937 random(11);
    ByteRuns runs;
    std::set<std::int64_t> bytes;
    for (int t = 0; t < 5000; ++t) {
        const std::int64_t row = static_cast<std::int64_t>(random() % 3000) * 256;
        const std::int64_t lo = row + (t % 3) * 64, hi = lo + 100;
        runs.add(lo, hi);
        for (std::int64_t byte = lo; byte < hi; ++byte)
            bytes.insert(byte);
    }
    runs.settle();
    CHECK(spans(runs) == spans(bytes));
}

TEST_CASE("ranks meet where they write the same bytes through one slot") {
    hydra_rt_inspection told{};
    const unsigned char found[] = {HYDRA_RT_FOUND_READ, HYDRA_RT_FOUND_WRITE};
    told.found = found;
    hydra_rt_loop loop{};
    loop.slots = 2;
    loop.inspection = &told;
    Inspection inspection(loop, 3, false);
    const auto note = [&](std::size_t rank, std::int64_t lo, std::int64_t hi) {
        inspection.ranks[rank].writes[1].add(lo, hi);
        inspection.ranks[rank].writes[1].settle();
    };
    note(0, 0, 8);
    note(0, 100, 108);
    note(1, 8, 16);
    note(1, 92, 100);
    note(2, 300, 400);
    inspection.ranks[0].reads[0].add(0, 1000);
    inspection.ranks[1].reads[0].add(0, 1000);
    CHECK(!inspection.ranks_meet());
    SUBCASE("a part") { note(2, 15, 17); }
    SUBCASE("all of it") { note(2, 92, 100); }
    SUBCASE("behind others") { note(0, 399, 500); }
    CHECK(inspection.ranks_meet());
}
