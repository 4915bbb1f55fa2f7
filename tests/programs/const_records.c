// distributed: 34 37 44
// offloaded: 34 37 44
// Helpers that take records by pointers to const, as careful people write them: what they read is the iteration's own
// record, or its neighbours', and no more has to move.
#include <stdio.h>
#include <stdlib.h>

typedef struct { double x, v; int kind; } Bead;
typedef struct { double row[5]; } Line;

static double spring(const Bead *left, const Bead *right)
{
    double stretch = right->x - left->x - 1.0;
    return left->kind == right->kind ? 4.0 * stretch : 2.5 * stretch;
}

static double middle(const Line *l) { return (l->row[1] + l->row[2] + l->row[3]) / 3; }

static double total(const double (*m)[5]) { return (*m)[0] + (*m)[4]; }

int main(void)
{
    int n = 61;
    Bead *chain = malloc(n * sizeof *chain);
    static double force[61], table[61][5], sums[61];
    static Line lines[61];
    for (int i = 0; i < n; i++) {
        chain[i] = (Bead){1.1 * i + 0.01 * (i % 7), 0, i / 9 % 2};
        for (int k = 0; k < 5; k++)
            table[i][k] = lines[i].row[k] = i * 0.25 - k;
    }
    for (int step = 0; step < 6; step++) {
        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            force[i] = spring(&chain[i], chain + i + 1) - spring(&chain[i - 1], &chain[i]);
        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++) {
            Bead *me = &chain[i];
            me->v += 0.01 * force[i];
            me->x += 0.01 * me->v + middle(&lines[i]) * 1e-3;
        }
    }
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        sums[i] = total(&table[i]) + (i > 0 ? middle(&lines[i - 1]) : 0);
    for (int i = 0; i < n; i += 4)
        printf("%d %.12g %.12g\n", i, chain[i].x, sums[i]);
    free(chain);
    return 0;
}
