// Which kernels' iterations are interleaved, how, and what keeps the order of the user's loop.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "analysed.h"

namespace {

// "128 lanes sqrt", "4", "lanes"; empty: the kernel keeps its order.
std::string interleaved(const std::string& text) {
    const Analysed analysed(text);
    const auto& found = analysed.program.kernels.at(0).schedule.interleaving;
    return fmt::format("{}{}{}", found.block > 0 ? fmt::format("{}", found.block) : "",
                       found.lanes ? (found.block > 0 ? " lanes" : "lanes") : "",
                       found.plain_roots.empty() ? "" : " " + found.plain_roots.front());
}

// A loop over j with this body; n is any size, a and b have rows of n.
std::string over_columns(const std::string& body, const std::string& clauses = "") {
    return "extern double sqrt(double); double table[100]; int limit;\n"
           "void f(int n, double (*a)[n], double (*b)[n], double *c, int *index)\n{\n    double t; int i, k;\n"
           "#pragma hydra parallel for " +
           clauses + "\n    for (int j = 0; j < n; j++) {\n        " + body + "\n    }\n}\n";
}

std::string rows(const std::string& statement, const std::string& bound = "n") {
    return "for (int i = 1; i < " + bound + "; i++) { " + statement + " }";
}

} // namespace

TEST_CASE("columns are swept in blocks whose rounds all iterations share") {
    CHECK(interleaved(over_columns(rows("a[i][j] -= a[i-1][j] * b[i][j];"))) == "128 lanes");
    CHECK(interleaved(over_columns(rows("a[i][j] -= a[i-1][j];") + " a[0][j] /= 2; " +
                                       "for (i = n - 2; i >= 1; i--) a[i][j] += a[i+1][j];",
                                   "private(i)")) == "128 lanes");
    CHECK(interleaved(over_columns(rows("const double d = a[i-1][j]; if (d > 0) a[i][j] += d * d;"))) == "128 lanes");
    CHECK(interleaved(over_columns(rows("for (int k = 0; k < i; k++) a[i][j] += b[i][k] * a[k][j];"))) == "128 lanes");
}

TEST_CASE("a block needs rounds that are the same for all its iterations") {
    CHECK(interleaved(over_columns(rows("a[i][j] -= a[i-1][j];", "j"))) == "");
    CHECK(interleaved(over_columns(rows("a[i][j] -= a[i-1][j];", "index[j]"))) == "");
    CHECK(interleaved(over_columns(rows("a[i][j] -= a[i-1][j]; if (a[i][j] > 3) break;"))) == "");
    CHECK(interleaved(over_columns(rows("if (a[i][j] > 3) continue; a[i][j] -= a[i-1][j];"))) == "");
    CHECK(interleaved(over_columns("if (c[j] > 0) " + rows("a[i][j] -= a[i-1][j];"))) == "");
    CHECK(interleaved(over_columns("int m = (int)c[j]; " + rows("a[i][j] -= a[i-1][j];", "m"))) == "");
    CHECK(interleaved(over_columns("i = 1; while (i < n) { a[i][j] -= a[i-1][j]; i++; }", "private(i)")) == "");
}

TEST_CASE("nothing goes from statement to statement in a variable") {
    CHECK(interleaved(over_columns("double s = c[j]; " + rows("a[i][j] = s; s += a[i-1][j];"))) == "");
    CHECK(interleaved(over_columns(rows("t = a[i-1][j]; a[i][j] = t;"), "private(t)")) == "");
    CHECK(interleaved(over_columns("for (i = 1; i < n; i++) a[i][j] -= a[i-1][j]; c[j] = i;", "private(i)")) == "");
}

TEST_CASE("iterations that are not proved independent keep their order") {
    CHECK(interleaved(over_columns(rows("a[i][index[j]] -= a[i-1][j];"))) == "");
    CHECK(interleaved(over_columns(rows("a[i][j] = a[i-1][j + limit] + 1;"))) == "");
}

TEST_CASE("recurrences along rows are jammed, others are left to the compiler") {
    CHECK(interleaved(over_columns("for (int i = 1; i < n; i++) a[j][i] -= a[j][i-1] * b[j][i];")) == "4");
    CHECK(interleaved(over_columns("for (int i = 1; i < n; i++) a[j][i] = b[j][i-1] * b[j][i];")) == "");
    CHECK(interleaved(over_columns("for (int i = 1; i < n; i++) a[j][i] -= a[j][i-1] * b[i][j];")) == "4");
    CHECK(interleaved(over_columns("for (int i = j + 1; i < n; i++) a[j][i] -= a[j][i-1];")) == "");
}

TEST_CASE("sums in variables make lanes, whose square roots are plain where nobody looks at errno") {
    const std::string sums = "double s = 0; for (int i = 0; i < n; i++) s += sqrt(b[i][j]); c[j] = s;";
    CHECK(interleaved(over_columns(sums)) == "lanes sqrt");
    CHECK(interleaved("extern int *__errno_location(void); int look(void) { return *__errno_location(); }\n" +
                      over_columns(sums)) == "");
    CHECK(interleaved("int fesetround(int); void up(void) { fesetround(0x800); }\n" + over_columns(sums)) == "lanes");
    // An array of the iteration's own lies in memory that lanes would share.
    CHECK(interleaved(over_columns("double s[2] = {0, 0}; for (int i = 0; i < n; i++) s[i % 2] += b[i][j]; "
                                   "c[j] = s[0] + s[1];")) == "");
    CHECK(interleaved(over_columns(rows("b[i][j] = 0;") + "double s = 0; for (int i = 0; i < n; i++) s += b[i][j]; "
                                                          "c[j] = s;")) == "");
}
