// What the passes of passes/schedule write.
#include <doctest/doctest.h>

#include "written.h"

TEST_CASE("inner loops are dealt out to work items") {
    CHECK("\n" + written(R"(
static double a[50][60];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 60; j++)
            a[i][j] = i + j;
    return 0;
}
)",
                         "inner", true) ==
          R"ir(
schedule {
inner "j" { loop 3 { variable j start 6 bound 9 } }
dimension 1
)ir");
}

TEST_CASE("iterations may be lanes of a vector") {
    CHECK("\n" + written(R"(
static double a[50], b[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++) {
        double sum = 0;
        for (int k = 0; k < 8; k++)
            sum += b[i] * k;
        a[i] = sum;
    }
    return 0;
}
)",
                         "interleaving") ==
          R"ir(
schedule {
interleaving { lanes }
weight 17
)ir");
}

TEST_CASE("how long an iteration takes is guessed where only the run tells") {
    CHECK("\n" + written(R"(
static int first[51], at[200];
static double a[50], b[200];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++) {
        double sum = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            sum += b[at[k]];
        a[i] = sum;
    }
    return 0;
}
)",
                         "interleaving") ==
          R"ir(
schedule {
likely_weight 134
thirds 1, 25, 0, 0
touches 3, 2, 0, 0
)ir");
}

TEST_CASE("small values need no memory of a device") {
    CHECK("\n" + written(R"(
static double a[50], w[3];
int main(void) {
    w[1] = 2;
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[i] = w[i % 3];
    return 0;
}
)",
                         "small_values", true) ==
          R"ir(
slot "w" { host "w" variable w elem 8 lengths "3" element "double" subscripts 1 by_value w }
)ir");
}
