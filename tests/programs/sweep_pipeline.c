// deals: 4 grid, 5 auto
// distributed: 46 52 70 82 113 117 138 142 179 186 194 198 215 219
// offloaded: 46 52 70 82 113 117 138 142 179 186 194 198 215 219
/* Loops along columns that take turns with loops along rows of the same arrays, so that rows stay and the columns are
 * run through as a pipeline: forwards, backwards and both, over several rows' distance, with bounds that are not the
 * array's, vectors that go along, conditions, other spellings of the loops; and some that may not be run that way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 37

static double x[SIZE][SIZE], a[SIZE][SIZE], b[SIZE][SIZE];
static int u[SIZE][SIZE], v[SIZE][SIZE], w[SIZE][SIZE];

static void fill(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            x[i][j] = (double)((i * (j + 1) + 1) % 23) / 7;
            a[i][j] = (double)((i * (j + 2) + 2) % 7) / 10;
            b[i][j] = 2.0 + (double)((i + j * 3) % 5) / 9;
            u[i][j] = (i * 7 + j * 3) % 19;
            v[i][j] = (i * 3 + j * 5) % 17;
            w[i][j] = (i * 11 + j) % 13;
        }
}

static void show(const char *what, const void *data, size_t bytes)
{
    const unsigned char *at = data;
    unsigned long sum = 5381;
    for (size_t i = 0; i < bytes; i++)
        sum = sum * 33 + at[i];
    printf("%s %lx\n", what, sum);
}

#define SHOW(array) show(#array, array, sizeof(array))

/* Bounds that are not the arrays', columns from 2 on. */
static void both_ways(int n, int steps)
{
    fill();
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++) {
                x[i][j] -= x[i][j - 1] * a[i][j] / b[i][j - 1];
                b[i][j] -= a[i][j] * a[i][j] / b[i][j - 1];
            }
#pragma hydra parallel for
        for (int j = 2; j < n - 1; j++) {
            for (int i = 1; i < n; i++) {
                x[i][j] -= x[i - 1][j] * a[i][j] / b[i - 1][j];
                b[i][j] -= a[i][j] * a[i][j] / b[i - 1][j];
            }
            x[n - 1][j] /= b[n - 1][j];
            for (int i = n - 2; i >= 1; i--)
                x[i][j] = (x[i][j] - x[i - 1][j] * a[i - 1][j]) / b[i][j];
        }
    }
    SHOW(x);
    SHOW(b);
}

/* From two rows above, of another array, too; the row loop in a function of its own, the counter private. */
static void along_rows(int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++) {
            u[i][j] = (u[i][j] + 3 * u[i][j - 1]) % 1009;
            v[i][j] = (v[i][j - 1] + u[i][j]) % 997;
            w[i][j] += u[i][j] % 3;
        }
}

static void along_columns(int n)
{
    int i;
#pragma hydra parallel for private(i)
    for (int j = 0; j < n; j++) {
        for (i = 2; i <= n - 1; ++i) {
            u[i][j] = (u[i][j] + 5 * u[i - 2][j] + v[i - 1][j]) % 1009;
            v[i][j] = (v[i][j] + w[i][j] + u[i][j]) % 997;
        }
        u[0][j] += v[n - 1][j];
        u[1][j] = u[0][j] % 7;
    }
}

static void two_rows(int n, int steps)
{
    fill();
    for (int t = 0; t < steps; t++) {
        along_rows(n);
        along_columns(n);
    }
    SHOW(u);
    SHOW(v);
    SHOW(w);
}

/* Backwards only, in float; old rows above and new ones below, under a condition. */
static void backwards(long n, int steps)
{
    float(*f)[n + 3] = malloc(sizeof(float[n][n + 3]));
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n + 3; j++)
            f[i][j] = (float)((i * 5 + j * 3) % 11) / 3;
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (long i = 0; i < n; i++)
            for (long j = n - 2; j >= 0; j--)
                f[i][j] = (f[i][j] + f[i][j + 1]) * 0.5f;
