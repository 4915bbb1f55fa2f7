// When threads of the only rank may share out a launch: where its pointers lead, by addresses; and what inspectors
// find.
#include "runtime/single/found_answers.h"
#include "runtime/single/independence.h"
#include "runtime/single/object_masks.h"

#include <doctest/doctest.h>

#include <vector>

using namespace hydra::rt;

namespace {

// a[i] = b[i + k[0]], doubles.
void copy_touches(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    hydra_rt_shape(f, 0, 8, 1, nullptr);
    hydra_rt_shape(f, 1, 8, 1, nullptr);
    const long written[] = {lo, hi, 1}, read[] = {lo + k[0], hi + k[0], 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
    hydra_rt_box(f, HYDRA_RT_READ, 1, read);
}

// a[8 * i + k[0]] = b[8 * i + k[1]].
void column_touches(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    const long len[] = {8};
    hydra_rt_shape(f, 0, 8, 2, len);
    hydra_rt_shape(f, 1, 8, 2, len);
    const long written[] = {lo, hi, 1, k[0], k[0] + 1, 1}, read[] = {lo, hi, 1, k[1], k[1] + 1, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
    hydra_rt_box(f, HYDRA_RT_READ, 1, read);
}

// a[i] = b[somewhere in 0 <= x < 2^60].
void somewhere_touches(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 0, 8, 1, nullptr);
    hydra_rt_shape(f, 1, 8, 1, nullptr);
    const long written[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
    hydra_rt_whole(f, HYDRA_RT_MAYREAD, 1);
}

// In b, where idx says, is read; found by an inspector, whose argument is the address.
void found_touches(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 0, 8, 1, nullptr);
    hydra_rt_shape(f, 1, 8, 1, nullptr);
    const long written[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
}
// What inspectors read: a number of the iteration's own, in b or in a.
void index_touches(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 1, 8, 1, nullptr);
    const long read[] = {lo + 200, hi + 200, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 1, read);
}
void written_index_touches(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 0, 8, 1, nullptr);
    const long read[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 0, read);
}
void inspect(void* args, long, long) {
    if (args != nullptr)
        hydra_rt_touch(1, 1, 0, args, 8);
}

struct Arrays {
    std::vector<double> a = std::vector<double>(1000), b = std::vector<double>(1000);
    ObjectTable objects;
    std::vector<TableCells> cells;
    std::vector<hydra_rt_slot> slots = std::vector<hydra_rt_slot>(2);

