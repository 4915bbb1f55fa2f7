#include "frontend/openmp/omp_line.h"

#include <doctest/doctest.h>

using hydra::frontend::OmpDirective;
using hydra::frontend::read_omp_line;

namespace {

OmpDirective read(const char* line) {
    auto said = read_omp_line(line);
    REQUIRE(said);
    return *said;
}

} // namespace

TEST_CASE("lines of OpenMP") {
    const auto loop = read("#pragma omp parallel for private(i, j) reduction(+ : s, t) schedule(static, 16) nowait");
    CHECK(loop.words == std::vector<std::string>{"parallel", "for"});
    CHECK(loop.shares_loop());
    CHECK(loop.opens_region());
    REQUIRE(loop.clauses.size() == 4);
    CHECK(loop.clauses[0].items == std::vector<std::string>{"i", "j"});
    CHECK(loop.clauses[1].op == "+");
    CHECK(loop.clauses[1].items == std::vector<std::string>{"s", "t"});
    CHECK(loop.clauses[2].name == "schedule");
    CHECK(loop.has_clause("nowait"));

    const auto sums = read("  #pragma omp for reduction(task, max: best), reduction(+:a[0:n], h[:4][i + 1])");
    REQUIRE(sums.clauses.size() == 2);
    CHECK(sums.clauses[0].op == "max");
    CHECK(sums.clauses[1].items == std::vector<std::string>{"a[0:n]", "h[:4][i + 1]"});
    CHECK_FALSE(sums.has("parallel"));

    CHECK(read("#pragma omp target teams distribute parallel for simd map(to: a[0:n])").shares_loop());
    CHECK(read("#pragma omp for ordered(2)").has_clause("ordered"));
    CHECK(read("#pragma omp ordered").synchronises());
    CHECK(read("#pragma omp critical(name)").synchronises());
    CHECK(read("#pragma omp critical(name)").clauses.empty());
    CHECK(read("#pragma omp atomic update").synchronises());
    CHECK_FALSE(read("#pragma omp taskloop grainsize(4)").shares_loop());
    CHECK_FALSE(read("#pragma omp target update to(a)").opens_region());
    CHECK_FALSE(read("#pragma omp declare simd").shares_loop());
    CHECK_FALSE(read("#pragma omp cancel for").shares_loop());
    CHECK(read("#pragma omp parallel").opens_region());
    CHECK(read("#pragma omp for lastprivate(conditional: x)").clauses[0].items == std::vector<std::string>{"x"});
    CHECK_FALSE(read_omp_line("#pragma omp"));
    CHECK_FALSE(read_omp_line("#pragma once"));
}
