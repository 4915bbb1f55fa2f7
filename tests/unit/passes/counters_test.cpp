// Local variables that count what data decide (passes/evaluation/counters.h): which loops keep apart with them, and
// which do not by one element.
#include <doctest/doctest.h>

#include <string>

#include "analysed.h"

using namespace hydra;

namespace {

// Whether a loop over i from 0 to n with this body is proved to have independent iterations. s is each one's row of w.
bool keeps_apart(const std::string& body, const std::string& head = "for (int i = 0; i < n; i++)") {
    const Analysed program("double *a, *v; int *out, *at; enum { CAP = 8 };\n"
                           "void f(int n, int m, int w, int run) {\n#pragma hydra parallel for\n" +
                           head + " {\n" + body + "\n}\n}\n");
    return program.program.kernels.at(0).analysis.proved_parallel;
}

} // namespace

TEST_CASE("lists with room for so many") {
    CHECK(keeps_apart("int k = 0; for (int j = 0; j < m; j++) if (v[j] > i && k < CAP) out[i * CAP + k++] = j;"));
    CHECK(keeps_apart("int k = 0; for (int j = 0; j < m; j++) if (k < w && v[j] > i) out[i * w + k++] = j;"));
    CHECK(keeps_apart("int k = 0; for (int j = at[i]; j >= 0; j = at[j]) { if (k == CAP) break; if (k < CAP) "
                      "out[i * CAP + k] = j; k++; }"));
    CHECK(keeps_apart("int k = CAP; for (int j = 0; j < m; j++) if (v[j] > i && k > 0) out[i * CAP + --k] = j;"));
    CHECK(keeps_apart("long k = 0; while (k + 1 < CAP && v[k] > i) { out[i * CAP + k] = 1; out[i * CAP + k + 1] = 2; "
                      "k += 2; }"));
    // By one element, or by more, they do not.
    CHECK_FALSE(
        keeps_apart("int k = 0; for (int j = 0; j < m; j++) if (v[j] > i && k <= CAP) out[i * CAP + k++] = j;"));
    CHECK_FALSE(keeps_apart(
        "int k = 0; out[i * CAP] = 0; for (int j = 0; j < m; j++) if (v[j] > i && k < CAP) out[i * CAP + ++k] "
        "= j;"));
    CHECK_FALSE(keeps_apart("int k = 0; for (int j = 0; j < m; j++) if (v[j] > i) out[i * CAP + k++] = j;"));
    CHECK_FALSE(
        keeps_apart("int k = -1; for (int j = 0; j < m; j++) if (v[j] > i && k < CAP) out[i * CAP + k++] = j;"));
    CHECK_FALSE(keeps_apart("int k = 0; for (int j = 0; j < m; j++) { if (v[j] > i && k < CAP) out[i * CAP + k++] = j; "
                            "else k -= 1; }"));
    CHECK_FALSE(keeps_apart("int k = 0; for (int j = 0; j < m; j++) { if (v[j] < 0) k = at[j]; if (k < CAP) "
                            "out[i * CAP + k++] = j; }"));
    CHECK_FALSE(keeps_apart("unsigned char k = 0; for (int j = 0; j < m; j++) { if (k < CAP) out[i * CAP + k] = j; "
                            "k--; }"));
    CHECK_FALSE(
        keeps_apart("int k = 0; out[i * CAP] = 0; for (int j = 0; j < m; j++) { if (v[j] > i && k < CAP) { k++; "
                    "out[i * CAP + k++] = j; } }"));
}

