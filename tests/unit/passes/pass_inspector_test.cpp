// What the pass of passes/inspector writes.
#include <doctest/doctest.h>

#include "written.h"

TEST_CASE("what the data decide is found by an inspector") {
    CHECK("\n" + written(R"(
static double a[50], b[50];
static int at[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[i] = b[at[i]];
    return 0;
}
)",
                         "inspect") ==
          R"ir(
slot "b" { host "b" variable b elem 8 found element "double" subscripts 1 }
access read 1 "at[i]" box { bounds "hydra_lo" .. "hydra_hi" row "0" index subscripts "i" }
access read 0 "b[at[i]]" found { stage 1 }
inspection {
inspector { body "        hydra_rt_touch(0, 1, 0, &(b[at[i]]), 8);\n" }
costs_noting
costs_touching
own_indexes
)ir");
}
