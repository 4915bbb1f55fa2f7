// distributed: 32 39 47 57 63 74 84 94 105
// offloaded: 32 39 47 57 94 105
// Own variables that change behind a pointer's back, and pointers that somebody else sets.
#include <stdio.h>
#define N 40

int a[N + 8], b[N], c[N];
double grid[N][N], line[N];

static void set(int *p, int v) { *p = v; }
static void bump(int *k) { *k += 1; }
static int twice(int *k, int v)
{
    *k = v * 2;
    return 1;
}
static void aim(int **p, int i) { *p = b + i; }
static int *other(int i) { return b + i; }

static void show(void)
{
    for (int i = 0; i < N; i++)
        printf("%d ", c[i]);
    puts("");
}

int main(int argc, char **argv)
{
    (void)argv;
    int i;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        a[i] = i * 7;
        b[i] = 1000 - i;
        for (int j = 0; j < N; j++)
            grid[i][j] = i * 100 + j;
    }
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k, *p = &k;
        k = i;
        *p = N - 1 - i;
        c[i] = a[k];
    }
    show();
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k, *p = &k;
        k = i;
        set(p, N - 1 - i);
        c[i] = a[k];
        k = i;
        c[i] += 2 * a[k];
    }
    show();
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k, z = (twice(&k, i / 4), k = N - 1 - i) + twice(&k, i / 3);
        c[i] = a[k] + z;
    }
    show();
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int k = N / 2 - i / 2, t = 0;
    again:
        t += a[k];
        bump(&k);
        if (t < 300 && k < N - 1)
            goto again;
        c[i] = t;
    }
    show();
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int *p = a, t = 0;
        for (int j = 0; j < 2; j++) {
            t += *p;
            aim(&p, N - 1 - i);
        }
        c[i] = t;
    }
    show();
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int *p = a, t = 0, j = 0;
        for (; j < 3 && *(p = other((N - 1 - i) / 2)) > 10; j++)
            t += *p++;
        c[i] = t + *p;
    }
    show();

    // pointers that walk on into the next rows
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        double *p = &grid[N / 2][0], t = 0;
        int left = 3 * N;
        while (left-- > 0)
            t += *p++ * (left + i);
        line[i] = t;
    }
    for (i = 0; i < N; i++)
        printf("%g ", line[i]);
    puts("");
#pragma hydra parallel for
    for (i = 0; i < N; i += 2) {
        double *p = grid[i];
        int left = 2 * N;
        while (left > 0)
            *p++ = i + left--;
    }
    for (i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%g ", grid[i][j]);
    puts("");

    int k = 35, *p = &k;
    k = 2;
    *p = 33;
    a[k] = 99 * argc;
    printf("%d %d %d\n", a[2], a[33], a[35]);
    return 0;
}
