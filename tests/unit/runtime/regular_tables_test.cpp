// Tables that are looked at as wholes: their boxes and row_maps, when they are given up, and rows that become one
// allocation.
#include "runtime/touch/regular_tables.h"

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <set>

using namespace hydra::rt;

namespace {

constexpr std::size_t reserve = std::size_t{1} << 32;
constexpr auto written = hydra_rt_footprint::index(HYDRA_RT_WRITE);
constexpr auto read = hydra_rt_footprint::index(HYDRA_RT_READ);

// t[x][k0 - x] is written for lo <= x < hi, and t[x - 1][k0 - x] read.
void front(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    const long len[] = {0};
    hydra_rt_shape(f, 0, sizeof(int), 2, len);
    hydra_rt_skew(f, 0, -1);
    hydra_rt_table(f, 0, 1);
    const long to[] = {lo, hi, 1, k[0], k[0] + 1, 1};
    hydra_rt_rows(f, HYDRA_RT_WRITE, 0, to, 0);
    const long from[] = {lo - 1, hi - 1, 1, k[0] - 1, k[0], 1};
    hydra_rt_rows(f, HYDRA_RT_READ, 0, from, -1);
}

const hydra_rt_slot slots[] = {{"t"}};
hydra_rt_loop loop = {"t.c:1", 0, 1, slots, 1, front, nullptr, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};

struct Fixture {
    Arena arena{reserve};
    Registry registry{arena, 2};
    Tables tables{registry};
    std::uint64_t ids = 0;
    bool joins = true;

    template <class T> T* block(long count) {
        return static_cast<T*>(arena.allocate(static_cast<std::size_t>(count) * sizeof(T)));
    }
    int** rows(long n, long m) {
        int** table = block<int*>(n);
        for (long i = 0; i < n; ++i)
            table[i] = block<int>(m);
        return table;
    }
    const TableView* look(int** table, long d, long lo, long hi) {
        void* pointer = table;
        return tables.look({&loop, &d, lo, hi, &pointer, true, nullptr, true, joins}, ids).view;
    }
    static hydra_rt_footprint described(const TableView& view, long d, long lo, long hi) {
        hydra_rt_footprint footprint(1);
        front(&footprint, &d, lo, hi);
        view.expand(footprint);
        return footprint;
    }
};

std::set<const int*> elements(const TableView& view, const hydra_rt_footprint& footprint, std::size_t kind) {
    std::set<const int*> found;
    for (std::size_t s = view.own; s < footprint.slots.size(); ++s) {
        const hydra_rt_footprint::Slot& slot = footprint.slots[s];
        for (std::size_t at = 0; at < slot.boxes[kind].size(); at += 6) {
            const long* box = slot.boxes[kind].data() + at;
            for (long x = box[0]; x < box[1]; x += box[2])
                for (long y = box[3]; y < box[4]; y += box[5])
                    CHECK(found.insert(static_cast<const int*>(view.pointers[s]) + x * slot.len[0] + y).second);
        }
    }
    return found;
}

} // namespace

TEST_CASE_FIXTURE(Fixture, "rows asked for one by one are one matrix, and a front is a box of it") {
    const long n = 60, m = 40;
    int** table = rows(n, m);
    const TableView* view = look(table, 50, 11, 50);
    REQUIRE(view != nullptr);
    REQUIRE(view->is_regular());
    CHECK(view->groups.size() == 1);
    Allocation* joined = registry.find(table[0]);
    CHECK(joined == registry.find(table[n - 1]));
    CHECK(joined->blocks == static_cast<std::size_t>(n));
    CHECK(view->extents[0].rows == n);
    CHECK(view->extents[0].length == m);
    for (long d = 2; d <= n + m - 2; ++d) {
        const long lo = std::max(1l, d - m + 1), hi = std::min(n, d);
        CHECK(look(table, d, lo, hi) == view);
        const hydra_rt_footprint footprint = described(*view, d, lo, hi);
        CHECK(footprint.slots[0].touches_nothing());
        CHECK(footprint.slots[1].boxes[written].size() == 6);
        CHECK(footprint.slots[1].row_maps[read].front().kind == hydra_rt_footprint::Law::Kind::row);
        CHECK(footprint.slots[1].row_maps[read].front().value == -1);
        std::set<const int*> to, from;
        for (long i = lo; i < hi; ++i) {
            to.insert(table[i] + d - i);
            from.insert(table[i - 1] + d - i);
        }
        CHECK(elements(*view, footprint, written) == to);
        CHECK(elements(*view, footprint, read) == from);
    }
}