TEST_CASE("rows that are put in order in place") {
    const std::string row = "double *s = a + (long)i * w; ";
    CHECK(keeps_apart(row + "for (int k = 1; k < w; k++) { double x = s[k]; int j = k - 1; "
                            "while (j >= 0 && s[j] > x) { s[j + 1] = s[j]; j--; } s[j + 1] = x; }"));
    CHECK(keeps_apart(row + "for (int k = 1; k < w; k++) { double x = s[k]; int j; "
                            "for (j = k; j > 0 && s[j - 1] > x; j--) s[j] = s[j - 1]; s[j] = x; }"));
    CHECK(keeps_apart(row + "int b = w - 1, e = 0; while (e < b && s[e] < 0) { s[e] = -s[e]; e++; } "));
    CHECK_FALSE(keeps_apart(row + "for (int k = 1; k < w; k++) { double x = s[k]; int j = k - 1; "
                                  "while (j >= -1 && x > 0) { s[j + 1] = x; j--; } s[j + 1] = x; }"));
    CHECK_FALSE(keeps_apart(row + "for (int k = 1; k < w; k++) { double x = s[k]; int j; "
                                  "for (j = k; j >= 0 && s[j] > x; j--) s[j] = 1; s[j] = x; }"));
    CHECK_FALSE(keeps_apart(row + "for (int k = 1; k < w; k++) { double x = s[k]; int j = k - 1; "
                                  "while (s[j] > x) { s[j + 1] = s[j]; j--; } s[j + 1] = x; }"));
    CHECK_FALSE(keeps_apart(row + "int e = 0; do { s[e] = 1; e++; } while (e <= w && s[e] > 0);"));
}

TEST_CASE("counters that stop in different rounds") {
    // a may have moved last while b was 0, and c when b was 1: c - a is anything.
    CHECK_FALSE(keeps_apart("int p = 0, b = 0, c = 0, k = 0; while (p >= b && c <= b && k < w) { if (at[k] == 0) p++; "
                            "if (at[k] == 1) b++; if (at[k] == 2) c++; k++; } if (p > 0 && c > 0 && p - c < CAP) "
                            "out[i * CAP + p - c] = out[i * CAP + p - c] + 1;"));
    CHECK(keeps_apart(
        "int p = 0, c = 0; while (p < 4 && c < 4 && v[p] > c) { if (at[p] == 0) p++; if (at[p] == 2) c++; } "
        "out[i * 9 + p + c] = 1;"));
}

TEST_CASE("blocks by a step that only the run knows") {
    const std::string head = "for (int lo = 0; lo < n; lo += run)";
    CHECK(keeps_apart("for (int i = lo; i < lo + run && i < n; i++) a[i] = i;", head));
    CHECK(keeps_apart(
        "int hi = lo + run < n ? lo + run : n; for (int k = lo + 1; k < hi; k++) { double x = a[k]; int j = k; "
        "for (; j > lo && a[j - 1] > x; j--) a[j] = a[j - 1]; a[j] = x; }",
        head));
    CHECK(keeps_apart("for (int i = lo; i < lo + 2 * run && i < n; i++) a[i] = i;",
                      "for (int lo = 0; lo < n; lo += 2 * run)"));
    CHECK_FALSE(keeps_apart("for (int i = lo; i <= lo + run && i < n; i++) a[i] = i;", head));
    CHECK_FALSE(keeps_apart("for (int i = lo; i < lo + run && i < n; i++) a[i] = a[i - 1];", head));
    CHECK_FALSE(keeps_apart("for (int i = lo; i < lo + 2 * run && i < n; i++) a[i] = i;", head));
    CHECK_FALSE(keeps_apart("a[n - lo] = a[lo];", head));
}

TEST_CASE("conditions with many cases do not hide that subscripts differ") {
    CHECK(keeps_apart(
        "int z = i / (m * w), y = i / m % w, x = i % m; if (x > 0 && x < m - 1 && y > 0 && y < w - 1 && z > 0) "
        "a[i] = v[i - 1] + v[i + m] + v[i - m * w]; else a[i] = v[i];"));
    CHECK_FALSE(
        keeps_apart("int z = i / (m * w), y = i / m % w, x = i % m; if (x > 0 && x < m - 1 && y > 0 && y < w - 1 && "
                    "z > 0) a[i] = a[i + m]; else a[i] = v[i];"));
}
