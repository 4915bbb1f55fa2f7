// distributed: 46 53 68 78 84 93 108 126
// offloaded: 46 53 68 93 108 126
// Tables of rows that devices follow: rows in one block and in blocks of their own, swapped, shifted, named twice,
// ragged, of structs, three deep, read by serial code in between.
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, T = 6 };

typedef struct {
    double *value;
    int *next;
    int count;
} Cell;

static float *lines[N];

static double **shifted(int rows, int cols)
{
    double **m = malloc(rows * sizeof *m);
    double *block = malloc(rows * cols * sizeof *block);
    for (int i = 0; i < rows; i++)
        m[i] = block + i * cols - 1; // counts from 1
    return m;
}

static double least(const double *row, int n)
{
    double best = row[0];
    for (int j = 1; j < n; j++)
        if (row[j] < best)
            best = row[j];
    return best;
}

int main(void)
{
    double **now = malloc(N * sizeof *now), **then = malloc(N * sizeof *then);
    double **one = shifted(N, N);
    for (int i = 0; i < N; i++) {
        now[i] = malloc(N * sizeof **now);
        then[i] = calloc(N, sizeof **then);
        lines[i] = i % 7 == 3 ? NULL : malloc((i + 1) * sizeof **lines);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            now[i][j] = (i * 5 + j * 3) % 17;
            one[i][j + 1] = i - j;
        }
    for (int t = 0; t < T; t++) {
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++) {
            const double *up = now[i - 1], *here = now[i], *down = now[i + 1];
            double *out = then[i];
            for (int j = 1; j < N - 1; j++)
                out[j] = 0.25 * (up[j] + down[j] + here[j - 1] + here[j + 1]);
        }
        double **other = now;
        now = then;
        then = other;
        if (t % 2)
            printf("%.17g %.17g\n", now[N / 2][N / 3], then[1][1]);
        now[0][0] = t; // the host writes a row
    }
    double sum = 0, low = 1e9;
#pragma hydra parallel for reduction(+ : sum) reduction(min : low)
    for (int i = 0; i < N; i++) {
        for (int j = 1; j <= N; j++)
            sum += one[i][j] * now[i][j - 1];
        const double d = least(now[i], N);
        low = d < low ? d : low;
    }
    printf("%.17g %.17g\n", sum, low);

    // Ragged rows, some of which are not there.
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        if (lines[i] != NULL)
            for (int j = 0; j <= i; j++)
                lines[i][j] = i + j * 0.5f;
    float ends = 0;
#pragma hydra parallel for reduction(+ : ends)
    for (int i = 0; i < N; i++)
        ends += lines[i] ? lines[i][i] : 1;
    printf("%g\n", ends);

    // Entries of one table that name one row, read only.
    double **few = malloc(N * sizeof *few);
    for (int i = 0; i < N; i++)
        few[i] = now[i / 4 * 4];
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            one[N - 1 - i][j + 1] += few[i][j];
    printf("%.17g %.17g\n", one[3][7], one[N - 1][N]);

    // Structs that hold their arrays.
    Cell *cells = malloc(N * sizeof *cells);
    for (int i = 0; i < N; i++) {
        cells[i].count = i % 5 + 1;
        cells[i].value = malloc(cells[i].count * sizeof(double));
        cells[i].next = malloc(cells[i].count * sizeof(int));
        for (int k = 0; k < cells[i].count; k++)
            cells[i].next[k] = (i * k) % N;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < cells[i].count; k++)
            cells[i].value[k] = cells[i].next[k] * 2 + now[i][k];
    double all = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < cells[i].count; k++)
            all += cells[i].value[k] * (k + 1);
    printf("%.17g\n", all);

    // Planes of rows.
    double ***cube = malloc(12 * sizeof *cube);
    for (int x = 0; x < 12; x++) {
        cube[x] = malloc(8 * sizeof **cube);
        for (int y = 0; y < 8; y++)
            cube[x][y] = calloc(10, sizeof ***cube);
    }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int x = 0; x < 12; x++)
            for (int y = 0; y < 8; y++) {
                double *row = cube[x][y];
                for (int z = 0; z < 10; z++)
                    row[z] += x * y + z;
            }
        printf("%g\n", cube[5][t][9]);
    }
    return 0;
}
