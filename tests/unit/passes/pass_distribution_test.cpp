// What the passes of passes/distribution write.
#include <doctest/doctest.h>

#include "written.h"

TEST_CASE("a subscript places the iterations") {
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
                         "placement") ==
          R"ir(
distribution {
alignment { slot 0 subscript "i" }
)ir");
}

TEST_CASE("boxes cut an inner loop, too") {
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
                         "boxes") ==
          R"ir(
boxes {
name "j"
loop 3 { variable j start 6 bound 9 }
dim 1
access write 0 "a[i][j]" box {
bounds "hydra_lo" .. "hydra_hi", "hydra_from <= -1 ? 0 : hydra_from" .. "hydra_to >= 60 ? 60 : hydra_to"
guard "hydra_from <= 59 && hydra_to >= hydra_from + 1 && hydra_to >= 1"
row "0"
facts "0 <= j < 60"
subscripts "i", "j"
)ir");
}

TEST_CASE("movement says where each read comes from") {
    CHECK("\n" + written(R"(
static double a[50], b[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 1; i < 50; i++)
        a[i] = b[i - 1] + b[0];
    return 0;
}
)",
                         "movement") ==
          R"ir(
moves neighbour { subscript "i - 1" distance "1" everywhere }
access read 0 "b[0]" box { bounds "0" .. "1" each 1 subscripts "0" moves all { everywhere } }
access write 1 "a[i]" box {
bounds "hydra_lo" .. "hydra_hi"
row "0"
subscripts "i"
moves own { subscript "i" everywhere }
)ir");
}

TEST_CASE("rows are block-cyclic where blocks would leave ranks without work") {
    CHECK("\n" + written(R"(
static double a[50][50];
int main(void) {
    for (int k = 0; k < 50; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < 50; i++)
            for (int j = k + 1; j < 50; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
    return 0;
}
)",
                         "block_cyclic") ==
          R"ir(
block_cyclic {
cyclic
bounds_move
reason "indexes go to the ranks block-cyclically, since the bounds of the loop in line 6 move with 'k'"
)ir");
}

TEST_CASE("volumes compare the ways to place a loop") {
    CHECK("\n" + written(R"(
static double a[50], b[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 1; i < 50; i++)
        a[i] = b[i - 1] + b[0];
    return 0;
}
)",
                         "volumes") ==
          R"ir(
candidate "blocks of rows" { volume "0" chosen }
candidate "rows block-cyclic, in B blocks" { volume "0" }
candidate "a grid of R x C ranks" {
reason "no inner loop is known whose rounds do not depend on each other"
possible no
)ir");
}

TEST_CASE("loops that share arrays again and again choose a grid together") {
    CHECK("\n" + written(R"(
static double a[80][80], b[80][80];
int main(void) {
    for (int t = 0; t < 10; t++) {
#pragma hydra parallel for
        for (int i = 1; i < 79; i++)
            for (int j = 1; j < 79; j++)
                b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
#pragma hydra parallel for
        for (int i = 1; i < 79; i++)
            for (int j = 1; j < 79; j++)
                a[i][j] = b[i][j];
    }
    return 0;
}
)",
                         "grids") ==
          R"ir(
grid { group 0 down 16 across 16 repeats rounds "(10)" counts_all }
candidate "a grid of R x C ranks" {
volume "1248*(R - 1) + 1248*(C - 1)"
grid
note "lines 6, 10 take it together, where a round of them then moves at most half of what it does by blocks of rows"
grid { group 0 down 16 across 16 repeats rounds "(10)" counts_all }
candidate "a grid of R x C ranks" {
volume "0"
grid
note "lines 6, 10 take it together, where a round of them then moves at most half of what it does by blocks of rows"
)ir");
}

TEST_CASE("loops by rows and by columns take turns, and rows stay") {
    CHECK("\n" + written(R"(
static double a[80][80];
int main(void) {
    for (int t = 0; t < 10; t++) {
#pragma hydra parallel for
        for (int i = 0; i < 80; i++)
            for (int j = 1; j < 80; j++)
                a[i][j] += a[i][j - 1];
#pragma hydra parallel for
        for (int j = 0; j < 80; j++)
            for (int i = 1; i < 80; i++)
                a[i][j] += a[i - 1][j];
    }
    return 0;
}
)",
                         "sweeps") ==
          R"ir(
moves own { subscript "i" other "line 10 writes it by columns (unless rows stay)" }
moves own { subscript "i" other "line 10 writes it by columns (unless rows stay)" }
moves own { subscript "i" other "line 10 writes it by columns (unless rows stay)" }
sweep {
segment {
loop 11 { variable i#2 start 41 bound 44 }
access read 0 "a[i - 1][j]" box {
bounds "hydra_from <= 0 ? 0 : hydra_from - 1" .. "hydra_to >= 80 ? 79 : hydra_to - 1", "hydra_lo" .. "hydra_hi"
guard "hydra_from <= 79 && hydra_to >= 2 && hydra_to >= hydra_from + 1"
facts "0 <= j < 80"
subscripts "i - 1", "j"
access read 0 "a[i][j]" box {
bounds "hydra_from <= 0 ? 1 : hydra_from" .. "hydra_to >= 80 ? 80 : hydra_to", "hydra_lo" .. "hydra_hi"
guard "hydra_from <= 79 && hydra_to >= 2 && hydra_to >= hydra_from + 1"
facts "0 <= j < 80"
subscripts "i", "j"
access write 0 "a[i][j]" box {
bounds "hydra_from <= 0 ? 1 : hydra_from" .. "hydra_to >= 80 ? 80 : hydra_to", "hydra_lo" .. "hydra_hi"
guard "hydra_from <= 79 && hydra_to >= 2 && hydra_to >= hydra_from + 1"
facts "0 <= j < 80"
subscripts "i", "j"
slot 0
border 8
changes 2
candidate "rows stay, and columns are a pipeline" {
volume "8*80*(P - 1)"
note "line 10 then shares out blocks of columns, one rank after the other; taken where that moves at most half of what it takes to change places with line 6"
)ir");
}

TEST_CASE("a loop that goes through its array streams") {
    CHECK(written(R"(
static double a[50][50];
int main(void) {
    for (int k = 0; k < 50; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < 50; i++)
            for (int j = k + 1; j < 50; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
    return 0;
}
)",
                  "parts") == "");
}