#pragma hydra parallel for
        for (long j = 0; j < n; j++)
            for (long i = n - 3; i > 0; --i) {
                float below = f[i + 2][j + 1];
                if (below > f[i - 1][j + 1])
                    f[i][j + 1] = f[i][j + 1] * 0.75f + below * 0.25f;
            }
    }
    show("f", f, sizeof(float[n][n + 3]));
    free(f);
}

/* Sums that go down the columns and up again; what stands between the loops has variables of its own. */
static void sums(int n, int steps)
{
    double(*y)[n] = malloc(sizeof(double[n][n]));
    double *down = malloc(n * sizeof *down), *most = malloc(n * sizeof *most);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i][j] = (double)((i * 5 + j * 3) % 11) / 3;
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                y[i][j] = y[i][j] * 0.9 + (i + j) % 3;
#pragma hydra parallel for
        for (int j = 0; j < n; j++) {
            down[j] = 0.0;
            most[j] = y[0][j];
            for (int i = 0; i < n; i++) {
                down[j] += y[i][j];
                if (y[i][j] > most[j])
                    most[j] = y[i][j];
            }
            double mean = down[j] / n;
            y[0][j] = mean;
            y[n - 1][j] = most[j] - mean;
            for (int i = 0; i < n; i++)
                y[i][j] -= down[j] / (n + 1);
        }
    }
    show("y", y, sizeof(double[n][n]));
    show("down", down, n * sizeof *down);
    show("most", most, n * sizeof *most);
    free(y);
    free(down);
    free(most);
}

/* Not carried: rows beside on both sides, into another array; and a loop in planes. */
static void beside(int n, int steps)
{
    int planes = 5;
    double(*p)[n][planes] = malloc(sizeof(double[n][n][planes]));
    double *q = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            q[i * n + j] = (i * 3 + j) % 10;
            for (int k = 0; k < planes; k++)
                p[i][j][k] = (i + 2 * j + 3 * k) % 9;
        }
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++) {
                q[i * n + j] += q[i * n + j - 1] * 0.25;
                for (int k = 0; k < planes; k++)
                    p[i][j][k] += p[i][j - 1][k] * 0.5;
            }
#pragma hydra parallel for
        for (int j = 0; j < n; j++)
            for (int i = 1; i < n; i++)
                for (int k = 0; k < planes; k++)
                    p[i][j][k] = (p[i][j][k] + p[i - 1][j][k]) * 0.5;
    }
    show("p", p, sizeof(double[n][n][planes]));
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++)
                q[i * n + j] += q[i * n + j - 1] * 0.25;
#pragma hydra parallel for
        for (int j = 0; j < n; j++) {
            for (int i = 1; i < n; i++)
                q[i * n + j] = (q[i * n + j] + q[(i - 1) * n + j]) * 0.5;
            for (int i = n - 2; i >= 0; i -= 1)
                q[i * n + j] -= q[(i + 1) * n + j] * 0.125;
        }
    }
    show("q", q, sizeof(double) * n * n);
    free(p);
    free(q);
}

/* Two pointers that lead to one array, or to two: only the launch knows. */
static void aliased(int n, int steps, double (*to)[SIZE], double (*from)[SIZE])
{
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++)
                to[i][j] += to[i][j - 1] * 0.25;
#pragma hydra parallel for
        for (int j = 0; j < n; j++)
            for (int i = 1; i < n; i++)
                to[i][j] = to[i][j] * 0.5 + from[i - 1][j];
    }
}

int main(void)
{
    for (int n = 3; n <= SIZE; n += 17) {
        both_ways(n, 3);
        two_rows(n, 3);
        backwards(n, 3);
        sums(n, 3);
        beside(n, 3);
        fill();
        aliased(n, 2, x, a);
        aliased(n, 2, b, b);
        SHOW(x);
        SHOW(b);
    }
    return 0;
}
