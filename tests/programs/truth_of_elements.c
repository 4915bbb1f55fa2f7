// distributed: 29
// replicated: 20 23 33
// offloaded: 29
/* Marks that begin as counts: `||` makes a 1 of them where it is done, and leaves the others. */
#include <stdio.h>

#define N 90

static int seen[6] = { 5, 0, 7, 0, -9, 3 };

int main(void)
{
    int where[N], one = 5, kept = 5, all[4] = { 5, 1, 7, 0 };
    double level[4] = { 5, 0, 0.5, 2 }, half = 0.5;
    _Bool flag[4] = { 1, 0, 0, 1 };

    for (int i = 0; i < N; i++)
        where[i] = i % 5 == 2 ? 0 : i % 5;
#pragma hydra parallel for reduction(||:seen[:6])
    for (int i = 0; i < N; i++)
        seen[where[i]] = seen[where[i]] || i > 85;
#pragma hydra parallel for reduction(||:level[:4]) reduction(||:flag[:4])
    for (int i = 0; i < N; i++)
        if (where[i] % 2 == 1) {
            level[where[i]] = level[where[i]] || where[i] == 9;
            flag[where[i]] = flag[where[i]] || i == 41;
        }
#pragma hydra parallel for reduction(&&:all[:4])
    for (int i = 0; i < N; i++)
        if (where[i] == 0 || where[i] == 3)
            all[where[i]] = all[where[i]] && i < 1000;
#pragma hydra parallel for reduction(||:one) reduction(||:kept) reduction(||:half)
    for (int i = 0; i < N; i++) {
        one = one || where[i] > 100;
        if (where[i] == 77)
            kept = kept || i;
        half = half || where[i] > 100;
    }
    for (int k = 0; k < 6; k++)
        printf("%d ", seen[k]);
    for (int k = 0; k < 4; k++)
        printf("%g/%d/%d ", level[k], flag[k], all[k]);
    printf("%d %d %g\n", one, kept, half);
    return 0;
}
