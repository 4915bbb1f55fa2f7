// args: 29 23
// ranks: 1 2 3 4 7 9
// deals: 12 auto, 16 auto, 4 block, 4 cyclic, 12 grid:4x3
// distributed: 31 39 44 53 58 68 76 79 87 113 122 136 145 150 174 180 186 192 198 217 222 226 230
// offloaded: 31 39 44 53 58 68 76 79 87 113 122 136 145 150 174 180 186 192 198 217 222 226 230
/* Loops along the edges of arrays between loops over their rows: whoever has a line runs what writes it. Walls and
 * mirrors of several arrays in one loop, ghost rows and columns of a torus, faces of a block, edges under conditions,
 * edges that read far rows, a matrix in flat memory, and lines of which a rank may have one alone. */
#include <stdio.h>
#include <stdlib.h>

struct flow {
    int nx, ny;
    double *u, *v, *p;
};

#define AT(f, a, i, j) ((f)->a[(i) * (f)->ny + (j)])

static double mixed(int n, int m, double (*a)[m])
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[i][j] * (double)((3 * i + 5 * j) % 13);
    return sum;
}

static void relax(int n, int m, double (*to)[m], double (*from)[m])
{
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void mirror(int n, int m, double (*b)[m])
{
#pragma hydra parallel for
    for (int j = 0; j < m; j++) {
        b[0][j] = b[1][j];
        b[n - 1][j] = b[n - 2][j] + 0.125;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        b[i][0] = b[i][1];
        b[i][m - 1] = -b[i][m - 2];
    }
}

static void torus(int n, int m, double (*b)[m])
{
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) {
        b[i][0] = b[i][m - 2];
        b[i][m - 1] = b[i][1];
    }
#pragma hydra parallel for
    for (int j = 0; j < m; j++) {
        b[0][j] = b[n - 2][j];
        b[n - 1][j] = b[1][j];
    }
}

/* Shifted and chosen; far rows; one side only. */
static void inlet(int n, int m, int step, double (*b)[m], double (*other)[m])
{
#pragma hydra parallel for
    for (int j = 1; j < m - 1; j++) {
        double wave = (double)((j + step) % 5);
        if (wave > 1.0)
            b[0][j] = wave;
        else
            b[0][j] = other[n / 2][j] - wave;
    }
#pragma hydra parallel for
    for (int j = 1; j < m - 1; j++)
        b[n - 1][j] = 0.5 * (other[n - 2][j - 1] + other[n - 2][j + 1]);
#pragma hydra parallel for
    for (int j = 2; j < m; j++)
        b[0][j] += b[1][j - 2];
}

static void plate(int n, int m, int steps, int kind)
{
    double(*a)[m] = malloc(sizeof(double[n][m])), (*b)[m] = malloc(sizeof(double[n][m]));
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = b[i][j] = (double)((i * 5 + j * 3) % 17);
    for (int t = 0; t < steps; t++) {
        relax(n, m, b, a);
        if (kind == 0)
            mirror(n, m, b);
        else if (kind == 1)
            torus(n, m, b);
        else
            inlet(n, m, t, b, a);
        double(*old)[m] = a;
        a = b;
        b = old;
        if (t == steps / 2)
            printf("corner %.17g, side %.17g\n", a[0][m - 1], a[n - 1][m / 2]);
    }
    printf("plate %d x %d, %d: %.17g\n", n, m, kind, mixed(n, m, a));
    free(a);
    free(b);
}

static void walls(struct flow *f)
{
    int nx = f->nx, ny = f->ny;
#pragma hydra parallel for
    for (int j = 0; j < ny; j++) {
        AT(f, u, 0, j) = 0.0;
        AT(f, v, 0, j) = -AT(f, v, 1, j);
        AT(f, p, 0, j) = AT(f, p, 1, j);
        AT(f, u, nx - 1, j) = AT(f, u, nx - 2, j);
        AT(f, v, nx - 1, j) = AT(f, v, nx - 2, j);
        AT(f, p, nx - 1, j) = 0.0;
    }
#pragma hydra parallel for
    for (int i = 0; i < nx; i++) {
        AT(f, u, i, 0) = -AT(f, u, i, 1);
        AT(f, u, i, ny - 1) = 2.0 - AT(f, u, i, ny - 2);
        AT(f, p, i, 0) = AT(f, p, i, 1);
        AT(f, p, i, ny - 1) = AT(f, p, i, ny - 2);
    }
}

