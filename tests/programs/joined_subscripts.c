// distributed: 37 42 51 58 73 91 101
// offloaded: 37 42 51 58 73 91 101
// Subscripts that several paths give, of which one is a remainder or quotient by a size that is known at run time: the
// section has what each path reaches.
#include <stdio.h>
#include <stdlib.h>

static const int hop[4] = {0, 2, 1, 3};

static int fold(int k, int n)
{
    if (k < 0)
        return -k % n;
    if (k >= n)
        return k % n;
    return k;
}

static int by_kind(int kind, int k, int n)
{
    switch (kind % 3) {
    case 0:
        return k < 0 ? 0 : k % n;
    case 1:
        return k >= 0 && k < n ? k : n - 1;
    default:
        return n / 2;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 41, d = argc > 2 ? atoi(argv[2]) : -3;
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), sum[8] = {0};

#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = 1.5 * i + i * i % 7;

    // The plain arm beside a remainder.
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int k = i - 2;
        y[i] = x[k < 0 ? -k % n : k];
    }
    for (int i = 0; i < n; i++)
        sum[0] += y[i] * (i + 1);

    // Both arms are remainders, of a distance known at run time.
#pragma hydra parallel for
    for (int i = 3; i < n; i++)
        y[i] = x[i + d < 0 ? -(i + d) % n : (i + d) % n];
    for (int i = 0; i < n; i++)
        sum[1] += y[i] * (i + 1);

    // In an inner loop, behind a condition with continue.
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = -3; j <= 3; j++) {
            int k = i + j;
            if (k == 1)
                continue;
            s += x[k < 0 ? -k % n : k < n ? k : k % n];
        }
        y[i] = s;
    }
    for (int i = 0; i < n; i++)
        sum[2] += y[i] * (i + 1);

    // By if and else, by a loop that is left early, by returns, by cases.
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int k = i - 2, m = i + 5;
        if (k < 0)
            k = -k % n;
        else if (k % 2)
            k = k * 1 % n;
        for (int c = 0; c < 3; c++) {
            if (m < n)
                break;
            m -= n;
        }
        y[i] = x[k] + 2 * x[m] + 3 * x[fold(i - 4, n)] + 4 * x[by_kind(i, i + 1, n)];
    }
    for (int i = 0; i < n; i++)
        sum[3] += y[i] * (i + 1);

    // A table in one arm, unsigned arithmetic that wraps in another, pointers chosen by a condition.
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int k = i - 1;
        const double *p = k >= 0 && k / n < 1 ? &x[k] : &x[n - 1];
        y[i] = x[i < 4 ? hop[i] : i] + 2 * x[(int)(k < 0 ? (unsigned)-k % (unsigned)n : (unsigned)k)] + 3 * *p;
    }
    for (int i = 0; i < n; i++)
        sum[4] += y[i] * (i + 1);

    // A condition in whose right half a remainder stands; a clamped and a wrapped neighbour in one expression.
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int left = i - 3, right = i + 3;
        y[i] = x[left >= 0 && left % n != 5 ? left : 0] + x[right >= n ? right % n : right];
    }
    for (int i = 0; i < n; i++)
        sum[5] += y[i] * (i + 1);

    for (int k = 0; k < 6; k++)
        printf("%.3f\n", sum[k]);
    free(x);
    free(y);
    return 0;
}