    Independence ask(hydra_rt_footprint_fn* footprint, void* to, void* from, std::vector<long> keys, bool proved = true,
                     const hydra_rt_inspection* inspection = nullptr, void* args = nullptr) {
        hydra_rt_loop loop{};
        loop.slots = 2;
        loop.slot = slots.data();
        loop.footprint = footprint;
        loop.keys = static_cast<int>(keys.size());
        loop.flags = proved ? HYDRA_RT_INDEPENDENT : 0;
        loop.inspection = inspection;
        void* const pointers[] = {to, from};
        return independence_of({loop, pointers, keys.data(), {0, 100}, args}, objects, {{{0, 50}}, {{50, 100}}}, cells);
    }
};

// a[i][j] = b[i + k[0]][j], 10 doubles a row, both tables.
void row_touches(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    const long len[] = {0};
    for (const int slot : {0, 1}) {
        hydra_rt_shape(f, slot, 8, 2, len);
        hydra_rt_table(f, slot, 1);
    }
    const long written[] = {lo, hi, 1, 0, 10, 1}, read[] = {lo + k[0], hi + k[0], 1, 0, 10, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
    hydra_rt_box(f, HYDRA_RT_READ, 1, read);
}

} // namespace

TEST_CASE("boxes that lie apart need no objects; proved loops are proved then") {
    Arrays x;
    CHECK(x.ask(copy_touches, x.a.data(), x.b.data(), {0}) == Independence::proved);
    CHECK(x.ask(copy_touches, x.a.data(), x.b.data(), {0}, false) == Independence::threads);
    CHECK(x.ask(copy_touches, x.a.data(), x.a.data(), {100}) == Independence::proved);
}

TEST_CASE("where pointers lead to the same bytes, threads must not meet") {
    Arrays x;
    CHECK(x.ask(copy_touches, x.a.data(), x.a.data(), {0}) == Independence::threads); // each its own
    CHECK(x.ask(copy_touches, x.a.data(), x.a.data(), {1}) == Independence::none);    // iteration 49 reads 50
    CHECK(x.ask(copy_touches, x.a.data() + 1, x.a.data(), {0}) == Independence::none);
    CHECK(x.ask(copy_touches, x.a.data() + 1, x.a.data(), {1}) == Independence::threads);
}

TEST_CASE("columns of the same rows lie apart, unless they are of other rows") {
    Arrays x;
    CHECK(x.ask(column_touches, x.a.data(), x.a.data(), {2, 5}) == Independence::threads);
    CHECK(x.ask(column_touches, x.a.data() + 8, x.a.data(), {2, 2}) == Independence::none);
}

TEST_CASE("an array of which anything may be read is the object that begins at the pointer") {
    Arrays x;
    CHECK(x.ask(somewhere_touches, x.a.data(), x.b.data(), {}) == Independence::none);
    x.objects.note(x.b.data(), 8000);
    CHECK(x.ask(somewhere_touches, x.a.data(), x.b.data(), {}) == Independence::proved);
    CHECK(x.ask(somewhere_touches, x.a.data(), x.b.data() + 1, {}) == Independence::none); // perhaps one of before it
    CHECK(x.ask(somewhere_touches, x.b.data() + 200, x.b.data(), {}) == Independence::none);
    CHECK(x.objects.forget(x.b.data()) == 8000);
    CHECK(x.objects.gone() == 1);
    CHECK(x.ask(somewhere_touches, x.a.data(), x.b.data(), {}) == Independence::none);
}

TEST_CASE("what was proved once is proved again where each pointer leads to the begin of an object of its own") {
    Arrays x;
    hydra_rt_loop loop{};
    loop.slots = 2;
    loop.watches = 1;
    double alone = 0;
    const auto holds = [&](void* to, void* from, void* cell) {
        void* const pointers[] = {to, from, cell};
        return lead_to_own_objects({loop, pointers, nullptr, {0, 100}, nullptr}, x.objects);
    };
    x.objects.note(x.a.data(), 8000);
    CHECK(!holds(x.a.data(), x.b.data(), &alone));
    x.objects.note(x.b.data(), 8000);
    CHECK(holds(x.a.data(), x.b.data(), &alone));
    CHECK(holds(x.b.data(), x.a.data(), &alone));
    CHECK(!holds(x.a.data(), x.a.data(), &alone));
    CHECK(!holds(x.a.data(), x.b.data() + 1, &alone));
    CHECK(!holds(x.a.data(), x.b.data(), &x.b[7])); // it might be written
    CHECK(!holds(x.a.data(), nullptr, &alone));
}

TEST_CASE("where data tell what is read, a first address tells the object") {
    Arrays x;
    hydra_rt_inspector_fn* const inspectors[] = {inspect};
    const unsigned char found[] = {0, HYDRA_RT_FOUND_READ};
    const hydra_rt_inspection inspection = {1, inspectors, found, index_touches, 0, 0, 0};
    const auto ask = [&](void* from, void* touched) {
        return x.ask(found_touches, x.a.data(), from, {}, true, &inspection, touched);
    };
    CHECK(ask(x.b.data(), x.b.data() + 3) == Independence::none); // nobody knows how far either goes
    x.objects.note(x.a.data(), 8000);
    CHECK(ask(x.b.data(), x.b.data() + 3) == Independence::proved);
    CHECK(ask(x.b.data(), nullptr) == Independence::none); // nothing is touched at first
    // Counted from before its begin: the pointer itself may lie in any object.
    CHECK(ask(x.b.data() - 1, x.a.data() + 900) == Independence::none);
    // What decides where they read is written by the loop: no inspector may run, unless each iteration writes its own
    // afterwards.
    const hydra_rt_inspection goes_astray = {1, inspectors, found, written_index_touches, 0, 0, 0};
    CHECK(x.ask(found_touches, x.a.data(), x.b.data(), {}, true, &goes_astray, x.b.data()) == Independence::none);
    const unsigned char own[] = {HYDRA_RT_FOUND_OWN, HYDRA_RT_FOUND_READ};
    const hydra_rt_inspection before = {1, inspectors, own, written_index_touches, 0, 0, 0};
    CHECK(x.ask(found_touches, x.a.data(), x.b.data(), {}, true, &before, x.b.data()) == Independence::proved);
    const unsigned char staged[] = {0, HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_INDEX};
    const hydra_rt_inspection two = {1, inspectors, staged, index_touches, 0, 0, 0};
    CHECK(x.ask(found_touches, x.a.data(), x.b.data(), {}, true, &two, x.b.data()) == Independence::none);
    x.objects.note(x.b.data(), 8000);
    CHECK(x.ask(found_touches, x.a.data(), x.b.data(), {}, true, &two, x.b.data()) == Independence::proved);
    const unsigned char written[] = {0, HYDRA_RT_FOUND_WRITE};
    const hydra_rt_inspection writes = {1, inspectors, written, index_touches, 0, 0, 0};
    CHECK(x.ask(found_touches, x.a.data(), x.b.data(), {}, true, &writes, x.b.data()) == Independence::none);
}

TEST_CASE("rows behind tables of pointers must not be those of another thread") {
    Arrays x;
    std::vector<double> memory(2000);
    std::vector<double*> to(101), from(101);
    for (std::size_t i = 0; i < to.size(); ++i)
        from[i] = memory.data() + 1000 + 9 * i; // rows that overlap are only read
    for (std::size_t i = 0; i < 100; ++i)
        to[i] = memory.data() + 10 * (99 - i);                                      // in another order
    CHECK(x.ask(row_touches, to.data(), from.data(), {0}) == Independence::proved); // all rows lie apart
    CHECK(x.cells.size() == 2);
    CHECK(x.cells[0].are_as_they_were());
    CHECK(x.ask(row_touches, to.data(), from.data(), {0}, false) == Independence::none); // nothing else is known
    CHECK(x.ask(row_touches, to.data(), to.data(), {0}) == Independence::threads);       // each thread's own
    CHECK(x.ask(row_touches, to.data(), to.data(), {1}) == Independence::none);
    std::swap(to[3], to[70]); // still each row once
    CHECK(!x.cells[0].are_as_they_were());
    CHECK(x.ask(row_touches, to.data(), from.data(), {0}) == Independence::proved);
    to[3] = to[99] + 1; // within a row of the other thread's
    CHECK(x.ask(row_touches, to.data(), from.data(), {0}) == Independence::none);
    to[3] = to[4]; // one of its own
    CHECK(x.ask(row_touches, to.data(), from.data(), {0}) == Independence::threads);
    from[20] = to[60];
    CHECK(x.ask(row_touches, to.data(), from.data(), {0}) == Independence::none);
}

namespace {

// a[where[i]] = b[i]: where[] are the numbers in x.where.
struct Scatter {
    std::vector<double> a = std::vector<double>(1000), b = std::vector<double>(1000);
    std::vector<int> where = std::vector<int>(100);
    ObjectTable objects;
    std::vector<Content> decided_by;
    void* pointers[3] = {a.data(), b.data(), where.data()};
    static Scatter* now;

