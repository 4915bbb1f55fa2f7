// Launches along diagonals, planned with rows first and with columns first: each rank receives the same
// bytes, and the same ranks hold them afterwards. (Shapes and conversions by themselves: view_test.cpp.)
#include "runtime/directory/partition.h"
#include "runtime/directory/planner.h"
#include "runtime/directory/skewed_shape.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

using namespace hydra::rt;

namespace {

long below(std::mt19937& rng, long n) { return static_cast<long>(rng() % static_cast<unsigned long>(n)); }

// A square array of doubles in one shape, and who holds what.
struct World {
    Shape shape;
    DirState state;

    // What each rank receives. (Of several holders another one may send it, depending on the order of entries.)
    std::map<int, std::vector<Run>> step(const std::vector<RankAccess>& accesses, std::size_t& findings) {
        LaunchPlan plan = plan_launch(state, accesses);
        findings = plan.findings.size();
        std::map<int, Region> moved;
        for (const Transfer& t : plan.transfers) {
            Region& all = moved.try_emplace(t.to, Region(2)).first->second;
            REQUIRE(!all.intersects(t.region));
            REQUIRE(state.held_by(t.from).contains(t.region));
            all |= t.region;
        }
        std::map<int, std::vector<Run>> bytes;
        for (const auto& [to, region] : moved)
            bytes[to] = runs(region, shape);
        if (plan.findings.empty())
            state = plan.next;
        return bytes;
    }
    std::map<std::string, std::vector<Run>> holders() const {
        std::map<std::string, std::vector<Run>> out;
        for (const DirState::Entry& e : state.entries())
            out[e.holders.text()] = runs(e.region, shape);
        return out;
    }
};

using Boxes = std::vector<long>;

struct Touched {
    Boxes reads, writes;
};

void add(Boxes& boxes, long row, long column, long rows, long columns, long n) {
    if (row >= 0 && column >= 0 && row + rows <= n && column + columns <= n)
        boxes.insert(boxes.end(), {row, row + rows, 1, column, column + columns, 1});
}

// The iterations `own` of a loop over the rows of the line slope * i + j = front.
Touched along(const std::vector<Interval>& own, long n, long slope, long front) {
    Touched touched;
    const auto line = [&](Boxes& boxes, long down, long right) {
        for (const Interval& part : own)
            for (long i = part.lo; i < part.hi; ++i)
                add(boxes, i + down, front - slope * i + right, 1, 1, n);
    };
    line(touched.writes, 0, 0);
    for (long down = -1; down <= 1; ++down)
        for (long right = -1; right <= 1; ++right)
            if (slope * down + right != 0 || down == 0) // else another rank's
                line(touched.reads, down, right);
    return touched;
}

} // namespace