static void cavity(int nx, int ny, int steps)
{
    size_t bytes = (size_t)nx * (size_t)ny * sizeof(double);
    struct flow f = {nx, ny, malloc(bytes), malloc(bytes), malloc(bytes)};
    double *q = malloc(bytes);
#pragma hydra parallel for
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            f.u[i * ny + j] = i % 3;
            f.v[i * ny + j] = j % 4;
            f.p[i * ny + j] = (i + j) % 5;
            q[i * ny + j] = 0.0;
        }
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i < nx - 1; i++)
            for (int j = 1; j < ny - 1; j++)
                q[i * ny + j] = f.p[i * ny + j] - 0.0625 * (f.u[(i + 1) * ny + j] - f.u[(i - 1) * ny + j] +
                                                            f.v[i * ny + j + 1] - f.v[i * ny + j - 1]);
#pragma hydra parallel for
        for (int i = 1; i < nx - 1; i++)
            for (int j = 1; j < ny - 1; j++) {
                f.p[i * ny + j] = q[i * ny + j];
                f.u[i * ny + j] -= 0.03125 * (q[i * ny + j] - f.p[i * ny + j - 1]);
                f.v[i * ny + j] += 0.03125 * q[i * ny + j];
            }
        walls(&f);
    }
    double sum = 0.0;
    for (int i = 0; i < nx * ny; i++)
        sum += (double)(i % 7) * (f.u[i] + 2.0 * f.v[i] + 4.0 * f.p[i]);
    printf("cavity: %.17g\n", sum);
    free(f.u);
    free(f.v);
    free(f.p);
    free(q);
}

#define D 10
static double block[D + 2][D][D + 1], next[D + 2][D][D + 1];

static void faces(int steps)
{
#pragma hydra parallel for
    for (int i = 0; i < D + 2; i++)
        for (int j = 0; j < D; j++)
            for (int k = 0; k <= D; k++)
                block[i][j][k] = (double)((i + 2 * j + 3 * k) % 7);
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i <= D; i++)
            for (int j = 1; j < D - 1; j++)
                for (int k = 1; k < D; k++)
                    next[i][j][k] = 0.5 * block[i][j][k] + 0.125 * (block[i - 1][j][k] + block[i + 1][j][k] +
                                                                  block[i][j - 1][k] + block[i][j + 1][k]);
#pragma hydra parallel for
        for (int j = 0; j < D; j++)
            for (int k = 0; k <= D; k++) {
                next[0][j][k] = next[1][j][k];
                next[D + 1][j][k] = next[D][j][k];
            }
#pragma hydra parallel for
        for (int i = 0; i < D + 2; i++)
            for (int k = 0; k <= D; k++) {
                next[i][0][k] = next[i][1][k];
                next[i][D - 1][k] = next[i][D - 2][k];
            }
#pragma hydra parallel for
        for (int i = 0; i < D + 2; i++)
            for (int j = 0; j < D; j++)
                for (int k = 0; k <= D; k++)
                    block[i][j][k] = k == 0 || k == D ? next[i][j][D / 2] : next[i][j][k];
    }
    double sum = 0.0;
    for (int i = 0; i < D + 2; i++)
        for (int j = 0; j < D; j++)
            for (int k = 0; k <= D; k++)
                sum += block[i][j][k] * (double)((i + j * k) % 9);
    printf("faces: %.17g\n", sum);
}

/* A part of a large array, and lines of it. */
static double large[400][64], copy[400][64];

static void part_of(int n, int m, int steps)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            large[i][j] = (double)((i * 3 + j) % 11);
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                copy[i][j] = large[i][j] + 0.25 * (large[i - 1][j] - large[i + 1][j]);
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                large[i][j] = copy[i][j];
#pragma hydra parallel for
        for (int j = 0; j < m; j++)
            large[n - 1][j] = large[n - 2][j];
    }
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += large[i][j] * (double)(1 + (i + j) % 3);
    printf("part: %.17g\n", sum);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 29, m = argc > 2 ? atoi(argv[2]) : 23;
    for (int kind = 0; kind < 3; kind++)
        plate(n, m, 12, kind);
    plate(5, 40, 5, 0);
    plate(4, 4, 3, 1);
    cavity(n + 3, m, 10);
    faces(6);
    part_of(40, 33, 8);
    return 0;
}
