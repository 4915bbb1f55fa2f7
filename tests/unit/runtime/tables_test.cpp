// Tables of pointers: which slots stand in for what they lead to, exactly the touched bytes through them, and what is
// remembered. Every expansion is compared with a walk over the table, byte by byte.
#include "runtime/touch/tables.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

using namespace hydra::rt;

namespace {

constexpr std::size_t reserve = std::size_t{1} << 27;

hydra_rt_access how = HYDRA_RT_WRITE; // of the boxes below

void box(hydra_rt_footprint* f, const std::vector<long>& bounds) { hydra_rt_box(f, how, 0, bounds.data()); }

// t[x][j] for lo <= x < hi, k0 <= j < k1.
void rows(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    const long len[] = {0};
    hydra_rt_shape(f, 0, sizeof(double), 2, len);
    hydra_rt_table(f, 0, 1);
    box(f, {lo, hi, 1, k[0], k[1], 1});
}

// t[x][j] for lo <= x < hi, 0 <= j <= x.
void triangle(hydra_rt_footprint* f, const long*, long lo, long hi) {
    const long len[] = {0};
    hydra_rt_shape(f, 0, sizeof(double), 2, len);
    hydra_rt_table(f, 0, 1);
    for (long x = lo; x < hi; ++x)
        box(f, {x, x + 1, 1, 0, x + 1, 1});
}

// t[x][y][j] for lo <= x < hi, 0 <= y < k0, 1 <= j < k1, j += 2: two tables, one behind the other.
void cube(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    const long len[] = {0, 0};
    hydra_rt_shape(f, 0, sizeof(double), 3, len);
    hydra_rt_table(f, 0, 1);
    hydra_rt_table(f, 0, 2);
    box(f, {lo, hi, 1, 0, k[0], 1, 1, k[1], 2});
}

const hydra_rt_slot slots[] = {{"t"}};
hydra_rt_loop loop_of(hydra_rt_footprint_fn* f, int keys) {
    return {"t.c:1", 0, 1, slots, keys, f, nullptr, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};
}

// What the slots that stand in for slot 0 say, as addresses of bytes.
std::set<const char*> bytes_of(const TableView& view, hydra_rt_footprint& footprint) {
    view.expand(footprint);
    CHECK(footprint.slots[0].touches_nothing());
    std::set<const char*> bytes;
    for (std::size_t s = view.own; s < footprint.slots.size(); ++s) {
        const hydra_rt_footprint::Slot& slot = footprint.slots[s];
        const auto width = static_cast<std::size_t>(3 * slot.dims());
        const std::vector<long>& boxes = slot.boxes[hydra_rt_footprint::index(how)];
        for (std::size_t at = 0; at < boxes.size(); at += width) {
            const auto visit = [&](const auto& self, int d, long element) -> void {
                if (d == slot.dims()) {
                    const char* first = static_cast<const char*>(view.pointers[s]) + element * slot.elem;
                    for (long byte = 0; byte < slot.elem; ++byte)
                        CHECK(bytes.insert(first + byte).second);
                    return;
                }
                const long* bound = boxes.data() + at + 3 * d;
                for (long x = bound[0]; x < bound[1]; x += bound[2])
                    self(self, d + 1, (d == 0 ? 0 : element * slot.len[static_cast<std::size_t>(d - 1)]) + x);
            };
            visit(visit, 0, 0);
        }
    }
    return bytes;
}

struct Fixture {
    Arena arena{reserve};
    Registry registry{arena, 2};
    std::uint64_t ids = 0;

    template <class T> T* block(long count) {
        return static_cast<T*>(arena.allocate(static_cast<std::size_t>(count) * sizeof(T)));
    }
    Tables::Outcome look(Tables& tables, hydra_rt_loop& loop, void* table, const long* k, long n) {
        return tables.look({&loop, k, 0, n, &table, true}, ids);
    }
};

hydra_rt_footprint described(const hydra_rt_loop& loop, const long* k, long lo, long hi) {
    hydra_rt_footprint footprint(1);
    loop.footprint(&footprint, k, lo, hi);
    return footprint;
}

} // namespace

