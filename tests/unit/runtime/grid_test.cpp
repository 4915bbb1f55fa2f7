// Shapes of groups of work items, and how rounds of inner loops become work items: only where the arrays lie apart.
#include "tests/unit/runtime/fake_device.h"
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <cstring>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

const GroupLimits limits{.usual = 64, .most = 1024, .along = {1024, 1024, 64}};

Grid grid_of(const Extent& items, std::array<bool, 3> reused = {}) {
    return {.dims = 3, .items = items, .reused = reused};
}

// Row x of `to`: the elements 1 .. 15 become the sum of themselves and of the one before in `from`.
constexpr long row = 16;
struct Rows {
    const long* from;
    long* to;
};
void touches(hydra_rt_footprint* f, const long*, long lo, long hi) {
    const long length[] = {row};
    hydra_rt_shape(f, 0, sizeof(long), 2, length);
    const long read[] = {lo, hi, 1, 0, row - 1, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 0, read);
    hydra_rt_shape(f, 1, sizeof(long), 2, length);
    const long written[] = {lo, hi, 1, 1, row, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 1, written);
    hydra_rt_box(f, HYDRA_RT_WRITE, 1, written);
}
void element(const Rows& rows, long x, long j) { rows.to[x * row + j] += rows.from[x * row + j - 1]; }
void on_host(void* args, long lo, long hi, void* const*, int) {
    for (long x = lo; x < hi; ++x)
        for (long j = 1; j < row; ++j)
            element(*static_cast<Rows*>(args), x, j);
}
void pass_rows(hydra_rt_params* p, const void*) {
    hydra_rt_pass_slot(p, 0);
    hydra_rt_pass_slot(p, 1);
}
void rounds_of_row(const void*, long, long* rounds) { rounds[0] = row - 1; }

const hydra_rt_slot slots[] = {{"from"}, {"to"}};
const unsigned short own_family[] = {0, 1};
const hydra_rt_dealing dealing = {1, 0, {{1, 0}, {0, 0}, {0, 0}}, own_family, rounds_of_row};
const hydra_rt_offload offload = {"rows", nullptr, nullptr, pass_rows, &dealing};

long parts_seen = 0; // by the last launch of this process,
Extent items_seen{}; // which is a rank of its own

// All items, those with high numbers first, so that rounds in the wrong order show.
void on_device(std::span<const Device::Argument> arguments, const Grid& grid) {
    const auto number = [&](std::size_t i) { return *static_cast<const std::int64_t*>(arguments[i].value); };
    const auto pointer = [&](std::size_t i) { return static_cast<char*>(arguments[i].memory) + number(i + 1); };
    const Rows rows{reinterpret_cast<const long*>(pointer(0)), reinterpret_cast<long*>(pointer(2))};
    const long lo = number(4), length = number(5), stride = number(6), count = number(7);
    const long parts = number(8);
    parts_seen = parts;
    items_seen = grid.items;
    for (long n = count; n-- > 0;)
        for (long part = parts; part-- > 0;)
            for (long r = part; r < row - 1; r += parts)
                element(rows, lo + n / length * stride + n % length, 1 + r);
}

// Whether a launch of 5 rows, whose arrays begin at these elements of one block, has so many parts and the right
// result.
bool runs_in(long parts, long from, long to, std::int64_t items_wanted) {
    return on_ranks(
        1, {},
        [=](Runtime& runtime, Arena& arena) {
            constexpr long size = 20 * row, count = 5;
            long* a = static_cast<long*>(arena.allocate(size * sizeof(long)));
            std::vector<long> model(size);
            for (long i = 0; i < size; ++i)
                model[static_cast<std::size_t>(i)] = a[i] = i * i % 17;
            Rows args{a + from, a + to}, on_model{model.data() + from, model.data() + to};
            hydra_rt_loop loop = {"t.c:1", 0, 2, slots, 0, touches, on_host, 0, nullptr, 0, nullptr, 1, 0, 1, nullptr};
            loop.offload = &offload;
            launch(runtime, loop, {a + from, a + to}, {}, 0, count, &args);
            on_host(&on_model, 0, count, nullptr, 0);
            runtime.gather_everything("the end");
            return parts_seen == parts && items_seen == Extent{parts, count, 1} &&
                   std::memcmp(a, model.data(), size * sizeof(long)) == 0;
        },
        [=] {
            return std::make_unique<FakeDevice>(
                1 << 20, std::map<const hydra_rt_offload*, FakeKernel>{{&offload, on_device}}, items_wanted);
        });
}

} // namespace

