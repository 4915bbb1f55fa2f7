// distributed: 11 20 30
// offloaded: 11 20 30
// The parameter that gives an array's row length changes in the function.
#include <stdio.h>
#define N 24
static double out[N][N];
static void f(int n, double a[][n]) {
    int i;
    n -= 3;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = a[N - 1 - i][j];
}
static void g(int n, int m, double a[n][m]) {
    int i;
    while (m > 20)
        m--;
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[n - 1 - i][j] += i * j;
    for (i = 0; i < n; i++)
        a[i][m / 2] += out[n - 1 - i][m / 3];
}
int main(void) {
    int i;
    static double a[N][N];
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i * 100 + j;
    f(N, a);
    g(N, N, a);
    for (i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%g %g ", out[i][j], a[i][j]);
    puts("");
    return 0;
}