TEST_CASE_FIXTURE(Fixture, "rows in one block are the rows of one slot, also where they are in any order") {
    const long n = 20, width = 13;
    const long k[] = {2, 11};
    hydra_rt_loop loop = loop_of(rows, 2);
    auto** table = block<double*>(n);
    auto* data = block<double>(n * width);
    for (long i = 0; i < n; ++i)
        table[i] = data + (i * 7 % n) * width;
    Tables tables(registry);
    const TableView* view = look(tables, loop, table, k, n).view;
    REQUIRE(view != nullptr);
    CHECK(view->groups.size() == 1);
    CHECK(view->groups[0].len == std::vector<long>{width});
    CHECK(view->extents[0].rows == n);
    std::set<const char*> expected;
    for (long i = 3; i < 9; ++i)
        for (const char* at = reinterpret_cast<char*>(table[i] + 2); at < reinterpret_cast<char*>(table[i] + 11); ++at)
            expected.insert(at);
    hydra_rt_footprint part = described(loop, k, 3, 9);
    CHECK(bytes_of(*view, part) == expected);
}

TEST_CASE_FIXTURE(Fixture, "a table in order gives one box") {
    const long n = 50, width = 8;
    const long k[] = {0, width};
    hydra_rt_loop loop = loop_of(rows, 2);
    auto** table = block<double*>(n);
    auto* data = block<double>(n * width);
    for (long i = 0; i < n; ++i)
        table[i] = data + i * width;
    Tables tables(registry);
    const TableView* view = look(tables, loop, table, k, n).view;
    REQUIRE(view != nullptr);
    hydra_rt_footprint part = described(loop, k, 10, 40);
    view->expand(part);
    CHECK(part.slots[1].boxes[hydra_rt_footprint::index(how)] == std::vector<long>{10, 40, 1, 0, width, 1});
}

TEST_CASE_FIXTURE(Fixture, "rows in blocks of their own, ragged, packed, or named twice") {
    const long n = 15;
    hydra_rt_loop loop = loop_of(triangle, 0);
    auto** table = block<double*>(n);
    SUBCASE("blocks") {
        for (long i = 0; i < n; ++i)
            table[i] = block<double>(i + 1);
    }
    SUBCASE("packed") {
        auto* data = block<double>(n * (n + 1) / 2);
        for (long i = 0; i < n; ++i)
            table[i] = data + i * (i + 1) / 2;
    }
    SUBCASE("backwards, half of them in another block") {
        auto* data = block<double>(n * n);
        for (long i = 0; i < n; ++i)
            table[i] = i % 2 == 0 ? data + (n - 1 - i) * n : block<double>(n);
    }
    Tables tables(registry);
    const TableView* view = look(tables, loop, table, nullptr, n).view;
    REQUIRE(view != nullptr);
    std::set<const char*> expected;
    for (long i = 4; i < n; ++i)
        for (auto* at = reinterpret_cast<char*>(table[i]); at < reinterpret_cast<char*>(table[i] + i + 1); ++at)
            expected.insert(at);
    hydra_rt_footprint part = described(loop, nullptr, 4, n);
    CHECK(bytes_of(*view, part) == expected);
}

TEST_CASE_FIXTURE(Fixture, "tables of tables") {
    const long nx = 6, ny = 5, nz = 8;
    const long k[] = {ny, nz};
    hydra_rt_loop loop = loop_of(cube, 2);
    auto*** table = block<double**>(nx);
    auto* data = block<double>(nx * ny * nz);
    for (long x = 0; x < nx; ++x) {
        table[x] = block<double*>(ny);
        for (long y = 0; y < ny; ++y)
            table[x][y] = data + (x * ny + y) * nz;
    }
    Tables tables(registry);
    const TableView* view = look(tables, loop, table, k, nx).view;
    REQUIRE(view != nullptr);
    CHECK(view->groups.size() == 1);
    std::set<const char*> expected;
    for (long x = 1; x < 4; ++x)
        for (long y = 0; y < ny; ++y)
            for (long z = 1; z < nz; z += 2)
                for (std::size_t byte = 0; byte < sizeof(double); ++byte)
                    expected.insert(reinterpret_cast<char*>(&table[x][y][z]) + byte);
    hydra_rt_footprint part = described(loop, k, 1, 4);
    CHECK(bytes_of(*view, part) == expected);
}

