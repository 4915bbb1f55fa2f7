// A row whose elements have two owners, since two loops write it, each by another rule. A launch in which few ranks take
// part reads one of the elements; then all ranks read the row.
// ranks: 1 2 3 4 5 7 8
// distributed: 10 15 20 23 27 31
// offloaded: 10 15 20 23 27 31
#include <stdio.h>
static unsigned X[17][3], A[17][3];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 16; i++) {
        X[i][0] = i;
        A[i][0] = 100 * i;
    }
#pragma hydra parallel for
    for (int i = 0; i < 16; i++) {
        X[i][1] = i;
        A[i + 1][1] = 1000 * i;
    }
#pragma hydra parallel for
    for (int i = 15; i < 16; i++)
        X[i][0] += A[4][1];
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 2; j++)
            X[i][j] += A[4][j];
#pragma hydra parallel for
    for (int i = 13; i < 15; i++)
        X[i][2] += A[5][0] + A[9][1];
    printf("%u\n", A[9][1]);
#pragma hydra parallel for
    for (int i = 0; i < 16; i++)
        X[i][2] += A[5][0] + A[5][1] + A[9][0] + A[9][1];
    for (int i = 0; i < 16; i++)
        printf("%u %u %u\n", X[i][0], X[i][1], X[i][2]);
    return 0;
}