TEST_CASE_FIXTURE(Fixture, "a pointer inside of a table, rows counted from 1, and rows that lie in several pieces") {
    const long n = 100, m = 30;
    int** table = rows(n, m);
    int* const apart = block<int>(5000);
    table[40] = apart;
    for (long i = 50; i < n; ++i)
        table[i] -= 1;
    int** inside = table + 7;
    for (const auto& [d, lo, hi] : {std::array{30l, 1l, 29l}, std::array{72l, 45l, 70l}, std::array{60l, 44l, 58l}}) {
        const TableView* view = look(inside, d, lo, hi);
        REQUIRE(view != nullptr);
        CHECK(view->is_regular() == (lo + 7 > 50 || hi + 7 < 40));
        if (!view->is_regular())
            continue;
        const hydra_rt_footprint footprint = described(*view, d, lo, hi);
        std::set<const int*> to;
        for (long i = lo; i < hi; ++i)
            to.insert(inside[i] + d - i);
        CHECK(elements(*view, footprint, written) == to);
    }
}

TEST_CASE_FIXTURE(Fixture, "what leaves a row's block, or meets rows that have changed, is looked at one by one") {
    const long n = 64, m = 20;
    int** table = rows(n, m);
    const TableView* view = look(table, 30, 12, 30);
    REQUIRE(view->is_regular());
    CHECK_FALSE(look(table, 30, 8, 30)->is_regular()); // t[8][22]
    std::swap(table[5], table[6]);
    CHECK(look(table, 30, 12, 30) == view);
    const TableView* changed = look(table, 12, 3, 12);
    CHECK((changed == nullptr || !changed->is_regular()));
    std::swap(table[5], table[6]);
    CHECK(look(table, 12, 3, 12) == view);
}

TEST_CASE_FIXTURE(Fixture, "several tables whose rows lie between each other's") {
    const long n = 40, m = 25;
    int** a = block<int*>(n);
    int** b = block<int*>(n);
    for (long i = 0; i < n; ++i) {
        a[i] = block<int>(m);
        b[i] = block<int>(m);
    }
    const TableView* first = look(a, 30, 6, 30);
    const TableView* second = look(b, 30, 6, 30);
    CHECK(first->is_regular());
    CHECK(second->is_regular());
    CHECK(registry.find(a[0]) == registry.find(b[n - 1]));
    CHECK(elements(*second, described(*second, 30, 6, 30), written).contains(b[10] + 20));
}

TEST_CASE_FIXTURE(Fixture, "rows are not joined where some rank has newer values of one, or there are few") {
    int** few = rows(20, 50);
    CHECK(look(few, 20, 1, 20) != nullptr);
    CHECK(registry.find(few[3])->blocks == 0);
    int** table = rows(50, 70);
    Allocation& newer = *registry.find(table[20]);
    registry.set_state(newer, registry.intern(newer.state->full().after_write(1, newer.shape.whole())));
    const TableView* view = look(table, 40, 1, 40);
    REQUIRE(view != nullptr);
    CHECK_FALSE(view->is_regular());
    CHECK(registry.find(table[3])->blocks == 0);
}

TEST_CASE_FIXTURE(Fixture, "blocks come and go in an allocation of several, which ends with the last of them") {
    const long n = 50, m = 40;
    int** table = rows(n, m);
    REQUIRE(look(table, 40, 8, 40)->is_regular());
    Allocation& joined = *registry.find(table[0]);
    Shape shape = joined.shape;
    registry.set_shape(joined, refined(shape, View{0, 4, {}}),
                       registry.intern(DirState(2, refined(shape, View{0, 4, {}}).whole())));
    registry.set_state(joined, registry.intern(joined.state->full().after_write(1, joined.shape.whole())));
    CHECK(registry.uneven() == 1);
    std::mt19937 random(3);
    for (int step = 0; step < 200; ++step) {
        const auto at = static_cast<std::size_t>(random() % n);
        REQUIRE(arena.release(table[at]));
        registry.forget(table[at]);
        CHECK(joined.blocks == static_cast<std::size_t>(n) - 1);
        int* const fresh = block<int>(m - step % 5);
        registry.hand_out(fresh, (m - step % 5) * sizeof(int));
        CHECK(fresh == table[at]);
        CHECK(joined.blocks == static_cast<std::size_t>(n));
        const std::int64_t place[] = {(reinterpret_cast<char*>(fresh) - joined.base) / 4 + m - 5};
        CHECK(joined.state->full().holders(place).is_all());
    }
    const std::uint64_t gone = registry.gone();
    for (long i = 0; i < n; ++i) {
        CHECK(arena.registered(table[i]));
        arena.release(table[i]);
        registry.forget(table[i]);
    }
    CHECK(registry.gone() > gone);
    CHECK(registry.lookup(table[10]) == nullptr);
    CHECK(registry.uneven() == 0);
}

