// bench: 30 750
// quick: 5 12
/* A wave on an adaptive grid: a list of square patches, each with arrays of its own that are fine where the
   solution is steep. Borders are filled from the neighbours at whatever resolution they have; every ten steps
   patches are refined or made coarse. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct patch {
    int m, left, right, below, above;
    double *now, *old, *next;
};

#define AT(p, a, i, j) (p)->a[(i) * ((p)->m + 2) + (j)]

static void allocate(struct patch *p, int m)
{
    p->m = m;
    p->now = calloc((m + 2) * (m + 2), sizeof(double));
    p->old = calloc((m + 2) * (m + 2), sizeof(double));
    p->next = calloc((m + 2) * (m + 2), sizeof(double));
}

static void change_resolution(struct patch *p, int m)
{
    struct patch was = *p;
    allocate(p, m);
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= m; j++) {
            int si = (i - 1) * was.m / m + 1, sj = (j - 1) * was.m / m + 1;
            AT(p, now, i, j) = AT(&was, now, si, sj);
            AT(p, old, i, j) = AT(&was, old, si, sj);
        }
    free(was.now);
    free(was.old);
    free(was.next);
}

static double step(struct patch *p, double c)
{
    double steep = 0, k = c * p->m * p->m;
    for (int i = 1; i <= p->m; i++)
        for (int j = 1; j <= p->m; j++) {
            double u = AT(p, now, i, j), l = AT(p, now, i - 1, j) + AT(p, now, i + 1, j);
            l += AT(p, now, i, j - 1) + AT(p, now, i, j + 1);
            AT(p, next, i, j) = 2 * u - AT(p, old, i, j) + k * (l - 4 * u);
            double d = fabs(l - 4 * u) * p->m;
            steep = d > steep ? d : steep;
        }
    return steep;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 40, n = side * side, cells = 0;
    struct patch *p = malloc(n * sizeof *p);
    double *steep = malloc(n * sizeof *steep), total = 0;
    for (int q = 0; q < n; q++) {
        int y = q / side, x = q % side;
        allocate(&p[q], 16);
        p[q].left = y * side + (x + side - 1) % side, p[q].right = y * side + (x + 1) % side;
        p[q].below = (y + side - 1) % side * side + x, p[q].above = (y + 1) % side * side + x;
        for (int i = 1; i <= 16; i++)
            for (int j = 1; j <= 16; j++) {
                double dy = y + i / 16.0 - side / 2.0, dx = x + j / 16.0 - side / 3.0;
                AT(&p[q], now, i, j) = AT(&p[q], old, i, j) = exp(-2 * (dx * dx + dy * dy));
            }
    }
    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int q = 0; q < n; q++) {
            struct patch *me = &p[q], *l = &p[me->left], *r = &p[me->right], *b = &p[me->below], *a = &p[me->above];
            for (int i = 1; i <= me->m; i++) {
                AT(me, now, i, 0) = AT(l, now, (i - 1) * l->m / me->m + 1, l->m);
                AT(me, now, i, me->m + 1) = AT(r, now, (i - 1) * r->m / me->m + 1, 1);
                AT(me, now, 0, i) = AT(b, now, b->m, (i - 1) * b->m / me->m + 1);
                AT(me, now, me->m + 1, i) = AT(a, now, 1, (i - 1) * a->m / me->m + 1);
            }
        }
        #pragma hydra parallel for
        for (int q = 0; q < n; q++)
            steep[q] = step(&p[q], 1e-4);
        for (int q = 0; q < n; q++) {
            double *old = p[q].old;
            p[q].old = p[q].now;
            p[q].now = p[q].next;
            p[q].next = old;
            if (t % 10 == 9 && steep[q] > 0.3 && p[q].m == 16)
                change_resolution(&p[q], 32);
            else if (t % 10 == 9 && steep[q] < 0.05 && p[q].m == 32)
                change_resolution(&p[q], 16);
        }
    }
    for (int q = 0; q < n; q++) {
        double sum = 0;
        for (int i = 1; i <= p[q].m; i++)
            for (int j = 1; j <= p[q].m; j++)
                sum += AT(&p[q], now, i, j) * AT(&p[q], now, i, j);
        total += sum / (p[q].m * p[q].m);
        cells += p[q].m * p[q].m;
    }
    printf("%d cells, %.6g\n", cells, total);
    return 0;
}