    Scatter() {
        now = this;
        for (std::size_t i = 0; i < where.size(); ++i)
            where[i] = static_cast<int>(i * 7 % 100 + 3);
        objects.note(a.data(), 8000);
    }
    static void touches(hydra_rt_footprint* f, const long*, long lo, long hi) {
        for (const int slot : {0, 1})
            hydra_rt_shape(f, slot, 8, 1, nullptr);
        hydra_rt_shape(f, 2, 4, 1, nullptr);
        const long own[] = {lo, hi, 1};
        hydra_rt_box(f, HYDRA_RT_READ, 1, own);
        hydra_rt_box(f, HYDRA_RT_READ, 2, own);
    }
    static void indexes(hydra_rt_footprint* f, const long*, long lo, long hi) {
        hydra_rt_shape(f, 2, 4, 1, nullptr);
        const long own[] = {lo, hi, 1};
        hydra_rt_box(f, HYDRA_RT_READ, 2, own);
    }
    static void inspect(void*, long lo, long hi) {
        static const int slots[] = {0};
        for (long i = lo; i < hi; ++i) {
            const void* const at[] = {&now->a[static_cast<std::size_t>(now->where[static_cast<std::size_t>(i)])]};
            if (i % 2 == 0)
                hydra_rt_touch_alike(1, slots, at, 0, 1, 8);
            else
                hydra_rt_touch(0, 0, 1, at[0], 8);
        }
    }
    std::optional<Independence> ask(std::int64_t most = 1000) {
        static hydra_rt_inspector_fn* const inspectors[] = {inspect};
        static const unsigned char found[] = {HYDRA_RT_FOUND_WRITE, 0, 0};
        static const hydra_rt_inspection inspection = {1, inspectors, found, indexes, 0, 0, 0};
        loop.slots = 3;
        loop.footprint = touches;
        loop.inspection = &inspection;
        decided_by.clear();
        return found_independence(
            launch(), objects, {{{0, 50}}, {{50, 100}}}, [&](std::int64_t done) { return done <= most; }, decided_by);
    }
    hydra_rt_loop loop{};
    SingleLaunch launch() { return {loop, pointers, nullptr, {0, 100}, nullptr}; }
};
Scatter* Scatter::now = nullptr;

} // namespace

TEST_CASE("where inspectors find what is written, threads must not meet in it") {
    Scatter x;
    CHECK(x.ask() == Independence::threads);
    CHECK(!x.ask(20).has_value()); // no time
    x.where[70] = x.where[7];
    CHECK(x.ask() == Independence::none);
    x.where[70] = x.where[71]; // twice by one thread
    CHECK(x.ask() == Independence::threads);
    x.pointers[1] = x.a.data() + 900; // read, where nobody writes
    CHECK(x.ask() == Independence::threads);
    x.pointers[1] = x.a.data() + 3;
    CHECK(x.ask() == Independence::none);
    x.pointers[1] = x.b.data();
    x.pointers[2] = x.a.data() + 500; // what decides may be written
    CHECK(x.ask() == Independence::none);
    x.pointers[2] = x.where.data();
    x.objects.forget(x.a.data()); // nobody knows how far the array goes
    CHECK(x.ask() == Independence::none);
}

TEST_CASE("what has been found holds until what decided it changes") {
    Scatter x;
    FoundAnswers answers;
    const auto first = x.ask();
    CHECK(!answers.known(x.launch(), 0));
    answers.remember(x.launch(), 0, *first, x.decided_by);
    CHECK(answers.known(x.launch(), 0) == Independence::threads);
    CHECK(!answers.known(x.launch(), 1)); // an object has gone
    std::swap(x.where[4], x.where[5]);
    CHECK(!answers.known(x.launch(), 0));
    std::swap(x.where[4], x.where[5]);
    CHECK(answers.known(x.launch(), 0) == Independence::threads);
    std::swap(x.pointers[0], x.pointers[1]);
    CHECK(!answers.known(x.launch(), 0));
}

TEST_CASE("inspectors are asked when threads have forgone as much, and twice as much where that was in vain") {
    FoundAnswers answers;
    CHECK(answers.allowance(1.0, 100) > 0);
    answers.has_asked(2.0, 0, 100, true); // twice what threads save in a launch
    CHECK(answers.allowance(1.0, 100) == 0);
    CHECK(answers.allowance(1.0, 100) > 0);
    answers.has_asked(2.0, 0, 100, true); // the answer before was of no use
    int launches = 1;
    while (answers.allowance(1.0, 100) == 0)
        ++launches;
    CHECK(launches == 4);
    answers.has_asked(0.1, 0, 100, true);
    CHECK(answers.allowance(1.0, 100) > 0); // it pays for itself at once
}

TEST_CASE("a cell that the bound reads must lie apart from what the loop writes, proved or not") {
    Arrays x;
    static const hydra_rt_watch bound[] = {{"*n", 8, 1}};
    hydra_rt_loop loop{};
    loop.slots = 2;
    loop.footprint = copy_touches;
    loop.keys = 1;
    loop.watches = 1;
    loop.watch = bound;
    const long key = 0;
    double elsewhere = 0;
    const auto ask = [&](void* cell) {
        void* const pointers[] = {x.a.data(), x.b.data(), cell};
        return independence_of({loop, pointers, &key, {0, 100}, nullptr}, x.objects, {{{0, 50}}, {{50, 100}}}, x.cells);
    };
    for (const unsigned flags : {0U, static_cast<unsigned>(HYDRA_RT_INDEPENDENT)}) {
        loop.flags = flags;
        CHECK(ask(&elsewhere) != Independence::none);
        CHECK(ask(x.a.data() + 70) == Independence::none);
    }
}

TEST_CASE("what is known of slots' objects spares a look") {
    // Tables that nobody knows, whose rows are somewhere.
    Arrays x;
    std::vector<double*> to, from;
    for (int row = 0; row < 110; ++row) {
        to.push_back(x.a.data() + row % 7);
        from.push_back(x.b.data() + row % 5);
    }
    const auto ask = [&](unsigned long apart, int leads, bool proved = true) {
        x.slots[0].apart = apart << 1;
        x.slots[1].apart = apart;
        x.slots[0].leads = x.slots[1].leads = leads;
        return x.ask(row_touches, to.data(), from.data(), {3}, proved);
    };
    CHECK(ask(0, 0) == Independence::none); // rows overlap
    CHECK(ask(1, HYDRA_RT_HELD_ONCE) == Independence::proved);
    CHECK(ask(1, 0) == Independence::none); // rows of one table may be one
    CHECK(ask(1, HYDRA_RT_HELD_ONCE, false) == Independence::none);
    // The same objects, behind tables that are different ones.
    CHECK(ask(0, HYDRA_RT_HELD_ONCE) == Independence::none);
    CHECK(ask(0, HYDRA_RT_HELD_ONCE | HYDRA_RT_BEGINS) == Independence::proved);
    from = to;
    CHECK(x.ask(row_touches, to.data(), to.data(), {3}) == Independence::none);
}

namespace {

// a[i][j] = row[j], 10 doubles a row of a table; the other slot is a row itself.
void one_row_touches(hydra_rt_footprint* f, const long*, long lo, long hi) {
    const long len[] = {0};
    hydra_rt_shape(f, 0, 8, 2, len);
    hydra_rt_table(f, 0, 1);
    hydra_rt_shape(f, 1, 8, 1, nullptr);
    const long written[] = {lo, hi, 1, 0, 10, 1}, read[] = {0, 10, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
    hydra_rt_box(f, HYDRA_RT_READ, 1, read);
}

} // namespace

TEST_CASE("a row that is none of those that the loop writes") {
    Arrays x;
    std::vector<std::vector<double>> rows(101, std::vector<double>(10));
    std::vector<double*> table;
    for (std::vector<double>& row : rows)
        table.push_back(row.data());
    x.slots[0].leads = HYDRA_RT_BEGINS | HYDRA_RT_HELD_ONCE;
    x.slots[1].leads = HYDRA_RT_BEGINS;
    CHECK(x.ask(one_row_touches, table.data(), table[100], {}) == Independence::proved);
    CHECK_FALSE(x.cells.empty()); // the answer holds as long as these pointers stay
    x.cells.clear();
    CHECK(x.ask(one_row_touches, table.data(), table[99], {}) == Independence::none);
    x.slots[1].leads = 0; // it may point into a row
    CHECK(x.ask(one_row_touches, table.data(), table[99] + 1, {}) == Independence::none);
}

TEST_CASE("a loop that is apart within rows is asked of each launch whether a box leaves a row") {
    Arrays arrays;
    const auto ask = [&](std::vector<long> keys, unsigned flags) {
        hydra_rt_loop loop{};
        loop.slots = 2;
        loop.slot = arrays.slots.data();
        loop.footprint = column_touches; // rows of 8
        loop.keys = 2;
        loop.flags = flags;
        void* const pointers[] = {arrays.a.data(), arrays.b.data()};
        const SingleLaunch launch{loop, pointers, keys.data(), {0, 100}, nullptr};
        // What is known of one launch is known of others only where the compiler alone has proved it.
        CHECK(addresses_tell(launch) == (flags == HYDRA_RT_INDEPENDENT));
        return independence_of(launch, arrays.objects, {{{0, 50}}, {{50, 100}}}, arrays.cells);
    };
    CHECK(ask({7, 0}, HYDRA_RT_IN_ROWS) == Independence::proved);
    CHECK(ask({7, 8}, HYDRA_RT_IN_ROWS) != Independence::proved);
    CHECK(ask({-1, 0}, HYDRA_RT_IN_ROWS) != Independence::proved);
    CHECK(ask({7, 8}, HYDRA_RT_INDEPENDENT) == Independence::proved);
    CHECK(ask({7, 0}, 0) != Independence::proved);
}

namespace {

// u[i][j] from u[i - 1][j] and u[i + 1][j], every other j: what threads touch of the rows between them overlaps.
void colour_touches(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    const long len[] = {0};
    hydra_rt_shape(f, 0, 8, 2, len);
    hydra_rt_table(f, 0, 1);
    const long written[] = {lo, hi, 1, k[0], 10, 2}, read[] = {lo - 1, hi + 1, 1, 1 - k[0], 10, 2};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
    hydra_rt_box(f, HYDRA_RT_READ, 0, read);
}

// a[i * k[0] + j], 0 <= j < 10.
void flat_touches(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    const long len[] = {k[0]};
    hydra_rt_shape(f, 0, 8, 2, len);
    const long written[] = {lo, hi, 1, 0, 10, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, written);
}

Independence ask_one(hydra_rt_footprint_fn* footprint, void* pointer, long key, unsigned flags) {
    std::vector<hydra_rt_slot> slots(1);
    hydra_rt_loop loop{};
    loop.slots = 1;
    loop.slot = slots.data();
    loop.footprint = footprint;
    loop.keys = 1;
    loop.flags = flags;
    ObjectTable objects;
    std::vector<TableCells> cells;
    return independence_of({loop, &pointer, &key, {1, 99}, nullptr}, objects, {{{1, 50}}, {{50, 99}}}, cells);
}

} // namespace

TEST_CASE("of what is proved but for the pointers in a table, it is enough that cells lead apart") {
    std::vector<double> block(1000);
    std::vector<double*> table;
    for (int i = 0; i < 100; ++i)
        table.push_back(block.data() + 10 * i);
    CHECK(ask_one(colour_touches, table.data(), 0, HYDRA_RT_INDEPENDENT) == Independence::proved);
    CHECK(ask_one(colour_touches, table.data(), 0, 0) == Independence::none);
    table[20] = table[21] + 5; // inside of a thread's share
    CHECK(ask_one(colour_touches, table.data(), 0, HYDRA_RT_INDEPENDENT) == Independence::none);
    table[20] = block.data() + 200;
    table[80] = table[7];
    CHECK(ask_one(colour_touches, table.data(), 0, HYDRA_RT_INDEPENDENT) == Independence::none);
}

TEST_CASE("rows of a length that only the run knows: boxes tell whether subscripts stay inside") {
    std::vector<double> a(2000);
    CHECK(ask_one(flat_touches, a.data(), 10, HYDRA_RT_IN_ROWS) == Independence::proved);
    CHECK(ask_one(flat_touches, a.data(), 17, HYDRA_RT_IN_ROWS) == Independence::proved);
    CHECK(ask_one(flat_touches, a.data(), 9, HYDRA_RT_IN_ROWS) == Independence::none);
    CHECK(ask_one(flat_touches, a.data(), 0, HYDRA_RT_IN_ROWS) == Independence::none);
    CHECK(ask_one(flat_touches, a.data() + 1500, -10, HYDRA_RT_IN_ROWS) ==
          Independence::threads); // they happen not to meet
}
