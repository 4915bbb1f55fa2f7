// distributed: 40 43
// offloaded: 15 40 43
/* Static arrays that lie side by side and are reached through parameters: where a look takes longer than the loop, every
   rank runs it, whichever of the neighbours it writes. */
#include <stdio.h>

#define N 240

static int order[N];
static double before[N + 16], mended[N], after[N + 16];

static void mend(int n, const int *which, double *u)
{
    #pragma hydra parallel for
    for (int k = 0; k < n; k++) {
        int i = which[k];
        u[i] = 0.5 * u[i] + k;
    }
}

static void show(const char *what, const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] * (i % 7 + 1);
    printf("%s %.6f\n", what, sum);
}

int main(void)
{
    for (int i = 0; i < N + 16; i++) {
        before[i] = i;
        after[i] = -i;
    }
    for (int t = 0; t < 60; t++) {
        for (int i = 0; i < N; i++)
            order[i] = (i * 7 + t) % N;
        mend(N, order, t % 3 == 0 ? after : mended);
        #pragma hydra parallel for
        for (int i = 0; i < N; i++)
            before[i] += mended[i] - 0.125 * after[i];
        #pragma hydra parallel for
        for (int i = 0; i < N; i++)
            after[i + 16] += 0.01 * before[N - 1 - i];
    }
    show("before", before, N + 16);
    show("mended", mended, N);
    show("after", after, N + 16);
    return 0;
}
