// HYDRA_VERIFY: loops that are right pass; a planted race, a planted wrong footprint and serial code that does what it
// did not say are found and named, on one rank already where one rank can tell.
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

const hydra_rt_slot slots[] = {{"from"}, {"to"}};
const hydra_rt_look looks[] = {{1 + HYDRA_RT_LONG, 1, nullptr}, {1 + HYDRA_RT_LONG, 1, nullptr}};

// to[x + k2] = 2 * from[x - k0]; the footprint says that k1 is what the reads are off by.
struct Args {
    const long* from;
    long* to;
    long read_off, write_off;
};
void footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    const long read[] = {lo - k[0], hi - k[0], 1};
    hydra_rt_box(f, HYDRA_RT_READ, 0, read);
    const long write[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_WRITE, 1, write);
}
void kernel(void* pointer, long lo, long hi, void* const*, int) {
    const Args args = *static_cast<Args*>(pointer);
    for (long x = lo; x < hi; ++x)
        args.to[x + args.write_off] = // what is read may be poison
            static_cast<long>(2 * static_cast<unsigned long>(args.from[x - args.read_off]));
}
hydra_rt_loop loop = {"t.c:7", 0,       2, slots, 1, footprint, kernel,  0,    nullptr,
                      0,       nullptr, 1, 0,     1, nullptr,   nullptr, looks};

// A sum of terms that cancel, and the last term.
struct SumArgs {
    double last;
};
void no_footprint(hydra_rt_footprint*, const long*, long, long) {}
void sum_kernel(void* pointer, long lo, long hi, void* const* partial, int last) {
    double sum = *static_cast<double*>(partial[0]), term = 0;
    for (long x = lo; x < hi; ++x)
        sum += term = (x % 2 == 0 ? 1 : -1) / (1.0 + static_cast<double>(x / 2));
    *static_cast<double*>(partial[0]) = sum;
    if (last != 0)
        static_cast<SumArgs*>(pointer)->last = term;
}
const hydra_rt_reduction sum = {"sum", HYDRA_RT_ADD, HYDRA_RT_DOUBLE, 0, 0};
const hydra_rt_lastvalue last_term = {offsetof(SumArgs, last), sizeof(double)};
hydra_rt_loop sum_loop = {"t.c:8", 0,          0,  nullptr, 0, no_footprint, sum_kernel, 1, &sum,
                          1,       &last_term, -1, 0,       1, nullptr,      nullptr};

void all_of_it(hydra_rt_footprint* f, const long* k, long, long) {
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    const long read[] = {0, k[0], 1};
    hydra_rt_box(f, HYDRA_RT_READ, 1, read);
}
hydra_rt_loop reads_all = {"t.c:9", 0,       2,  slots, 1, all_of_it, nullptr, 0,    nullptr,
                           0,       nullptr, -1, 0,     1, nullptr,   nullptr, looks};

constexpr long size = 24;
struct Arrays {
    long* a;
    long* b;
};
Arrays arrays(Arena& arena) {
    Arrays made{static_cast<long*>(arena.allocate(size * sizeof(long))),
                static_cast<long*>(arena.allocate(size * sizeof(long)))};
    for (long i = 0; i < size; ++i)
        made.a[i] = 100 + i;
    return made;
}

// What forked ranks say when they verify: "" where all is well, else the message; others are killed then.
std::string outcome(int ranks, const std::function<void(Runtime&, Arena&)>& body) {
    FILE* output = std::tmpfile();
    LocalWorld world(ranks, 4096);
    std::vector<pid_t> processes;
    for (int rank = 0; rank < ranks; ++rank) {
        const pid_t process = fork();
        if (process == 0) {
            alarm(60);
            dup2(fileno(output), 2);
            Arena arena(test_reserve);
            RuntimeOptions options;
            options.threads = 2;
            options.verify = true;
            Runtime runtime(std::make_unique<LocalTransport>(world, rank), arena, options);
            body(runtime, arena);
            runtime.transport().finish();
            _exit(0);
        }
        processes.push_back(process);
    }
    int worst = 0;
    for (std::size_t left = processes.size(); left > 0; --left) {
        int status = 0;
        wait(&status);
        if (worst == 0 && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
            worst = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            for (const pid_t process : processes)
                kill(process, SIGKILL);
        }
    }
    std::rewind(output);
    std::string said;
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output))
        said += static_cast<char>(c);
    std::fclose(output);
    if (worst == 0)
        return said;
    CHECK(worst == 71);
    return said.empty() ? "nothing said" : said;
}

} // namespace