TEST_CASE("rounds become items where the device wants them and the arrays lie apart") {
    CHECK(runs_in(15, 10 * row, 0, 1000));
    CHECK(runs_in(15, 0, 5 * row, 1000)); // the last row of one before the first of the other
    CHECK(runs_in(8, 10 * row, 0, 4));    // many: two rounds an item
    CHECK(runs_in(8, 10 * row, 0, 1));
    CHECK(runs_in(1, 10 * row, 0, 0)); // a CPU
    CHECK(runs_in(1, 0, 0, 1000));     // each row is a chain
    CHECK(runs_in(1, 1, 0, 1000));
}

TEST_CASE("groups are long along the fastest dimension") {
    CHECK(group_shape({.items = {1000, 1, 1}}, {}, limits) == Extent{64, 1, 1});
    CHECK(group_shape(grid_of({1000, 500, 1}), {}, limits) == Extent{64, 1, 1});
    CHECK(group_shape(grid_of({5, 500, 1}), {}, limits) == Extent{8, 8, 1});
    CHECK(group_shape(grid_of({1, 500, 1}), {}, limits) == Extent{1, 64, 1});
    CHECK(group_shape(grid_of({1, 1, 500}), {}, limits) == Extent{1, 1, 64});
}

TEST_CASE("few items make small groups, so that all units of the device have some") {
    const GroupLimits many{.usual = 128, .most = 1024, .along = {1024, 1024, 64}, .groups = 500};
    CHECK(group_shape({.items = {100000, 1, 1}}, {}, many) == Extent{128, 1, 1});
    CHECK(group_shape({.items = {40000, 1, 1}}, {}, many) == Extent{64, 1, 1});
    CHECK(group_shape({.items = {100, 1, 1}}, {}, many) == Extent{32, 1, 1});
    CHECK(group_shape({.items = {100, 1, 1}}, {.numbers = 1, .shape = {128, 1, 1}}, many) == Extent{128, 1, 1});
}

TEST_CASE("groups are wide where neighbours read the same elements") {
    CHECK(group_shape(grid_of({1000, 500, 1}, {true, true, false}), {}, limits) == Extent{32, 4, 1});
    CHECK(group_shape(grid_of({1000, 500, 100}, {true, true, true}), {}, limits) == Extent{32, 2, 2});
    CHECK(group_shape(grid_of({1000, 500, 100}, {true, false, false}), {}, limits) == Extent{64, 1, 1});
    CHECK(group_shape(grid_of({1000, 1, 1}, {true, true, true}), {}, limits) == Extent{64, 1, 1});
}

TEST_CASE("groups are as wished, inside of the kernel's limits") {
    const GroupWish request{.numbers = 3, .shape = {8, 4, 2}};
    CHECK(group_shape(grid_of({1000, 500, 100}), request, limits) == Extent{8, 4, 2});
    CHECK(group_shape({.dims = 2, .items = {1000, 500, 1}}, request, limits) == Extent{8, 4, 1});
    CHECK(group_shape({.items = {1000, 1, 1}}, request, limits) == Extent{64, 1, 1});
    CHECK(group_shape(grid_of({1000, 500, 100}), request, {.most = 16, .along = {1024, 1024, 64}}) == Extent{8, 2, 1});
    CHECK(group_shape(grid_of({1000, 500, 100}), {.numbers = 1, .shape = {16, 1, 1}}, limits) == Extent{16, 1, 1});
    CHECK(group_shape(grid_of({1000, 500, 1}, {true, true, true}), {.numbers = 1, .shape = {16, 1, 1}}, limits) ==
          Extent{16, 1, 1});
    CHECK(group_shape(grid_of({1000, 500, 100}), {.numbers = 3, .shape = {1, 1, 4096}}, limits) == Extent{1, 1, 64});
}

TEST_CASE("groups cover all items") {
    CHECK(group_counts(grid_of({1000, 500, 1}), {32, 4, 1}) == Extent{32, 125, 1});
    CHECK(group_counts(grid_of({33, 1, 1}), {32, 4, 1}) == Extent{2, 1, 1});
}
