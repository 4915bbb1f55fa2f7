// Two iterations that meet: what is proved, what only some sizes would bring about, and the example that is shown.
#include <doctest/doctest.h>

#include "analysed.h"
#include "passes/symbolic/isl_clash.h"

using namespace hydra;

namespace {

// Iterations lo <= x < n over one array, n unknown.
passes::ClashQuestion stencil(const std::string& writes, const std::string& touches) {
    return {"[lo, hi, n]",
            "lo < hi and 0 <= lo and hi <= n",
            "lo = 0 and hi = n",
            "{ [x] -> [e] : lo <= x < hi and e = " + writes + " }",
            "{ [x] -> [e] : lo <= x < hi and e = " + touches + " }",
            {},
            false};
}

std::string messages(const std::string& body) {
    const Analysed program("double a[100], b[100]; struct s { double v[4], w; } c[50]; double *p, *q;\n"
                           "void f(int n, int m, int k) {\n#pragma hydra parallel for\n" +
                           body + "\n}\n");
    return program.diagnostics.render();
}

bool proved_free(const std::string& body) {
    const Analysed program("double a[100], b[100][100]; double *p, *q, **t; struct { double x; int cell; } r[100];\n"
                           "void f(int n, int m, int k) {\n#pragma hydra parallel for\n" +
                           body + "\n}\n");
    return program.program.kernels.at(0).analysis.proved_parallel;
}

} // namespace

TEST_CASE("neighbours meet in every loop that runs") {
    const auto clash = passes::proved_clash(stencil("x", "x - 1"));
    REQUIRE(clash.has_value());
    CHECK(clash->writer == 0);
    CHECK(clash->other == 1);
    CHECK(clash->element == std::vector<std::int64_t>{0});
    CHECK(clash->needed.empty());
}

TEST_CASE("iterations far apart meet in long loops only, which is no proof") {
    CHECK_FALSE(passes::proved_clash(stencil("x", "x - 10")).has_value());
    CHECK_FALSE(passes::never_clash(stencil("x", "x - 10")));
    auto long_loop = stencil("x", "x - 10");
    long_loop.context += " and n >= 11";
    CHECK(passes::proved_clash(long_loop).has_value());
}

TEST_CASE("what the same iteration writes itself does not come from another one") {
    auto own = stencil("0", "0");
    CHECK(passes::proved_clash(own).has_value());
    own.covers = {own.writes};
    CHECK_FALSE(passes::proved_clash(own).has_value());
}

TEST_CASE("each its own element: never") {
    CHECK(passes::never_clash(stencil("2 x", "2 x + 1")));
    CHECK(passes::never_clash(stencil("x", "x")));
}

TEST_CASE("descending loops show the iteration first that runs first") {
    auto down = stencil("x", "x + 1");
    down.descending = true;
    const auto clash = passes::proved_clash(down);
    REQUIRE(clash.has_value());
    CHECK(clash->writer == 1);
    CHECK(clash->other == 0);
}

TEST_CASE("elements are named as the program names them") {
    CHECK(messages("for (int i = 1; i < n; i++) c[i].v[2] = c[i - 1].v[2];").find("reads c[1]") != std::string::npos);
    CHECK(
        messages("for (int i = 1; i < n; i++) p[i * 3 + 1] = p[i * 3 - 2];").find("reads p[4], which iteration i=1") !=
        std::string::npos);
    CHECK(messages("for (long i = 3; i <= 9; i += 3) a[i] = a[i - 3];").find("iteration i=6 reads a[3]") !=
          std::string::npos);
}

TEST_CASE("no proof where pointers may differ, data decide, or the element is atomic") {
    CHECK(messages("for (int i = 1; i < n; i++) p[i] = q[i - 1];").find("hydra-race") == std::string::npos);
    CHECK(messages("for (int i = 1; i < n; i++) if (a[i] > 0) a[i] = a[i - 1];").find("hydra-race") ==
          std::string::npos);
    CHECK(messages("for (int i = 1; i < n; i++) { if (b[i] < 0) continue; a[i] = a[i - 1]; }").find("hydra-race") ==
          std::string::npos);
    CHECK(
        messages("for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) if (i == k) a[j] = i;").find("hydra-race") ==
        std::string::npos);
}

TEST_CASE("loops free of races are known as such") {
    CHECK(proved_free("for (int i = 0; i < n; i++) p[i] = q[i] + q[i + 1];"));
    CHECK(proved_free("for (int i = 1; i < 99; i++) for (int j = 1; j < 99; j++) b[i][j] = b[i][j - 1] + a[j];"));
    CHECK_FALSE(proved_free("for (int i = 1; i < 99; i++) for (int j = 0; j < 99; j++) b[i][j] = b[k][j];"));
    CHECK_FALSE(proved_free("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i][j] = 1;")); // m > 100?
    CHECK_FALSE(proved_free("for (int i = 0; i < n; i++) p[(int)a[i]] = 1;"));
    CHECK(proved_free("for (int i = 0; i < 99; i++) { r[i].x = i; r[i].cell = 8; }"));
    CHECK(proved_free("for (int i = 1; i < 99; i++) { r[i].x = i; r[i - 1].cell = 8; }"));
    CHECK_FALSE(proved_free("for (int i = 0; i < 99; i++) { r[i].cell = i; r[k] = r[i]; }"));
    CHECK_FALSE(proved_free("for (int i = 1; i < 99; i++) { r[i].x = i; ((int *)r)[4 * i - k] = 8; }"));
    CHECK(proved_free("for (int i = 0; i < 99; i++) for (int j = 0; j < m; j++) t[i][j] += 1;"));
    CHECK_FALSE(proved_free("for (int i = 0; i < 99; i++) for (int j = 0; j < m; j++) t[i / 2][j] += 1;"));
}

TEST_CASE("records in rows, and arrays turned round") {
    const std::string points = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int q = 0; q < ";
    CHECK(proved_free(points + "9; q++) p[(i * m + j) * 9 + q] = q;"));
    CHECK_FALSE(proved_free(points + "10; q++) p[(i * m + j) * 9 + q] = q;"));
    CHECK(proved_free(points + "2; q++) p[i * m * 2 + j * 2 + q] += p[(i * m + j) * 2 + 1 - q];"));
    CHECK(proved_free("for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) p[((j * m) + k) * 3 + 2] = k;"));
    CHECK_FALSE(proved_free("for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) "
                            "p[(i * m + j) * 4] = p[((i - 1) * m + j) * 4];"));
    CHECK_FALSE(proved_free("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) p[i * m * 4 + j * 8] = j;"));
    CHECK(proved_free("for (int i = 0; i < n / 2; i++) { p[i] += p[n - 1 - i]; p[n - 1 - i] = p[i]; }"));
    CHECK_FALSE(proved_free("for (int i = 0; i <= n / 2; i++) { p[i] += p[n - 1 - i]; p[n - 1 - i] = p[i]; }"));
    CHECK_FALSE(proved_free("for (int i = 0; i < n / 2; i++) { p[i] += p[n - 3 - i]; p[n - 3 - i] = p[i]; }"));
}