namespace {

struct Cell {
    double weight;
    int* list;
    double moved;
};

// c[x].list is read for lo <= x < hi, and c[x].list[0] written; with k[0] 1, any of it may be read besides.
void lists(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    constexpr long any = hydra_rt_footprint::all_rows;
    const long len[] = {sizeof(Cell) / sizeof(void*), 0};
    hydra_rt_shape(f, 0, sizeof(int), 3, len);
    hydra_rt_table(f, 0, 2);
    const long first[] = {lo, hi, 1, 1, 2, 1, 0, 1, 1}, all[] = {lo, hi, 1, 1, 2, 1, -any, any, 1};
    hydra_rt_rows(f, HYDRA_RT_WRITE, 0, first, 0);
    if (k[0] == 1)
        hydra_rt_rows(f, HYDRA_RT_MAYREAD, 0, all, 0);
}

hydra_rt_loop over_lists = {"c.c:1", 0, 1, slots, 1, lists, nullptr, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};

struct Cells : Fixture {
    static constexpr long n = 48, m = 9;
    Cell* cells = block<Cell>(n);

    void give_lists() {
        for (long i = 0; i < n; ++i)
            cells[i].list = block<int>(m);
    }
    const TableView* look(long any, long lo, long hi) {
        void* pointer = cells;
        return tables.look({&over_lists, &any, lo, hi, &pointer, true, nullptr, true, joins}, ids).view;
    }
};

} // namespace

TEST_CASE_FIXTURE(Cells, "pointers in structs are a column, and what may be anywhere is whole rows") {
    constexpr auto may_read = hydra_rt_footprint::index(HYDRA_RT_MAYREAD);
    give_lists();
    const TableView* view = look(1, 5, 30);
    REQUIRE(view != nullptr);
    REQUIRE(view->is_regular());
    CHECK(view->columns.size() == 1);
    CHECK(view->entries.empty());
    CHECK(registry.find(cells[0].list) == registry.find(cells[n - 1].list));
    const long any = 1;
    hydra_rt_footprint footprint(1);
    lists(&footprint, &any, 5, 30);
    view->expand(footprint);
    CHECK(footprint.slots[1].boxes[written] == std::vector<long>{5, 30, 1, 0, 1, 1});
    CHECK(footprint.slots[1].boxes[may_read] == std::vector<long>{5, 30, 1, 0, m, 1});
    CHECK(look(1, 0, n) == view);

    Allocation& structs = *registry.find(cells);
    const auto write = [&](long member) { // by rank 1, in all structs
        const long len = sizeof(Cell) / 8;
        const View seen{0, 8, {&len, 1}};
        const Shape shape = refined(structs.shape, seen);
        if (structs.shape != shape)
            registry.set_shape(structs, shape, registry.intern(DirState(2, shape.whole())));
        const std::array<long, 6> bounds{0, n, 1, member, member + 1, 1};
        const Region region = convert(shape, seen, bounds).region;
        registry.set_state(structs, registry.intern(structs.state->full().after_write(1, region)));
    };
    write(2);
    CHECK_FALSE(structs.everywhere);
    CHECK(look(1, 5, 30) == view); // everybody has the pointers still
    write(1);
    CHECK(look(1, 5, 30) == nullptr);
}

TEST_CASE_FIXTURE(Cells,
                  "rows that share a block are not read from end to end, nor those behind which some have gone") {
    int* all = block<int>(n * m);
    for (long i = 0; i < n; ++i)
        cells[i].list = all + i * m;
    REQUIRE(look(0, 5, 30)->is_regular());
    const TableView* from_end_to_end = look(1, 5, 30);
    CHECK((from_end_to_end == nullptr || !from_end_to_end->is_regular()));
    give_lists();
    const TableView* view = look(1, 5, 30);
    REQUIRE(view != nullptr);
    REQUIRE(view->is_regular());
    arena.release(cells[40].list);
    registry.forget(cells[40].list);
    const TableView* again = look(1, 5, 30);
    CHECK((again == nullptr || !again->is_regular() || again->id != view->id));
}

TEST_CASE("which bytes meet a column of pointers") {
    std::mt19937 random(11);
    std::vector<char> memory(4000);
    for (int trial = 0; trial < 20000; ++trial) {
        TableView view;
        std::set<long> taken;
        const long first = random() % 500, step = 9 + random() % 40, count = 1 + random() % 20;
        view.add_entries(memory.data() + first, step, static_cast<std::size_t>(count));
        for (long i = 0; i < count; ++i)
            for (long byte = 0; byte < 8; ++byte)
                taken.insert(first + i * step + byte);
        const long from = random() % 1500, to = from + 1 + random() % 60;
        const auto next = taken.lower_bound(from);
        CHECK(view.meets_entries(memory.data() + from, memory.data() + to) == (next != taken.end() && *next < to));
    }
}