TEST_CASE("wavefronts move the same in both shapes") {
    std::mt19937 rng(51);
    for (int c = 0; c < 24; ++c) {
        const long n = 8 + below(rng, c % 8 == 0 ? 90 : 30);
        const int ranks = 2 + static_cast<int>(below(rng, 9));
        const long slopes[] = {2, 1, -1, 3};
        const long slope = slopes[below(rng, 4)];
        const long len[] = {n};
        const View view{0, 8, len};
        const Shape rows = refined(fresh_shape(8 * n * n), view);
        const Shape columns = turned(rows, 8 * (n - slope));
        World plain{rows, DirState(ranks, rows.whole())}, other{columns, DirState(ranks, columns.whole())};
        const auto launch = [&](auto touched_by) {
            std::vector<RankAccess> by_rows, by_columns;
            for (int rank = 0; rank < ranks; ++rank) {
                const Touched touched = touched_by(rank);
                const auto region = [&](const Shape& shape, const Boxes& boxes) {
                    const Converted converted = convert_all(shape, view, boxes);
                    REQUIRE(!converted.out_of_bounds);
                    return converted.region;
                };
                by_rows.push_back({rank, region(rows, touched.reads), region(rows, touched.writes), Region(2)});
                by_columns.push_back(
                    {rank, region(columns, touched.reads), region(columns, touched.writes), Region(2)});
            }
            std::size_t found = 0, found_too = 0;
            const auto moved = plain.step(by_rows, found);
            REQUIRE(moved == other.step(by_columns, found_too));
            REQUIRE(found == found_too);
        };
        for (int step = 0; step < 3; ++step) {
            const long least = slope < 0 ? slope * (n - 1) : 0, most = (slope < 0 ? 0 : slope * (n - 1)) + n - 1;
            for (long front = least; front <= most; ++front) {
                long first = 0, last = n - 1; // rows whose column is inside
                while (first < n && (front - slope * first < 0 || front - slope * first >= n))
                    ++first;
                while (last >= first && (front - slope * last < 0 || front - slope * last >= n))
                    --last;
                if (last < first)
                    continue;
                const Partition shares({}, first, last - first + 1, ranks);
                launch([&](int rank) { return along(shares.positions(rank), n, slope, front); });
                if (below(rng, 8) == 0)
                    REQUIRE(plain.holders() == other.holders());
            }
            // All rows, dealt out anew, are read, and sometimes written.
            const bool written = below(rng, 2) == 0;
            const Partition shares({}, 0, n, ranks);
            launch([&](int rank) {
                Touched touched;
                for (const Interval& part : shares.positions(rank))
                    add(touched.reads, part.lo, 0, part.hi - part.lo, n, n);
                if (written)
                    touched.writes = touched.reads;
                return touched;
            });
            REQUIRE(plain.holders() == other.holders());
            const DirState back = other.state.mapped(2, [&](const Region& r) { return reshape(r, columns, rows); });
            std::string expected, got;
            plain.state.serialise(expected);
            back.serialise(got);
            REQUIRE(expected == got);
        }
    }
}

TEST_CASE("rows that iterations touch in columns are what a box of each of them converts to") {
    std::mt19937 rng(83);
    int told = 0, several = 0, refused = 0;
    for (int c = 0; c < 6000; ++c) {
        const long columns = 3 + below(rng, 12), record = 1 + below(rng, 3), rows = 4 + below(rng, 12);
        const std::int64_t elem = std::int64_t{1} << below(rng, 4);
        Shape shape;
        shape.bytes = (columns * record * rows + below(rng, columns * record)) * elem + below(rng, elem);
        shape.elem = elem;
        shape.len = record == 1 ? std::vector<std::int64_t>{columns} : std::vector<std::int64_t>{columns, record};
        shape.fresh = false;
        shape.turned = true;
        std::vector<long> len(shape.len.begin(), shape.len.end());
        View view{elem * below(rng, 2 * columns * record), elem, len};
        if (rng() % 4 == 0 && record > 1) { // whole records, or parts of them that are one
            len.resize(1);
            view = {elem * record * below(rng, columns), elem * record, len};
        }
        if (rng() % 16 == 0)
            ++len[0];
        view.len = len;
        const long lo = below(rng, rows) - 1, hi = lo + 1 + below(rng, rows);
        std::vector<long> box{lo, hi, 1};
        for (const long length : len) {
            const long from = below(rng, length + 3) - 1;
            box.insert(box.end(), {from, from + 1 + below(rng, 3), 1 + below(rng, 8) / 7});
        }
        const long distance = below(rng, 5) - 2;
        const auto found = rows_in_columns(shape, view, box, distance);
        if (!found) {
            ++refused;
            continue;
        }
        REQUIRE(!convert(shape, view, box).out_of_bounds);
        ++told;
        several += found->size() > 1;
        // Some iterations, whatever they are.
        const long begin = lo - distance + below(rng, hi - lo), end = begin + 1 + below(rng, hi - distance - begin);
        std::vector<long> part = box;
        part[0] = begin + distance;
        part[1] = end + distance;
        Region touched(shape.dims());
        for (const RuleRows& of : *found) {
            std::vector<Range> slab = shape.whole().hull();
            slab[1] = {begin + of.shift, end + of.shift, 1};
            touched |= of.region & Region(std::span<const Range>(slab));
        }
        REQUIRE(touched == convert(shape, view, part).region);
    }
    MESSAGE(told << " boxes told by rows, " << several << " of them by two, " << refused << " refused");
    CHECK(told > 1500);
    CHECK(several > 100);
}
