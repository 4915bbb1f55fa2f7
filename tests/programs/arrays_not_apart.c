// gcc: -O3
// verify: no
// stderr: overlap
// replicated: 22 37 52 63 74
/* Functions whose loops are parallel as long as their arrays are different ones, called with arrays that are not: a
   matrix and itself one column further on, a stream and itself half a row back, a vector and itself one element further
   on, bodies that move while they attract each other. What they then compute depends on the order of the iterations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 23
#define COLS 301

struct point {
    double x, y, z;
};

static void eliminate(int n, int m, double (*x)[m], double (*a)[m], double (*b)[m])
{
#pragma hydra parallel for
    for (int j = 0; j < m; j++) {
        for (int i = 1; i < n; i++) {
            x[i][j] -= x[i - 1][j] * a[i][j] / b[i - 1][j];
            b[i][j] -= a[i][j] * a[i][j] / b[i - 1][j];
        }
        x[n - 1][j] /= b[n - 1][j];
        for (int i = n - 2; i >= 0; i--)
            x[i][j] = (x[i][j] - x[i + 1][j] * a[i][j]) / b[i][j];
    }
}

static void running(int n, int m, int stride, long long *to, const long long *from)
{
    int i;
#pragma hydra parallel for private(i)
    for (long j = 0; j < m; j++) {
        for (i = 1; i < n; i++)
            to[i * stride + j] = 3 * to[(i - 1) * stride + j] + from[i * stride + j] % 1000;
        for (i = n - 2; i >= 0; i--) {
            long long below = to[(i + 1) * stride + j];
            if (below % 2 == 0)
                to[i * stride + j] += below / 2 + from[i * stride + j] % 10;
        }
    }
}

static void mix(int rows, int n, float *left, float *right)
{
    int i, j;
#pragma hydra parallel for private(j)
    for (i = 0; i < rows; i++)
        for (j = 1; j < n; j++) {
            const float was = right[i * n + j];
            right[i * n + j] = was * 0.75f + right[i * n + j - 1] * 0.25f;
            left[i * n + j] = left[i * n + j - 1] * 0.5f + was;
        }
}

static void rows_of(int rows, int n, double (*a)[n], const double *v, double *sums)
{
#pragma hydra parallel for
    for (int i = 0; i < rows; i++) {
        double s = 0.0;
        for (int j = 0; j < rows; j++)
            s += sqrt(fabs(a[i][j])) * v[j];
        sums[i] = s;
    }
}

static void attract(int n, const struct point *p, struct point *v)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double fx = 0.0, fy = 0.0, fz = 0.0;
        for (int j = 0; j < n; j++) {
            double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
            double r2 = dx * dx + dy * dy + dz * dz + 0.25;
            double f = 1.0 / (r2 * sqrt(r2));
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
        }
        v[i].x += 0.125 * fx;
        v[i].y += 0.125 * fy;
        v[i].z += 0.125 * fz;
    }
}

static long long mixed(int n, const long long *c)
{
    long long h = 17;
    for (int k = 0; k < n; k++)
        h = (h * 31 + c[k]) % 1000000007LL;
    return h;
}

int main(void)
{
    static double low[ROWS][COLS];
    double *store = malloc(sizeof(double) * ROWS * COLS + 64), s = 0.0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            low[i][j] = (double)((i + 2 * j) % 7) / 10.0;
    for (int k = 0; k < ROWS * COLS + 2; k++)
        store[k] = 2.0 + (double)(k * 7 % 19) / 8.0;
    eliminate(ROWS - 1, COLS, (double (*)[COLS])store, low, (double (*)[COLS])(store + 1));
    for (int k = 0; k < ROWS * COLS; k++)
        s += store[k] * (1 + k % 13);
    printf("one column further on: %.15g, %.17g\n", s, store[5 * COLS + 140]);
    eliminate(ROWS - 1, COLS, (double (*)[COLS])(store + 1), low, (double (*)[COLS])store);
    printf("one column back: %.17g %.17g\n", store[7 * COLS + 130], store[20 * COLS + 299]);

    static long long paths[ROWS * COLS];
    for (int k = 0; k < ROWS * COLS; k++)
        paths[k] = (k * 3 + k / COLS) % 4;
    running(ROWS, COLS - 1, COLS, paths + 1, paths);
    printf("running, to the right: %lld\n", mixed(ROWS * COLS, paths));
    running(ROWS, COLS - 1, COLS, paths, paths + 1);
    printf("running, to the left: %lld\n", mixed(ROWS * COLS, paths));

    enum { N = 64 };
    float *stream = malloc(sizeof(float) * (ROWS + 1) * N);
    for (int k = 0; k < (ROWS + 1) * N; k++)
        stream[k] = (float)(k * 13 % 37) / 16.0f;
    mix(ROWS, N, stream + N / 2, stream);
    printf("mixed half a row behind: %.9g %.9g\n", stream[10 * N + 9], stream[22 * N + 63]);
    mix(ROWS, N, stream, stream + N / 2);
    printf("mixed half a row in front: %.9g %.9g\n", stream[11 * N + 33], stream[22 * N + 63]);

    double v[ROWS + 1];
    for (int k = 0; k <= ROWS; k++)
        v[k] = 0.25 + (double)(k % 5) / 30.0;
    rows_of(ROWS, COLS, low, v, v + 1);
    printf("sums over rows, into the vector: %.17g %.17g\n", v[1], v[ROWS]);
    struct point p[45];
    for (int k = 0; k < 45; k++)
        p[k] = (struct point){k * 7 % 11, k * 5 % 13 + 0.1 * k, k * 3 % 17};
    attract(45, p, p);
    printf("attract each other: %.17g %.17g %.17g\n", p[0].x, p[17].y, p[44].z);
    free(store);
    free(stream);
    return 0;
}