TEST_CASE("loops, sums and serial code that are right pass") {
    for (const int ranks : {1, 3})
        CHECK(outcome(
                  ranks,
                  [](Runtime& runtime, Arena& arena) {
                      const Arrays made = arrays(arena);
                      for (int round = 0; round < 20; ++round) {
                          Args there{made.a, made.b, 1, 0}, back{made.b, made.a, 0, 0};
                          launch(runtime, loop, {made.a, made.b}, {1}, 1, size, &there);
                          launch(runtime, loop, {made.b, made.a}, {0}, 1, size, &back);
                          SumArgs args{0};
                          double total = 3;
                          launch(runtime, sum_loop, {}, {}, 0, 10000, &args, {&total});
                          if (round % 4 == 3) {
                              void* pointers[] = {made.a, made.b};
                              const long k[] = {size};
                              runtime.serial(reads_all, pointers, k);
                          }
                      }
                  }) == "");
}

TEST_CASE("iterations that depend on one another are found on one rank") {
    const std::string said = outcome(1, [](Runtime& runtime, Arena& arena) {
        const Arrays made = arrays(arena);
        Args args{made.a, made.a, 1, 0};
        launch(runtime, loop, {made.a, made.a}, {1}, 1, size, &args);
    });
    CHECK(said.find("t.c:7: HYDRA_VERIFY") != std::string::npos);
    CHECK(said.find("from[") + said.find("to[") != 2 * std::string::npos);
}

TEST_CASE("a footprint that forgets a read is found on one rank") {
    const std::string said = outcome(1, [](Runtime& runtime, Arena& arena) {
        const Arrays made = arrays(arena);
        Args first{made.b, made.a, 0, 0}, args{made.a, made.b, 1, 0};
        launch(runtime, loop, {made.b, made.a}, {0}, 0, size, &first);
        made.a[0] = 100;
        launch(runtime, loop, {made.a, made.b}, {0}, 1, size, &args);
    });
    CHECK(said.find("iterations 1 to 7 leave") != std::string::npos);
    CHECK(said.find("in to[1] instead of 200") != std::string::npos);
}

TEST_CASE("a footprint that forgets a write is found on one rank") {
    const std::string said = outcome(1, [](Runtime& runtime, Arena& arena) {
        const Arrays made = arrays(arena);
        Args args{made.a, made.b, 0, 3};
        launch(runtime, loop, {made.a, made.b}, {0}, 0, size - 3, &args);
    });
    CHECK(said.find("the loop changes to[21] from 0 to 236") != std::string::npos);
}

TEST_CASE("serial code that writes without a word is found") {
    const std::string said = outcome(2, [](Runtime& runtime, Arena& arena) {
        const Arrays made = arrays(arena);
        Args args{made.a, made.b, 0, 0};
        launch(runtime, loop, {made.a, made.b}, {0}, 0, size, &args);
        made.b[5] = 7;
        launch(runtime, loop, {made.a, made.b}, {0}, 0, size, &args);
    });
    CHECK(said.find("changed to[5] to 7") != std::string::npos);
}

TEST_CASE("what a rank does not hold is nowhere to be read") {
    CHECK(outcome(
              2,
              [](Runtime& runtime, Arena& arena) {
                  const Arrays made = arrays(arena);
                  Args args{made.a, made.b, 0, 0};
                  launch(runtime, loop, {made.a, made.b}, {0}, 0, size, &args);
                  const long element = runtime.transport().rank() == 0 ? size - 1 : 0;
                  if (made.b[element] == 2 * made.a[element])
                      _exit(1);
              }) == "");
}
