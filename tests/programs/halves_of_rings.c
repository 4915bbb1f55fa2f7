// distributed: 17 22
// offloaded: 17 22
// Two reads across a ring, one of them for every second element only, in either order.
#include <stdio.h>

#define N 44

static double x[N], y[N], area[N], twice[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i * 0.25;
        y[i] = N - i;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int far = (i + N / 2) % N;
        area[i] = (i % 2 ? x[far] : 0) + y[far];
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int far = (i + N / 2) % N;
        twice[i] = area[far] * 2;
        if (i % 2)
            twice[i] += y[far] + x[(far + 1) % N];
    }
    for (int i = 0; i < N; i++)
        printf("%g %g ", area[i], twice[i]);
    puts("");
    return 0;
}
