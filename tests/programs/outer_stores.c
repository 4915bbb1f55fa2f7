// Loops that store beside an inner loop whose rounds a device shares out: in front of it, behind it, on a condition,
// with values of the iteration's own that are computed from what is stored then, and others that must stay one piece.
// deals: 4 grid
// distributed: 18 50 63 79 94 106 118 134 148 162 169 181
// offloaded: 18 50 63 79 94 106 118 134 148 162 169 181
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 48

static double a[N][N], b[N], c[N][N], s[N], t[N][N];
static int flags[N];

static void fill(int seed)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i][j] = i == j ? N + seed : (i * 3 + j * 7 + seed) % 11 * 0.25;
            c[i][j] = (i * 5 + j) % 7;
            t[i][j] = 0;
        }
        b[i] = (i + seed) % 5 - 1.5;
        s[i] = i % 3;
        flags[i] = (i * seed) % 4;
    }
}

static void show(const char *what)
{
    double sums[5] = {0, 0, 0, 0, 0};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            sums[0] += a[i][j] * (1 + (i + 2 * j) % 5);
            sums[1] += b[i];
            sums[2] += c[i][j] * (1 + (2 * i + j) % 5);
            sums[3] += s[i] * (1 + i % 4) + flags[i];
            sums[4] += t[i][j] * (1 + (i + j) % 3);
        }
    printf("%s: %.9g %.9g %.9g %.9g %.9g\n", what, sums[0], sums[1], sums[2], sums[3], sums[4]);
    for (int i = 0; i < N; i += 7)
        printf("  %.17g %.17g %.17g %.17g %d\n", a[i][(i * 5) % N], b[i], c[(i * 3) % N][i], s[i], flags[i]);
}

static void lu(void)
{
    for (int k = 0; k < N - 1; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < N; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
}

// The factor is a variable, which is stored where it was computed from.
static void lu_factor(void)
{
    for (int k = 0; k < N - 1; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < N; i++) {
            const double m = a[i][k] / a[k][k];
            a[i][k] = m;
            for (int j = k + 1; j < N; j++)
                a[i][j] -= m * a[k][j];
        }
    }
}

// With a right-hand side behind the loop.
static void gauss(void)
{
    for (int k = 0; k < N - 1; k++) {
        int j;
        double f;
#pragma hydra parallel for private(j, f)
        for (int i = k + 1; i < N; i++) {
            f = a[i][k] / a[k][k];
            for (j = k + 1; j < N; j++)
                a[i][j] -= f * a[k][j];
            b[i] -= f * b[k];
            flags[i] += f > 0.1;
        }
    }
}

// The loop overwrites what the factor is computed from.
static void gauss_from_pivot(void)
{
    for (int k = 0; k < N - 1; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < N; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < N; j++)
                a[i][j] -= f * a[k][j];
            b[i] -= f * b[k];
        }
    }
}

static void conditions(int k)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        if (i != k) {
            double f = s[i];
            if (f > 1.5)
                f = 1.5;
            t[i][0] = f + b[i];
            for (int j = 1; j < N; j++)
                t[i][j] += f * c[k][j] + t[i][0];
            s[i] = f + t[i][N - 1];
        }
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        if (flags[i] == 1)
            continue;
        b[i] += 0.5;
        for (int j = 0; j < N; j++)
            c[i][j] += b[i] * 0.125;
        for (int j = 0; j < N; j++)
            t[i][j] -= c[i][j] * b[i];
        flags[i]++;
    }
}

// Values go from one part to the next in variables.
static void handed_on(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double largest = 0;
        int at = 0;
        for (int j = 0; j < N; j++)
            if (fabs(c[i][j]) > largest) {
                largest = fabs(c[i][j]);
                at = j;
            }
        s[i] = largest;
        for (int j = 0; j < N; j++)
            c[i][j] /= largest + 1;
        flags[i] = at;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double first = t[i][0];
        t[i][0] = first + 1;
        double second = t[i][0] * 2;
        for (int j = 1; j < N; j++)
            t[i][j] += second + first;
        b[i] += second;
    }
}

// What stands in front reads what the loop stores, and the loop what is stored behind it.
static void in_a_ring(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        b[i] = c[i][5] + c[i][N - 1];
        for (int j = 0; j < N; j++)
            c[i][j] = c[i][j] * 0.5 + s[i] + b[i];
        s[i] = c[i][7] * 0.25;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        t[i][3] = 2 * s[i];
        for (int j = 0; j < N; j++)
            t[i][j] += 1 + s[i];
        t[i][4] = t[i][5] + t[i][3];
    }
}

// Pointers that lead to one array.
static void rows_of(double *row, double *other, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        other[i * n] = row[i * n] * 0.5;
        for (int j = 1; j < n; j++)
            row[i * n + j] += other[i * n] + j;
    }
}

int main(void)
{
    fill(1);
    lu();
    show("lu");
    fill(2);
    lu_factor();
    show("factor");
    fill(3);
    gauss();
    show("gauss");
    fill(4);
    gauss_from_pivot();
    show("from the pivot");
    conditions(5);
    conditions(11);
    show("conditions");
    handed_on();
    show("handed on");
    in_a_ring();
    in_a_ring();
    show("in a ring");
    double *p = malloc(2 * N * N * sizeof *p);
    for (int i = 0; i < 2 * N * N; i++)
        p[i] = i % 13;
    rows_of(p, p + N * N, N);
    rows_of(p, p, N);
    double sum = 0;
    for (int i = 0; i < 2 * N * N; i++)
        sum += p[i] * (i % 3);
    printf("rows %.12g %.17g %.17g\n", sum, p[N + 1], p[N * N - 2]);
    free(p);
    return 0;
}
