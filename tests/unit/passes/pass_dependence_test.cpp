// What the passes of passes/dependence and passes/privates write, or say.
#include <doctest/doctest.h>

#include "written.h"

TEST_CASE("iterations that never meet are proved so") {
    CHECK("\n" + written(R"(
static double a[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 25; i++)
        a[i] = a[i + 25];
    return 0;
}
)",
                         "races") ==
          R"ir(
analysis {
proved_parallel
)ir");
}

TEST_CASE("where data decide, there is a doubt") {
    CHECK("\n" + written(R"(
static double a[50];
static int at[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[at[i]] = i;
    return 0;
}
)",
                         "races") ==
          R"ir(
analysis {
doubt "which element 'a[at[i]]' touches is known only when the program runs"
looked_up 7
)ir");
}

TEST_CASE("values that pass through a private array are refused") {
    CHECK("\n" + messages(R"(
static double a[50];
int main(void) {
    double t[2] = {1, 2};
#pragma hydra parallel for firstprivate(t)
    for (int i = 0; i < 50; i++) {
        a[i] = t[0];
        t[0] = i;
    }
    return 0;
}
)") == R"ir(
't' is firstprivate, so an iteration does not see what another one wrote to it; here it reads 't[0]' of the iteration before
)ir");
}
