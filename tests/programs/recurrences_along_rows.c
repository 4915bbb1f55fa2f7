// gcc: -O3
// distributed: 17 32 44 56 70 81
// offloaded: 17 32 44 56 70 81
/* Filters that run along rows: each element needs the one before it, so a row is slow and rows are independent. Sums over
   rows and over columns, and bodies that attract each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
    double x, y, z;
};

static void smooth(int rows, int n, double (*x)[n], double (*a)[n], double w)
{
#pragma hydra parallel for
    for (int i = 0; i < rows; i++) {
        for (int j = 1; j < n; j++) {
            x[i][j] = w * x[i][j - 1] + (1.0 - w) * x[i][j];
            a[i][j] = 0.5 * a[i][j] + 0.25 * a[i][j - 1] + 0.125 * x[i][j];
        }
        a[i][n - 1] /= 3.0;
        for (int j = n - 2; j >= 0; j -= 1)
            x[i][j] = w * x[i][j + 1] + (0.75 - w) * x[i][j] + 0.25 * a[i][j + 1];
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

/* Rows get shorter, and some are left out. */
static void triangle(int n, long (*c)[n])
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++)
            c[i][j] = (c[i][j - 1] * 5 + c[i][j]) % 10007;
        if (i % 3 == 0)
            for (int j = 1; j < n; j++)
                c[i][j] += c[i][j - 1] % 3;
    }
}

static void columns_of(int rows, int n, double (*a)[n], const double *v, double *sums, double *least)
{
#pragma hydra parallel for
    for (int j = 0; j < n; j++) {
        double s = 0.0, low = 1e9;
        for (int i = 0; i < rows; i++) {
            s += a[i][j] * v[i];
            low = a[i][j] < low ? a[i][j] : low;
        }
        sums[j] = s;
        least[j] = low;
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

static unsigned long long hash(const void *memory, size_t bytes)
{
    const unsigned char *byte = memory;
    unsigned long long h = 1469598103934665603ULL;
    for (size_t k = 0; k < bytes; k++)
        h = (h ^ byte[k]) * 1099511628211ULL;
    return h;
}

int main(void)
{
    enum { ROWS = 27, N = 64 };
    double(*x)[N] = malloc(sizeof(double[ROWS][N])), (*a)[N] = malloc(sizeof(double[ROWS][N]));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < N; j++) {
            x[i][j] = (double)((i * 31 + j * 17) % 29) / 7.0;
            a[i][j] = (double)((i * 11 + j * 5) % 13) / 26.0;
        }
    for (int step = 0; step < 3; step++) {
        smooth(ROWS, N, x, a, 0.25);
        double(*other)[N] = x;
        x = a;
        a = other;
    }
    printf("smooth %.17g %.17g %llx\n", x[13][20], a[26][63], hash(x, sizeof(double[ROWS][N])));
    smooth(ROWS, N, x, x, 0.5);
    printf("smooth, one matrix %.17g %llx\n", x[5][40], hash(x, sizeof(double[ROWS][N])));

    float *stream = malloc(sizeof(float) * (ROWS + 1) * N), *second = malloc(sizeof(float) * (ROWS + 1) * N);
    for (int k = 0; k < (ROWS + 1) * N; k++) {
        stream[k] = (float)(k * 13 % 37) / 16.0f;
        second[k] = (float)(k * 5 % 41) / 32.0f;
    }
    mix(ROWS, N, stream, second);
    printf("mix %.9g %.9g\n", stream[10 * N + 9], second[20 * N + 63]);
    long(*c)[N] = malloc(sizeof(long[N][N])), sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = i * 3 + j;
    triangle(N, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = (sum * 3 + c[i][j]) % 1000003;
    printf("triangle %ld\n", sum);

    double v[N + 1], sums[N], least[N];
    for (int k = 0; k <= N; k++)
        v[k] = 1.0 + (double)(k % 5) / 3.0;
    columns_of(ROWS, N, x, v, sums, least);
    printf("columns %.17g %.17g %.17g\n", sums[0], sums[63], least[31]);
    rows_of(ROWS, N, x, v, sums);
    printf("rows %.17g %.17g\n", sums[1], sums[26]);
    struct point p[45], w[45];
    for (int k = 0; k < 45; k++) {
        p[k] = (struct point){k * 7 % 11, k * 5 % 13 + 0.1 * k, k * 3 % 17};
        w[k] = (struct point){0.0, 0.0, 0.0};
    }
    attract(45, p, w);
    printf("attract %.17g %.17g %.17g\n", w[0].x, w[17].y, w[44].z);
    free(x);
    free(a);
    free(stream);
    free(second);
    free(c);
    return 0;
}
