// distributed: 43 50 60 64 70 97
// offloaded: 43 50 60 70 97
/* Cells with a list each, of which loops read as much as the cell says: whole columns of pointers in structs. The lists
 * lie in blocks of their own, at equal distances, or all in one block; they are rewritten from the ranks' iterations,
 * swapped, handed from cell to cell, replaced by longer ones where the old ones were, and shared by two cells. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x, force;
    int count;
    int *list;
    struct {
        double weight;
        double *row;
    } in[2];
} Cell;

enum { n = 600, most = 6, width = 5 };

static void fill(Cell *c, int i)
{
    c[i].count = 0;
    for (int k = 0; k < most; k++) {
        int other = (i + k * k * 7 - 9 + n) % n;
        if (other != i && k <= i % most)
            c[i].list[c[i].count++] = other;
    }
}

static void show(const char *what, const Cell *c)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += c[i].x * (1 + i % 5) + c[i].force;
    printf("%s: %.6f\n", what, sum);
}

static void move(Cell *c, int steps)
{
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double force = 0;
            for (int k = 0; k < c[i].count; k++)
                force += c[c[i].list[k]].x - c[i].x;
            c[i].force = force;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            c[i].x += 0.01 * c[i].force;
    }
}

/* Rows behind a pointer of the second member of an array of structs in a struct. */
static void weigh(Cell *c, int steps)
{
    for (int t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int k = 0; k < width; k++)
                c[i].in[1].row[k] = 0.25 * (c[i - 1].in[0].row[k] + 2 * c[i].in[0].row[k] + c[i + 1].in[0].row[k]);
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < c[i].count && k < width; k++)
                c[i].in[0].row[k] = c[i].in[1].row[k] + c[i].in[0].weight;
    }
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += c[i].in[0].row[i % width] + c[i].in[1].row[(i + 1) % width];
    printf("weighed: %.6f\n", sum);
}

int main(void)
{
    Cell *c = malloc(n * sizeof *c);
    double *rows = malloc(2L * n * width * sizeof *rows);
    for (int i = 0; i < n; i++) {
        c[i].x = (i * 37) % 101;
        c[i].force = 0;
        c[i].list = malloc(most * sizeof(int));
        fill(c, i);
    }
    for (int i = 0; i < n; i++)
        for (int m = 0; m < 2; m++) {
            c[i].in[m].weight = 0.125 * ((i + m) % 4);
            c[i].in[m].row = rows + (2L * i + m) * width;
            for (int k = 0; k < width; k++)
                c[i].in[m].row[k] = (i * 3 + k * 5 + m) % 23;
        }
    move(c, 3);
    show("lists of their own", c);
    weigh(c, 3);

#pragma hydra parallel for
    for (int i = 0; i < n; i++) /* the lists turn round where they are */
        for (int k = 0; k < c[i].count / 2; k++) {
            int other = c[i].list[k];
            c[i].list[k] = c[i].list[c[i].count - 1 - k];
            c[i].list[c[i].count - 1 - k] = other;
        }
    move(c, 2);
    show("turned", c);

    for (int i = 0; i + 1 < n; i += 2) { /* neighbours change lists, and how long they are */
        int *list = c[i].list, count = c[i].count;
        c[i].list = c[i + 1].list;
        c[i].count = c[i + 1].count;
        c[i + 1].list = list;
        c[i + 1].count = count;
    }
    move(c, 2);
    show("swapped", c);

    for (int t = 0; t < 3; t++) { /* two lists make room for a longer one, of which both cells have a part */
        int i = 100 + 150 * t;
        free(c[i].list);
        free(c[i + 1].list);
        c[i].list = malloc(4 * most * sizeof(int));
        c[i + 1].list = c[i].list + 2 * most;
        c[i].count = 2 * most;
        for (int k = 0; k < 4 * most; k++)
            c[i].list[k] = (i + 31 * (k + 1)) % n;
        c[i + 1].count = 1;
        move(c, 2);
    }
    show("longer", c);

    int *all = malloc(n * (most + 1) * sizeof *all);
    for (int i = 0; i < n; i++) { /* one block for all, in the other order */
        c[i].list = all + (long)(n - 1 - i) * most;
        fill(c, i);
    }
    move(c, 3);
    show("one block", c);
    for (int i = 1; i < n; i += 3) { /* two cells have one list */
        c[i].list = c[i - 1].list;
        c[i].count = c[i - 1].count;
    }
    c[n - 1].list = NULL; /* and the last one none */
    c[n - 1].count = 0;
    move(c, 3);
    show("shared", c);
    weigh(c, 2);

    double *swap;
    for (int t = 0; t < 4; t++) { /* rows change places between launches */
        for (int i = 0; i < n; i++) {
            swap = c[i].in[0].row;
            c[i].in[0].row = c[i].in[1].row;
            c[i].in[1].row = swap;
        }
        weigh(c, 1);
    }
    return 0;
}
