// distributed: 12 14
// offloaded: 12 14
// A half is true: tables and enumerators that are made by converting it to _Bool.
#include <stdio.h>

enum { SECOND = (_Bool)0.5 };
static const _Bool shifted[4] = {0.25, 0, -0.5, 0.0};
static int first[100], then[100];

int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 30; i++) first[i + 30 * SECOND] = i + 1;
#pragma hydra parallel for
    for (int i = 0; i < 30; i++) then[i + 30 * shifted[0] + 10 * shifted[2] + shifted[3]] = i + 1;
    for (int i = 0; i < 75; i++) printf("%d/%d ", first[i], then[i]);
    printf("\n");
    return 0;
}
