// distributed: 24 51 70 84 98 126 137 151
// offloaded: 24 51 70 84 98 126 137 151
// Memory is copied between the arrays of parallel loops by memcpy, memmove, struct assignment and memset: whole, in
// parts, row by row, shifted within one array, between shapes, into buffers and back, in functions and conditions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 37
#define COLS 29

static double grid[ROWS][COLS], old[ROWS][COLS];
static int counts[ROWS * COLS];

struct layer {
    double weight[40];
    double bias[8];
    int used;
};

static void sweep(void)
{
#pragma hydra parallel for
    for (int i = 1; i < ROWS - 1; i++)
        for (int j = 1; j < COLS - 1; j++)
            grid[i][j] = 0.2 * (old[i][j] + old[i - 1][j] + old[i + 1][j] + old[i][j - 1] + old[i][j + 1]);
}

static void save(double *to, const double *from, size_t n)
{
    memcpy(to, from, n * sizeof *to);
}

static int save_and_count(double *to, const double *from, int n)
{
    memcpy(to, from, n * sizeof(double));
    return n;
}

static void print(const char *name, const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * (i % 7 + 1);
    printf("%s: %.9g %.9g %.9g\n", name, a[0], a[n / 2], s);
}

static void fill(double *a, int n, double by)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = by * i + i % 5;
}

static void halves(void)
{
    int n = 90;
    double *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b);
    fill(a, n, 0.5);
    fill(b, n, -1);
    memcpy(b + n / 2, a, n / 2 * sizeof(double)); /* the first half over the second */
    print("b", b, n);
    fill(a, n, 2);
    memmove(a + 3, a, (n - 3) * sizeof *a); /* up by three */
    print("up", a, n);
    fill(a, n, 3);
    memmove(a, a + 10, (n - 10) * sizeof *a); /* down by ten */
    print("down", a, n);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        b[i] += a[n - 1 - i];
    print("both", b, n);
    free(a);
    free(b);
}

static void rows(void)
{
    double (*m)[COLS] = malloc(sizeof(double[ROWS][COLS])), (*w)[COLS] = malloc(sizeof(double[ROWS][COLS]));
    fill(&m[0][0], ROWS * COLS, 0.25);
    for (int i = 0; i < ROWS; i++)
        memcpy(w[i], m[ROWS - 1 - i], COLS * sizeof(double)); /* upside down */
#pragma hydra parallel for
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            m[i][j] = w[i][j] - w[ROWS - 1 - i][j];
    print("turned", &w[0][0], ROWS * COLS);
    print("differences", &m[0][0], ROWS * COLS);
    free(m);
    free(w);
}

static void shapes(void)
{
    double *line = malloc(sizeof grid);
    memcpy(line, grid, sizeof grid);
#pragma hydra parallel for
    for (int k = 0; k < ROWS * COLS; k++)
        line[k] = line[k] * 2 + k;
    memcpy(grid, line, sizeof grid);
    memcpy(&grid[5][4], line + 7, 100 * sizeof(double));
    print("grid", &grid[0][0], ROWS * COLS);
    free(line);
}

static void buffers(void)
{
    double row[COLS], square[ROWS][ROWS];
    unsigned char bytes[sizeof(double) * 20];
    fill(&square[0][0], ROWS * ROWS, 0.125);
    memcpy(row, square[ROWS / 2], sizeof row);
    for (int j = 0; j < COLS; j++)
        row[j] += 1;
    memcpy(square[3], row, sizeof row);
    memcpy(bytes, &square[ROWS - 2][1], sizeof bytes);
    memcpy(&square[0][0], bytes, sizeof bytes);
    print("square", &square[0][0], ROWS * ROWS);
}

static void layers(void)
{
    struct layer net[4], best, *last = &net[3];
    for (int l = 0; l < 4; l++) {
        double *w = net[l].weight;
#pragma hydra parallel for
        for (int i = 0; i < 40; i++)
            w[i] = l * 100 + i;
        for (int i = 0; i < 8; i++)
            net[l].bias[i] = l - i;
        net[l].used = 40 - l;
    }
    best = net[2];
    *last = net[1];
    net[0] = *last;
    double *w = best.weight, *u = net[0].weight;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        w[i] = w[i] * 0.5 + u[39 - i];
    net[1] = best;
    print("best", net[1].weight, 40);
    print("first", net[0].weight, 40);
    printf("%d %d %g\n", net[1].used, net[3].used, net[3].bias[2]);
}

static void zeros(int n)
{
    double *a = malloc(n * sizeof *a);
    fill(a, n, 1);
    memset(a + n / 4, 0, (size_t)(n / 3) * sizeof *a);
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        counts[i] += (int)a[i - 1];
    print("zeros", a, n);
    long total = 0;
    for (int i = 0; i < n; i++)
        total += counts[i] * (long)i;
    printf("%ld\n", total);
    free(a);
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            grid[i][j] = old[i][j] = (i * 31 + j * 17) % 23;
    int kept = 0;
    double snapshot[ROWS][COLS];
    for (int t = 0; t < 12; t++) {
        sweep();
        if (t % 4 == 3) {
            save(&snapshot[0][0], &grid[0][0], ROWS * COLS);
            kept += save_and_count(&old[0][0], &snapshot[0][0], ROWS * COLS);
        } else {
            memcpy(old, grid, sizeof old);
        }
        if (t == 6 && save_and_count(snapshot[2], grid[1], 2 * COLS) + snapshot[2][3] > 3 * COLS)
            printf("kept two rows\n");
    }
    printf("%d\n", kept);
    print("old", &old[0][0], ROWS * COLS);
    print("snapshot", &snapshot[0][0], ROWS * COLS);
    halves();
    rows();
    shapes();
    buffers();
    layers();
    zeros(64);
    return 0;
}
