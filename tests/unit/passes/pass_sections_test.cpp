// What the passes of passes/sections write.
#include <doctest/doctest.h>

#include "written.h"

TEST_CASE("constant rows are kept beside the program") {
    CHECK(written(R"(
static double a[10][10];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        a[0][i] = i;
    return 0;
}
)",
                  "constant_rows") == "");
}

TEST_CASE("lines are kept beside the program") {
    CHECK(written(R"(
static double a[10][10];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        a[0][i] = i;
    return 0;
}
)",
                  "line_rows") == "");
}

TEST_CASE("footprints say which elements a range of iterations touches") {
    CHECK("\n" + written(R"(
static void smooth(int n, double *a, const double *b) {
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        a[i] = b[i - 1] + b[i];
}
static double x[50], y[50];
int main(void) { smooth(50, x, y); return 0; }
)",
                         "footprints") ==
          R"ir(
touches {
slot "b" { host "b" variable b elem 8 element "const double" subscripts 1 }
slot "a" { host "a" variable a elem 8 element "double" subscripts 1 }
access read 0 "b[i - 1]" box {
bounds "hydra_lo - 1" .. "hydra_hi - 1"
row "-1"
subscripts "i - 1"
access read 0 "b[i]" box { bounds "hydra_lo" .. "hydra_hi" row "0" subscripts "i" }
access write 1 "a[i]" box { bounds "hydra_lo" .. "hydra_hi" row "0" subscripts "i" }
)ir");
}

TEST_CASE("a loop whose writes nobody knows is run by every rank") {
    CHECK("\n" + written(R"(
static int next[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        next[next[i]] = i;
    return 0;
}
)",
                         "replicate") ==
          R"ir(
analysis {
replicated
reason "what 'next[next[i]]' writes cannot be described: 'next[i]' decides what it touches, and the loop itself stores into that array"
writes_unknown
)ir");
}

TEST_CASE("what leaves an array for certain is said") {
    CHECK("\n" + messages(R"(
static double a[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[i + 50] = i;
    return 0;
}
)") == R"ir(
iteration i=0 writes a[50], which lies outside of 'a': it has 50 elements
)ir");
}