TEST_CASE_FIXTURE(Fixture, "rows are named by the entries that lead to them") {
    const long k[] = {3, 4};
    Tables tables(registry);
    SUBCASE("one table, two entries for one row") {
        hydra_rt_loop loop = loop_of(rows, 2);
        auto** table = block<double*>(5);
        for (const int row : {4, 2, 0, 1})
            table[row] = block<double>(4);
        table[3] = table[1];
        hydra_rt_footprint whole = described(loop, k, 0, 5);
        const auto names = look(tables, loop, table, k, 5).view->row_names(0, whole.slots[0]);
        REQUIRE(names.size() == 4);
        for (const auto& [row, name] : names)
            CHECK(row == reinterpret_cast<char*>(table[name[1] - '0']));
        CHECK(std::none_of(names.begin(), names.end(), [](const auto& each) { return each.second == "[3]"; }));
    }
    SUBCASE("tables of tables") {
        hydra_rt_loop loop = loop_of(cube, 2);
        auto*** table = block<double**>(2);
        for (long x = 0; x < 2; ++x) {
            table[x] = block<double*>(3);
            for (long y = 0; y < 3; ++y)
                table[x][y] = block<double>(4);
        }
        hydra_rt_footprint whole = described(loop, k, 0, 2);
        const auto names = look(tables, loop, table, k, 2).view->row_names(0, whole.slots[0]);
        REQUIRE(names.size() == 6);
        for (const auto& [row, name] : names)
            CHECK(row == reinterpret_cast<char*>(table[name[1] - '0'][name[4] - '0']));
    }
}

TEST_CASE_FIXTURE(Fixture, "a view is kept while the pointers are the same, and found again when they come back") {
    const long n = 8;
    const long k[] = {0, 4};
    hydra_rt_loop loop = loop_of(rows, 2);
    auto** table = block<double*>(n);
    for (long i = 0; i < n; ++i)
        table[i] = block<double>(4);
    Tables tables(registry);
    const std::uint64_t first = look(tables, loop, table, k, n).view->id;
    CHECK(look(tables, loop, table, k, n).view->id == first);
    std::swap(table[0], table[1]);
    const std::uint64_t second = look(tables, loop, table, k, n).view->id;
    CHECK(second != first);
    std::swap(table[0], table[1]);
    CHECK(look(tables, loop, table, k, n).view->id == first);
    arena.release(table[3]);
    registry.forget(table[3]);
    table[3] = block<double>(4);
    CHECK(look(tables, loop, table, k, n).view->id != first);
}

TEST_CASE_FIXTURE(Fixture, "tables that no rank may look at") {
    const long n = 8;
    const long k[] = {0, 4};
    hydra_rt_loop loop = loop_of(rows, 2);
    Tables tables(registry);
    static double* foreign[n]; // that nobody has told of
    auto* data = block<double>(n * 4);
    for (long i = 0; i < n; ++i)
        foreign[i] = data + i * 4;
    CHECK(look(tables, loop, foreign, k, n).view != nullptr); // the launch is about to follow them
    how = HYDRA_RT_MAYWRITE;
    const long may[] = {0, 3};
    CHECK(look(tables, loop, foreign, may, n).unknown == 0);
    how = HYDRA_RT_WRITE;

    auto** table = block<double*>(n);
    for (long i = 0; i < n; ++i)
        table[i] = data + i * 4;
    Allocation* known = registry.find(table);
    registry.set_state(*known, registry.intern(known->state->full().after_write(1, known->shape.whole())));
    CHECK(look(tables, loop, table, k, n).stale == known);
}

namespace {

// t[x][a][b] of short, rows of 5 behind the pointer: the box in k, for lo <= x < hi.
void small_matrices(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    const long len[] = {0, 5};
    hydra_rt_shape(f, 0, sizeof(short), 3, len);
    hydra_rt_table(f, 0, 1);
    box(f, {lo, hi, 1, k[0], k[1], k[2], k[3], k[4], k[5]});
}

} // namespace

