// distributed: 25 32 49 53
// offloaded: 25 32 49 53
/* Rows that are freed, are missing for a while, and come back where they were; and rows that are replaced by longer ones
 * in the same place, while loops that read as much of a row as the data say look at them in between. */
#include <stdio.h>
#include <stdlib.h>

enum { n = 200 };

typedef struct {
    int count;
    int *row;
    double got;
} Cell;

static int **rows, *count, *pick;
static double *got;
static Cell *cells;

static int length_of(int i) { return 5 + i * 7 % 11; }

static void look(const char *what, int times)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < count[i]; k++)
            sum += rows[i][pick[k]] * (k + 1);
        got[i] = sum;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double sum = cells[i].row[0];
        for (int t = 0; t < times * cells[i].count; t++)
            sum += cells[i].row[t % cells[i].count];
        cells[i].got = sum;
    }
    double sum = 0, of_cells = 0;
    for (int i = 0; i < n; i++) {
        sum += got[i] * (1 + i % 3);
        of_cells += cells[i].got * (1 + i % 4);
    }
    printf("%s: %.10g %.10g\n", what, sum, of_cells);
}

static void write(int factor)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < count[i]; k++)
            rows[i][k] = factor * (i + k) % 101;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < cells[i].count; k++)
            cells[i].row[k] = factor * (i + 3 * k) % 89;
}

int main(void)
{
    rows = malloc(n * sizeof *rows);
    count = malloc(n * sizeof *count);
    pick = malloc(64 * sizeof *pick);
    got = calloc(n, sizeof *got);
    cells = calloc(n, sizeof *cells);
    for (int k = 0; k < 64; k++)
        pick[k] = k;
    for (int i = 0; i < n; i++) {
        count[i] = length_of(i);
        rows[i] = malloc(count[i] * sizeof **rows);
        for (int k = 0; k < count[i]; k++)
            rows[i][k] = i + k;
    }
    for (int i = 0; i < n; i++) {
        cells[i].count = 9;
        cells[i].row = malloc(9 * sizeof(int));
        for (int k = 0; k < 9; k++)
            cells[i].row[k] = i - k;
    }
    look("at first", 0);
    write(3);
    look("written", 1);
    for (int round = 0; round < 4; round++) {
        for (int i = round; i < n; i += 13) { /* they go, and nobody reads them */
            free(rows[i]);
            rows[i] = NULL;
            count[i] = 0;
        }
        look("gone", 0);
        write(5 + round);
        look("gone, the others written", 1);
        for (int i = round; i < n; i += 13) { /* and come back */
            count[i] = length_of(i);
            rows[i] = malloc(count[i] * sizeof **rows);
            for (int k = 0; k < count[i]; k++)
                rows[i][k] = 0;
        }
        for (int i = round; i < n; i += 17) {
            free(cells[i].row);
            cells[i].count = 10 + round % 3;
            cells[i].row = malloc(cells[i].count * sizeof(int));
            cells[i].row[0] = 1;
        }
        write(7 + round);
        look("back", 2);
        look("back, once more", 0);
    }
    return 0;
}
