// What the passes of passes/flow and passes/access write.
#include <doctest/doctest.h>

#include "written.h"

TEST_CASE("outline makes a kernel of a parallel loop, and operations of the rest") {
    CHECK("\n" + written(R"(
static double a[100];
int main(void) {
#pragma hydra parallel for
    for (int i = 2; i < 90; i += 3)
        a[i] = 1;
    return 0;
}
)",
                         "outline") ==
          R"ir(
kernel 0 {
name "main_5"
at "test.c:5"
function main
loop 1
space {
counted
begin "0"
end "hydra_rt_ceild((long)90 - (long)2, (long)3)"
start "(long)2"
step "(long)3"
function "main" {
decl main
may_launch
body {
launch 0
serial "test.c:7" { statement 4 }
)ir");
}

TEST_CASE("ranges are kept beside the program") {
    CHECK(written(R"(
static void smooth(int n, double *a, const double *b) {
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        a[i] = b[i - 1] + b[i];
}
static double x[50], y[50];
int main(void) { smooth(50, x, y); return 0; }
)",
                  "ranges") == "");
}

TEST_CASE("what a loop does besides storing keeps its iterations in order") {
    CHECK("\n" + written(R"(
#include <stdio.h>
static double a[100];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) {
        a[i] = i;
        printf("%d\n", i);
    }
    return 0;
}
)",
                         "accesses") ==
          R"ir(
analysis {
replicated
reason "'printf' prints"
ordered
)ir");
}
