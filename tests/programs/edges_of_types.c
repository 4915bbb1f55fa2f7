// distributed: 45 51 55 65 75 83
// offloaded: 45 65 75
// Row lengths that are no longer what they were declared with, sums that wrap before they are added to a pointer, and
// divisions that the program checks before it makes them.
#include <limits.h>
#include <stdio.h>
#define N 24

double a[N][N], b[N], c[N * N];

static double get(int n, double m[][n], int i, int j)
{
    n -= 3;
    return m[i][j] + n;
}

static double view(int n, void *memory, int i, int j)
{
    int width = n;
    double(*rows)[width] = memory;
    width -= 3;
    return rows[i][j] + width;
}

static double backwards(int n, double m[][n], int i)
{
    double sum = 0;
    while (n-- > 0)
        sum += m[i][n];
    return sum;
}

static void show(void)
{
    for (int i = 0; i < N; i++)
        printf("%g ", b[i]);
    puts("");
}

int main(int argc, char **argv)
{
    (void)argv;
    int i, n = N;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i * 100 + j;
            c[i * N + j] = i - j;
        }
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        b[i] = get(n, a, N - 1 - i, 5) + view(n, a, N - 1 - i, 7) + backwards(n, a, N - 1 - i);
    show();
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int width = n;
        double(*rows)[width] = (void *)a;
        width -= 3;
        b[i] = rows[N - 1 - i][5] + width;
    }
    show();

    unsigned one = (unsigned)argc, two = 2;
#pragma hydra parallel for
    for (i = 3; i < N; i++) {
        const double *p = c;
        p += (unsigned)i - two;
        b[i] = *p + *((unsigned)i - 3u + c) + *(c + ((unsigned)i + -one)) + *(c + ((unsigned)i + -1));
    }
    show();

    int least = INT_MIN + argc - 1, minus = -argc;
    long deepest = LONG_MIN + argc - 1;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        b[i] = i;
        if (minus > 0)
            b[i] = a[least / minus][deepest % minus] + c[deepest / minus + least % minus];
    }
    show();
    int d = argc - 1, count = d ? N : 0;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        if (d) {
            const double *r = 100 / d > 2 ? c : a[1];
            b[i] = r[i];
        }
#pragma hydra parallel for
    for (i = 0; i < count; i++)
        b[i] = c[100 / d];
#pragma hydra parallel for
    for (i = 0; i < count; i++) {
        const double *r = 100 / d > 2 ? c : a[1];
        b[i] += r[i];
    }
    show();
    return 0;
}
