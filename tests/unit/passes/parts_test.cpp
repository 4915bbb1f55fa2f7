// Iterations told apart by parts of their number (passes/dependence/apart_by_parts.h): quotient and remainder by what
// only the run knows, and partners in an exchange; and what is not proved by one element.
#include <doctest/doctest.h>

#include <string>

#include "analysed.h"

using namespace hydra;

namespace {

// Whether a loop over i from 0 to n with this body is proved to have independent iterations.
bool keeps_apart(const std::string& body) {
    const Analysed program("double *a, *b, c[500][3]; int *at;\n"
                           "void f(int n, int m, int h, int e) {\nif (e < 0) return;\n#pragma hydra parallel for\n"
                           "for (int i = 0; i < n; i++) {\n" +
                           body + "\n}\n}\n");
    return program.program.kernels.at(0).analysis.proved_parallel;
}

const char* const exchange = "{ double t = a[i]; a[i] = a[p]; a[p] = t + 1; }";

} // namespace

TEST_CASE("butterflies whose distance is a run-time divisor") {
    const std::string place = "int k = i % h, s = i / h * 2 * h + k; ";
    CHECK(keeps_apart(place + "double t = a[s]; a[s] += a[s + h]; a[s + h] = t;"));
    CHECK(keeps_apart("int s = i / h * 3 * h + i % h; for (int r = 0; r < 3; r++) a[s + r * h] += r;"));
    CHECK(keeps_apart("int s = (i + 4) / h * 2 * h + (i + 4) % h; a[s + h] += a[s];"));
    CHECK(keeps_apart("double (*q)[m] = (double (*)[m])a; int s = i / m * 2, k = i % m; q[s][k] += q[s + 1][k];"));
    CHECK_FALSE(keeps_apart(place + "double t = a[s]; a[s] += a[s + h]; a[s + 2 * h] = t;"));
    CHECK_FALSE(keeps_apart("int s = i / h * 3 * h + i % h; for (int r = 0; r < 4; r++) a[s + r * h] += r;"));
    CHECK_FALSE(keeps_apart("int s = i / h * 2 * h + i % h; a[s] += a[s + 1];"));
    // What else the iteration computes from its rounds is not followed.
    CHECK_FALSE(keeps_apart("for (int j = 0; j < m; j++) if (j % 3 > 0) a[i / h * 2 * h + i % h] += j;"));
    CHECK_FALSE(keeps_apart("a[i % h] += 1;"));
    CHECK_FALSE(keeps_apart("a[i / h] += 1;"));
    CHECK_FALSE(keeps_apart("int s = i / h * 2 * m + i % h; a[s] += 1;"));
    CHECK_FALSE(keeps_apart("int s = i / h * 2 * h + i % m; a[s] += 1;"));
    // Below 0 C's remainders are negative, and rows overlap.
    CHECK_FALSE(keeps_apart("int s = (i - 40) / h * 2 * h + (i - 40) % h + 200; a[s] += 1;"));
    CHECK_FALSE(keeps_apart("int k = at[i], s = k / h * 2 * h + k % h; a[s] += 1;"));
    CHECK_FALSE(keeps_apart("int k = i / 2, s = k / h * 2 * h + k % h; a[s] += 1;"));
}

TEST_CASE("butterflies by shifts") {
    const std::string place = "int k = i & ((1 << e) - 1), s = ((i >> e) << (e + 1)) + k; ";
    CHECK(keeps_apart(place + "double t = a[s]; a[s] += a[s + (1 << e)]; a[s + (1 << e)] = t;"));
    CHECK_FALSE(keeps_apart(place + "double t = a[s]; a[s] += a[s + (2 << e)]; a[s + (2 << e)] = t;"));
    CHECK_FALSE(keeps_apart("int k = i & (h - 1), s = ((i >> e) << (e + 1)) + k; a[s] += 1;"));
    CHECK_FALSE(keeps_apart("int k = i & ((1 << m) - 1), s = ((i >> e) << (e + 1)) + k; a[s] += 1;"));
}

