// What the passes of passes/coherence write.
#include <doctest/doctest.h>

#include "written.h"

TEST_CASE("serial code that reads an array gets a site") {
    CHECK("\n" + written(R"(
static double a[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[i] = i;
    return a[7] > 3;
}
)",
                         "transfers") ==
          R"ir(
site 0 {
name "main_7"
at "test.c:7"
function main
statement 4
touches {
slot "a" { host "a" variable a elem 8 element "double" subscripts 1 }
access read 0 "a[7]" box { bounds "7" .. "8" subscripts "7" }
transfer 0
)ir");
}

TEST_CASE("arrays are announced") {
    CHECK("\n" + written(R"(
static double a[50];
int main(void) {
    double b[50];
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        b[i] = a[i];
    return 0;
}
)",
                         "allocation") ==
          R"ir(
static 0 a
alloc "b" { array b }
)ir");
}

TEST_CASE("a transfer behind a launch in a loop stays where it is") {
    CHECK(written(R"(
static double a[50], b[50];
int main(void) {
    double sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[i] = i;
    for (int k = 0; k < 3; k++) {
#pragma hydra parallel for
        for (int i = 0; i < 50; i++)
            b[i] = k;
        sum += a[7];
        sum += a[7] + 1;
    }
    return sum > 3;
}
)",
                  "hoist") == "");
}

TEST_CASE("a condition that reads computed data decides") {
    CHECK("\n" + written(R"(
static double a[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[i] = i;
    if (a[7] > 3) {
#pragma hydra parallel for
        for (int i = 0; i < 50; i++)
            a[i] = 2 * i;
    }
    return 0;
}
)",
                         "decisions") ==
          R"ir(
decides "test.c:7"
)ir");
}

TEST_CASE("subscripts that leave their rows are marked") {
    CHECK("\n" + written(R"(
static double a[10][10];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        a[0][i] = i;
    return 0;
}
)",
                         "overruns") ==
          R"ir(
overrun main:7
)ir");
}
