// distributed: 40 50 53 56 60
// offloaded: 40 50 53 56 60
// What launches look up in arrays that no loop has written: matrices in compressed rows, tables that are larger than
// what is read of them, index arrays that serial code and loops change between launches, stores at looked-up places.
#include <stdio.h>
#include <stdlib.h>

struct cell {
    double weight;
    int left, right;
};

static int from_kernel[600], other[600];
static double table[5000];

int main(void)
{
    int n = 600, count = 0;
    int *row = malloc((n + 1) * sizeof *row), *column = malloc(7 * n * sizeof *column), *place = malloc(n * sizeof *place);
    double *value = malloc(7 * n * sizeof *value), *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);
    float *scattered = calloc(2 * n, sizeof *scattered);
    struct cell *cell = malloc(n * sizeof *cell);
    for (int i = 0; i < n; i++) {
        row[i] = count;
        for (int k = -2; k <= 2; k++)
            if (i + k >= 0 && i + k < n && (i + k) % 5 != 3) {
                column[count] = i + k;
                value[count++] = 1 + k * 0.125;
            }
        x[i] = i % 17;
        place[i] = 2 * ((i * 7 + 2) % n) + i % 2;
        cell[i] = (struct cell){i * 0.5, i > 0 ? i - 1 : n - 1, i + 1 < n ? i + 1 : 0};
    }
    row[n] = count;
    for (int i = 0; i < 5000; i++)
        table[i] = i * 0.25;

    for (int t = 0; t < 4; t++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double sum = y[i];
            for (int k = row[i]; k < row[i + 1]; k++)
                sum += value[k] * x[column[k]];
            y[i] = sum;
        }
        // Serial code moves what the next launch looks up.
        for (int i = 0; i < n; i += 7)
            column[row[i]] = (i + t * 31) % n;
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            from_kernel[i] = (i * 3 + t * 97) % 5000;
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            y[i] += table[from_kernel[i]] - cell[cell[i].left].weight * 0.5 + cell[cell[i].right].weight;
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            scattered[place[i]] += (float)y[i];
        // A place that is looked up twice on the way, and a condition on what is read.
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            other[i] = from_kernel[cell[i].left];
            if (value[row[i]] > 1)
                y[i] -= x[column[row[i]]];
        }
        if (t == 1)
            for (int i = 0; i < n; i++)
                cell[i].left = (cell[i].left * 5 + 1) % n;
        if (t == 2)
            for (int i = 0; i < 5000; i += 3)
                table[i] = -table[i];
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i] + other[i] * 0.5 + scattered[i] + scattered[n + i] * 0.25;
    printf("%.12g\n", sum);
    for (int i = 0; i < n; i += 53)
        printf("%.17g %d %.9g\n", y[i], other[i], scattered[i]);
    return 0;
}