TEST_CASE("pairs that exchange") {
    CHECK(keeps_apart(std::string("int p = i ^ m; if (p > i) ") + exchange));
    CHECK(keeps_apart(std::string("int p = m ^ i; if (p < i) ") + exchange));
    CHECK(keeps_apart(std::string("int p = i ^ m; if (p >= i && a[i] > a[p]) ") + exchange));
    CHECK(keeps_apart(std::string("int p = i ^ m; if (p <= i) continue; ") + exchange));
    CHECK(keeps_apart("int p = i ^ m; b[p] = a[i];"));
    CHECK_FALSE(keeps_apart(std::string("for (int j = 0; j < 4; j++) { int p = i ^ m; if (p > i && j % 3 > 0) ") +
                            exchange + " }"));
    CHECK_FALSE(
        keeps_apart(std::string("for (int j = 0; j < 4; j++) { int p = i ^ m; if (j % 3 > 0) ") + exchange + " }"));
    CHECK(keeps_apart("int p = i ^ m; if (p > i) for (int k = 0; k < 3; k++) { c[i][k] += c[p][k]; c[p][k] = 1; }"));
    CHECK_FALSE(keeps_apart(std::string("int p = i ^ m; ") + exchange));
    CHECK_FALSE(keeps_apart(std::string("int p = i ^ m; if (p != i) ") + exchange));
    CHECK_FALSE(keeps_apart("int p = i ^ m; if (p > i) a[i] += 1; a[p] = 2;"));
    CHECK_FALSE(keeps_apart("int p = i ^ m; if (p > i) a[i] += 1; if (p < i) a[p] = 2;"));
    CHECK_FALSE(keeps_apart(std::string("int p = (i ^ m) + 1; if (p > i) ") + exchange));
    CHECK_FALSE(keeps_apart("int p = i ^ m, q = i ^ h; if (p > i && q > i) { a[p] += 1; a[q] += 2; }"));
    CHECK_FALSE(keeps_apart(std::string("int p = i ^ at[i]; if (p > i) ") + exchange));
    CHECK_FALSE(keeps_apart(std::string("int p = i | m; if (p > i) ") + exchange));
    CHECK_FALSE(
        keeps_apart("int p = i ^ m; if (p > i) for (int k = 0; k < 4; k++) { c[i][k] += c[p][k]; c[p][k] = 1; }"));
}

namespace {

struct Told {
    bool proved, in_rows, in_doubt;
};

Told told_of(const std::string& body) {
    const Analysed program("void f(double *x, const int *at, int n, int m, int lda, unsigned long w) {\n"
                           "#pragma hydra parallel for\nfor (int i = 1; i < n; i++) {\n" +
                           body + "\n}\n}\n");
    const auto& analysis = program.program.kernels.at(0).analysis;
    return {analysis.proved_parallel, analysis.proved_in_rows, !analysis.doubt.empty()};
}

} // namespace

TEST_CASE("rows whose length only the run knows: launches look") {
    for (const char* body : {"for (int j = 0; j < m; j++) x[i * lda + j] += 1;", "x[i * lda] = x[i * lda + 1];",
                             "for (int j = 0; j < m; j++) x[i + j * w] += 1;",
                             "for (int j = 1; j <= m; j++) { int k = (lda + 2) * i + j; x[k] = x[k - 1] + x[k + 1]; }",
                             "for (int j = 0; j < m; j++) if (at[j] > i) x[i * lda + j] += 1;",
                             "for (int j = 1 + (i & 1); j <= m; j += 2) { int k = (lda + 2) * i + j; "
                             "x[k] = x[k - (lda + 2)] + x[k + (lda + 2)]; }"}) {
        CAPTURE(body);
        const Told told = told_of(body);
        CHECK(!told.proved);
        CHECK(told.in_rows);
        CHECK(told.in_doubt);
    }
    for (const char* body : {"for (int j = 0; j < m; j++) x[i * lda + j] = x[(i - 1) * lda + j];",
                             "for (int j = 0; j < m; j++) x[i * lda + at[j]] += 1;",
                             "for (int j = 0; j < m; j++) x[at[i] * lda + j] += 1;",
                             "for (int j = 1; j <= m; j++) { int k = (lda + 2) * i + j; x[k] = x[k - (lda + 2)]; }"}) {
        CAPTURE(body);
        const Told told = told_of(body);
        CHECK(!told.proved);
        CHECK(!told.in_rows);
    }
}