TEST_CASE_FIXTURE(Fixture, "many rows in no order, close to one another, are pieces of one array") {
    std::mt19937 random(5);
    const auto up_to = [&](long most) { return static_cast<long>(random() % static_cast<unsigned long>(most)); };
    constexpr long any = hydra_rt_footprint::all_rows;
    for (int trial = 0; trial < 60; ++trial) {
        const long n = 160;
        short** table = block<short*>(n);
        std::vector<std::pair<short**, long>> order;
        for (long x = 0; x < n; ++x)
            order.emplace_back(table + x, up_to(2) == 0 ? 10 + up_to(6) : 26 + up_to(6));
        std::shuffle(order.begin(), order.end(), random);
        for (const auto& [entry, count] : order)
            *entry = up_to(9) == 0 && trial % 2 == 1 ? nullptr : block<short>(count);
        const bool anywhere = trial % 2 == 1, whole = trial % 3 == 0;
        how = anywhere ? HYDRA_RT_MAYREAD : HYDRA_RT_WRITE;
        const long b0 = up_to(5), b1 = b0 + 1 + up_to(5 - b0);
        const long k[] = {anywhere ? -any : up_to(2),
                          anywhere ? any : 2,
                          1 + up_to(2) * (anywhere ? 0 : 1),
                          whole ? 0 : b0,
                          whole ? 5 : b1,
                          whole ? 1 : 1 + up_to(3)};
        hydra_rt_loop loop = loop_of(small_matrices, 6);
        Tables tables(registry);
        void* pointer = table;
        const TableView* view = tables.look({&loop, k, 0, n, &pointer, true, nullptr, false, true}, ids).view;
        REQUIRE(view != nullptr);
        REQUIRE(view->groups.size() <= 2); // by the size of blocks
        hydra_rt_footprint footprint = described(loop, k, 0, n);
        std::set<const char*> expected;
        for (long x = 0; x < n; ++x) {
            if (table[x] == nullptr)
                continue;
            const Block own = arena.find(table[x]).value();
            for (long a = anywhere ? 0 : k[0]; a < (anywhere ? 40 : k[1]); a += k[2])
                for (long b = k[3]; b < k[4]; b += k[5])
                    for (long byte = 0; byte < 2; ++byte)
                        if (const char* at = reinterpret_cast<const char*>(table[x] + a * 5 + b) + byte;
                            at < own.base + own.bytes)
                            expected.insert(at);
        }
        CHECK(bytes_of(*view, footprint) == expected);
        how = HYDRA_RT_WRITE;
        for (const auto& [entry, count] : order) {
            if (*entry == nullptr)
                continue;
            arena.release(*entry);
            registry.forget(*entry);
        }
        arena.release(table);
        registry.forget(table);
    }
}

TEST_CASE_FIXTURE(Fixture, "a longer row where another one was is seen in an allocation of several") {
    const long n = 64, k[] = {-hydra_rt_footprint::all_rows, hydra_rt_footprint::all_rows, 1, 0, 5, 1};
    how = HYDRA_RT_MAYREAD;
    short** table = block<short*>(n);
    for (long x = 0; x < n; ++x)
        table[x] = block<short>(x % 2 == 0 ? 40 : 37);
    hydra_rt_loop loop = loop_of(small_matrices, 6);
    Tables tables(registry);
    void* pointer = table;
    const Tables::Request request{&loop, k, 0, n, &pointer, true, nullptr, false, true};
    const TableView* view = tables.look(request, ids).view;
    REQUIRE(view != nullptr);
    CHECK(tables.look(request, ids).view == view);
    CHECK(registry.find(table[0])->blocks > 1);
    arena.release(table[21]);
    registry.forget(table[21]);
    CHECK(block<short>(39) == table[21]);
    registry.hand_out(table[21], 39 * sizeof(short));
    const TableView* other = tables.look(request, ids).view;
    REQUIRE(other != nullptr);
    CHECK(other != view);
    hydra_rt_footprint footprint = described(loop, k, 0, n);
    const std::set<const char*> bytes = bytes_of(*other, footprint);
    CHECK(bytes.contains(reinterpret_cast<const char*>(table[21] + 38)));
    how = HYDRA_RT_WRITE;
}
