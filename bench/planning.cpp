// What planning costs one rank of P, for P from 10^2 to 10^6, with no other rank there: the runtime itself, on a
// transport that reaches nobody. Six programs, their footprints as hydracc writes them: jacobi (two halos), a periodic
// stencil (the ends are neighbours), floyd (one row to all, a new plan each step), lu (the same, rows block-cyclic and
// ever fewer); jacobi where the program says a grid or a quadtree. Arrays are never touched.
//
//     bench_planning [PROGRAM [RANKS [ROWS]]]        PROGRAM: jacobi, periodic, floyd, lu, grid, quadtree, or all;
//     RANKS: so many only (else 4, and 100 to 1,000,000, as
//     long as a plan takes less than 0.1 s); ROWS: of each rank (else 4)
//
// "first" is the time in which a plan is made, the median over the launches that make one (the very first ones left
// out: they also choose shapes); "lookup" is a launch's begin with a plan that is there, the median too; MB is what the
// process has grown by.
#include "runtime/include/hydra.h"
#include "runtime/launch/runtime.h"
#include "runtime/plan/said_layouts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <malloc.h>

namespace hydra::rt {
namespace {

constexpr long usual_columns = 1000, of_box = 8;
long columns = usual_columns;

class Nobody final : public Transport {
  public:
    Nobody(int rank, int ranks) : Transport(rank, ranks) {}
    void receive(int, void*, std::size_t) override {}
    void send(int, const void*, std::size_t) override {}
    void wait() override {}
    void progress() override {}
    [[noreturn]] void abort(int status) override { std::exit(status); }
    void finish() override {}
    std::string name() const override { return "nobody"; }
};

using Footprint = hydra_rt_footprint;

void shape(Footprint* f, int slot) { hydra_rt_shape(f, slot, sizeof(double), 2, &columns); }

// Of iterations whose row is theirs plus `distance`.
void rows(Footprint* f, hydra_rt_access how, int slot, long from, long to, long left, long right, long distance) {
    const long bounds[] = {from, to, 1, left, right, 1};
    hydra_rt_rows(f, how, slot, bounds, distance);
}

// Of any so many iterations.
void each(Footprint* f, hydra_rt_access how, int slot, long from, long to, long left, long right, long enough) {
    const long bounds[] = {from, to, 1, left, right, 1};
    hydra_rt_each(f, how, slot, bounds, enough);
}

// to[i][j] from the four neighbours of from[i][j]
void jacobi_touches(Footprint* f, const long*, long lo, long hi) {
    shape(f, 0);
    shape(f, 1);
    rows(f, HYDRA_RT_READ, 0, lo - 1, hi - 1, 1, columns - 1, -1);
    rows(f, HYDRA_RT_READ, 0, lo + 1, hi + 1, 1, columns - 1, 1);
    rows(f, HYDRA_RT_READ, 0, lo, hi, 0, columns - 2, 0);
    rows(f, HYDRA_RT_READ, 0, lo, hi, 2, columns, 0);
    rows(f, HYDRA_RT_WRITE, 1, lo, hi, 1, columns - 1, 0);
}

// The same of the rounds from <= j < to, which stand behind the keys.
void jacobi_box_touches(Footprint* f, const long* k, long lo, long hi) {
    const long from = std::max(1L, k[1]), to = std::min(columns - 1, k[2]);
    shape(f, 0);
    shape(f, 1);
    rows(f, HYDRA_RT_READ, 0, lo - 1, hi - 1, from, to, -1);
    rows(f, HYDRA_RT_READ, 0, lo + 1, hi + 1, from, to, 1);
    rows(f, HYDRA_RT_READ, 0, lo, hi, from - 1, to - 1, 0);
    rows(f, HYDRA_RT_READ, 0, lo, hi, from + 1, to + 1, 0);
    rows(f, HYDRA_RT_WRITE, 1, lo, hi, from, to, 0);
}

// to[i][j] from from[(i + n - 1) % n][j] and from[(i + 1) % n][j]
void periodic_touches(Footprint* f, const long* k, long lo, long hi) {
    const long n = k[0];
    shape(f, 0);
    shape(f, 1);
    if (lo == 0)
        rows(f, HYDRA_RT_READ, 0, n - 1, n, 0, columns, n - 1);
    if (hi >= 2)
        rows(f, HYDRA_RT_READ, 0, lo == 0 ? 0 : lo - 1, hi - 1, 0, columns, -1);
    if (n >= lo + 2)
        rows(f, HYDRA_RT_READ, 0, lo + 1, n >= hi + 2 ? hi + 1 : n, 0, columns, 1);
    if (n == hi)
        rows(f, HYDRA_RT_READ, 0, 0, 1, 0, columns, 1 - n);
    rows(f, HYDRA_RT_WRITE, 1, lo, hi, 0, columns, 0);
}

// if (i != k) d[i][j] from d[i][k] and d[k][j]
void floyd_touches(Footprint* f, const long* keys, long lo, long hi) {
    const long k = keys[0];
    shape(f, 0);
    if (hi >= k + 2 || k >= lo + 1)
        each(f, HYDRA_RT_READ, 0, k, k + 1, 0, columns, 2);
    for (const hydra_rt_access how : {HYDRA_RT_READ, HYDRA_RT_WRITE}) {
        if (hi >= k + 2)
            rows(f, how, 0, lo >= k + 1 ? lo : k + 1, hi, 0, columns, 0);
        if (k >= lo + 1)
            rows(f, how, 0, lo, k >= hi + 1 ? hi : k, 0, columns, 0);
    }
}

// a[i][k] /= a[k][k]; a[i][j] -= a[i][k] * a[k][j] for j > k
void lu_touches(Footprint* f, const long* keys, long lo, long hi) {
    const long k = keys[0];
    shape(f, 0);
    each(f, HYDRA_RT_READ, 0, k, k + 1, k, k + 1, 1);
    rows(f, HYDRA_RT_READ, 0, lo, hi, k, k + 1, 0);
    rows(f, HYDRA_RT_WRITE, 0, lo, hi, k, k + 1, 0);
    each(f, HYDRA_RT_READ, 0, k, k + 1, k + 1, columns, 1);
    rows(f, HYDRA_RT_READ, 0, lo, hi, k + 1, columns, 0);
    rows(f, HYDRA_RT_WRITE, 0, lo, hi, k + 1, columns, 0);
}

void no_kernel(void*, long, long, void* const*, int) {}

struct Program {
    const char* name;
    hydra_rt_footprint_fn* footprint;
    unsigned flags;
    int slots;   // two: their arrays are swapped after each launch
    bool moves;  // the only key is the launch's number: no plan is used again
    long border; // rows at each end that are not computed
    int layout = HYDRA_LAYOUT_BLOCK;
};

constexpr Program programs[] = {
    {"jacobi", jacobi_touches, 0, 2, false, 1},
    {"periodic", periodic_touches, 0, 2, false, 0},
    {"floyd", floyd_touches, 0, 1, true, 0},
    {"lu", lu_touches, HYDRA_RT_IN_TURN | HYDRA_RT_MOVES, 1, true, 0},
    {"grid", jacobi_touches, 0, 2, false, 1, HYDRA_LAYOUT_GRID},
    {"quadtree", jacobi_touches, 0, 2, false, 1, HYDRA_LAYOUT_QUADTREE},
};

double median(std::vector<double> values) {
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Figures {
    double first = 0, lookup = 0, megabytes = 0; // seconds, seconds
    double messages = 0;                         // sent and received in the last launch that made a plan
};

double live_megabytes() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / 1e6;
}

// Time for one rank's launches: plans are made until `patience` is over, at least `least` of them.
Figures measure(const Program& program, int ranks, long rows_a_rank, double patience) {
    const double before = live_megabytes();
    const bool in_boxes = program.layout != HYDRA_LAYOUT_BLOCK;
    columns = in_boxes ? of_box * static_cast<long>(std::ceil(std::sqrt(ranks))) : usual_columns;
    const long n = in_boxes ? columns : rows_a_rank * ranks;
    const int rank = ranks / 2 - 1; // has neighbours on both sides, and rows to the end
    Arena arena;
    RuntimeOptions options;
    options.partition.automatic = true;
    Runtime runtime(std::make_unique<Nobody>(rank, ranks), arena, options);
    std::vector<void*> arrays;
    for (int slot = 0; slot < program.slots; ++slot) {
        void* array = arena.allocate(static_cast<std::size_t>(n) * columns * sizeof(double));
        if (array == nullptr) {
            std::fprintf(stderr, "bench_planning: no address space for %ld rows\n", n);
            std::exit(1);
        }
        arrays.push_back(array);
    }
    const hydra_rt_slot slots[] = {{program.slots == 2 ? "from" : "a", 0}, {"to", 0}};
    hydra_rt_loop loop{};
    loop.at = program.name;
    loop.flags = program.flags;
    loop.slots = program.slots;
    loop.slot = slots;
    loop.keys = 1;
    loop.footprint = program.footprint;
    loop.kernel = no_kernel;
    loop.align_slot = program.slots - 1;
    loop.align_scale = 1;
    const unsigned short family[] = {0, 1};
    const hydra_rt_boxes boxes = {jacobi_box_touches, no_kernel, family, 1, 0, nullptr};
    SaidLayouts layouts;
    AskedOfLaunch asked;
    if (in_boxes) {
        loop.boxes = &boxes;
        asked.place.emplace();
        asked.place->layout = program.layout;
        asked.place->extent = n;
        asked.place->columns = columns;
        asked.place->across = true;
        asked.place->boxes = program.layout == HYDRA_LAYOUT_GRID ? &layouts.grid(ranks, n, columns)
                                                                 : &layouts.quadtree(ranks, n, columns);
    }
    std::vector<double> made, found;
    double spent = 0, messages = 0;
    const auto launch = [&](long key) {
        const bool is_lu = program.footprint == lu_touches;
        const long begin = is_lu ? key + 1 : program.border;
        const long computed = runtime.counters().plans_computed;
        hydra_rt_launch l;
        const auto start = std::chrono::steady_clock::now();
        runtime.begin(l, loop, arrays.data(), &key, begin, n - program.border, 0, nullptr, asked);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        spent += took.count();
        (runtime.counters().plans_computed > computed ? made : found).push_back(took.count());
        const Plan& plan = *static_cast<const Plan*>(l.plan);
        messages = static_cast<double>(plan.sends.size() + plan.receives.size());
        runtime.commit(l, nullptr); // what would have travelled between the two is nobody's
        std::reverse(arrays.begin(), arrays.end());
    };
    constexpr long warm = 3, least = 6, most = 60;
    for (long key = 0; key < warm; ++key)
        launch(program.moves ? key : n);
    made.clear();
    found.clear();
    spent = 0;
    if (program.moves) {
        for (long key = warm; key < std::min(warm + most, n) && (key < warm + least || spent < patience); ++key)
            launch(key);
    } else {
        for (long count = 0; count < most && (count < least || spent < patience); ++count) {
            loop.runtime = nullptr; // as if it were another loop of the same kind: it has no plans yet
            launch(n);
        }
    }
    Figures figures;
    figures.messages = messages;
    figures.first = median(made);
    figures.megabytes = live_megabytes() - before;
    if (!program.moves) {
        found.clear();
        for (int count = 0; count < 1000; ++count)
            launch(n);
        figures.lookup = median(found);
    }
    return figures;
}

int run(int argc, char** argv) {
    const std::string wanted = argc > 1 ? argv[1] : "all";
    std::vector<int> sizes{4, 100, 1000, 10000, 100000, 1000000};
    if (argc > 2)
        sizes = {std::max(2, std::atoi(argv[2]))};
    const long rows = argc > 3 ? std::max(1L, std::atol(argv[3])) : 4;
    std::printf("%-10s%10s%16s%13s%12s%10s\n", "program", "ranks", "first plan, us", "lookup, us", "messages", "MB");
    for (const Program& program : programs)
        for (const int ranks : sizes) {
            if (wanted != "all" && wanted != program.name)
                continue;
            const Figures figures = measure(program, ranks, rows, 2.0);
            std::printf("%-10s%10d%16.1f", program.name, ranks, figures.first * 1e6);
            if (figures.lookup > 0)
                std::printf("%13.2f", figures.lookup * 1e6);
            else
                std::printf("%13s", "-");
            std::printf("%12.0f%10.1f\n", figures.messages, figures.megabytes);
            std::fflush(stdout);
            constexpr double long_time = 0.1; // seconds
            if (figures.first > long_time)
                break; // ten times as many ranks would take minutes
        }
    return 0;
}

} // namespace
} // namespace hydra::rt

int main(int argc, char** argv) { return hydra::rt::run(argc, argv); }
