// ranks: 1 2 3 4
// distributed: 40 55 66 85 88 91 110 118 137
// offloaded: 40 55 66 85 88 91 110 118 137
// Parts of arrays that lie apart: cyclic rows and one more a step, planes that alternate, arrays in an arena; through
// helpers, pointers into rows, members of structs, and numbers of all sizes.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define N 97

typedef struct {
    short tag;
    struct {
        double mass;
        unsigned char flags[3];
    } body;
    bool seen;
    long count;
} Cell;

static int plane[2][N][N + 3];
static Cell cells[N][40];
static float third[3][N][5];

static long weight(const long *row, int from, int to)
{
    long sum = 0;
    for (const long *p = row + from; p != row + to; p++)
        sum += *p % 11;
    return sum;
}

static void grow(double *value, double by) { *value += by; }

static void eliminate(int n, long *a)
{
    for (int k = 0; k < n - 1; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            long *row = a + i * n, factor = row[k] % 7;
            const long *pivot = &a[k * n];
            for (int j = k + 1; j < n; j++)
                row[j] = (row[j] * 3 - factor * pivot[j]) % 100003;
            row[k] = factor + weight(pivot, k, n);
        }
    }
}

static void turn(int steps)
{
    for (int t = 0; t < steps; t++) {
        int now = t % 2, next = (t + 1) % 2;
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N + 2; j++) {
                plane[next][i][j] = (plane[now][i - 1][j] + plane[now][i + 1][j] * 2 + plane[now][i][j - 1]) % 1009;
                plane[next][i][j] += j & 1 ? plane[now][i][j + 1] : 1;
            }
    }
}

static void fill_cells(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 40; j++) {
            Cell *cell = &cells[i][j];
            cell->tag = (short)(i * j % 300);
            cell->body.mass = i + j * 0.25;
            cell->body.flags[j % 3] = (unsigned char)(i * 7 + j);
            cell->seen = (i + j) % 3 == 0;
            cell->count++;
            grow(&cells[i][j].body.mass, cells[i][j].seen ? 0.5 : -1);
            cells[i][j].count <<= 2;
            cells[i][j].count |= cells[i][j].body.flags[1];
        }
}

static double apart(int n)
{
    double *arena = malloc(sizeof(double) * n * 12), *x = arena + n, *y = arena + 6 * n, *z = arena + 11 * n, sum = 0;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            x[i] = i % 23 + t;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            y[n - 1 - i] = x[i] * 2 + (i > 0 ? x[i - 1] : 0);
#pragma hydra parallel for reduction(+:sum)
        for (int i = 0; i < n; i++) {
            z[i] = y[i] - x[n - 1 - i];
            sum += z[i];
        }
        double *last = x;
        x = y;
        y = last;
    }
    for (int i = 0; i < n; i++)
        sum += arena[n + i] + arena[6 * n + i] * 3 + z[i] * 5;
    free(arena);
    return sum;
}

int main(void)
{
    int n = 83;
    long *a = malloc(sizeof(long) * n * n), total = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = (i * 131 + j * 37) % 211;
    eliminate(n, a);
    for (int i = 0; i < n * n; i++)
        total = (total * 31 + a[i]) % 1000000007;
    printf("%ld\n", total);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N + 3; j++)
            plane[0][i][j] = plane[1][i][j] = (i * 5 + j * 3) % 101;
    turn(7);
    total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N + 3; j++)
            total = (total * 31 + plane[0][i][j] * 2 + plane[1][i][j]) % 1000000007;
    printf("%ld\n", total);
    fill_cells();
    fill_cells();
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 40; j++)
            sum += cells[i][j].tag + cells[i][j].body.mass * 2 + cells[i][j].body.flags[j % 3] + cells[i][j].seen +
                   (double)cells[i][j].count;
    printf("%.10g\n", sum);
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < 5; j++)
                third[t][i][j] += third[(t + 2) % 3][i][4 - j] / 2 + (float)(i * j);
    }
    sum = 0;
    for (int i = 0; i < 3 * N * 5; i++)
        sum += third[i / 5 / N][i / 5 % N][i % 5] * (i % 7);
    printf("%.10g\n%.10g\n", sum, apart(501));
    free(a);
    return 0;
}
