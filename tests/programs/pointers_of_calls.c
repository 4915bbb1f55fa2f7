// A call changes the pointer that the same condition goes on to use.
// hydracc: -w
// distributed: 21
// offloaded: 21
#include <stdio.h>
#define N 64
int a[4][N], b[N];
int *cur;
static int pos;
static int step(void) {
    if (pos >= 3)
        return 0;
    pos++;
    cur = a[pos];
    return 1;
}
int main(void) {
    int i;
    long s = 0;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        for (int j = 0; j < 4; j++)
            a[j][i] = i + j * 100;
    cur = b;
    if (step() && cur[61] == 161)
        s += 70;
    printf("%ld\n", s);
    return 0;
}
