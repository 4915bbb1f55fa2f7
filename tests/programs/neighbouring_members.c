// distributed: 33 46 53 67
// offloaded: 33 46 53 67
// A struct variable with arrays, whose plain members loops store by another one's address, or after they found the
// struct from an array in it; serial code names the members.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { n = 16 };

typedef struct {
    double x, y, z;
    int k, l;
    float cells[n];
} box;

typedef struct {
    int rows, columns;
    double norm;
    double m[n][n];
} square;

static box b, other;
static box *at_b = &b;
static square first, second;

static square *owner(double *p) { return (square *)((char *)p - offsetof(square, m)); }
static square *owner_of_row(double (*p)[n]) { return (square *)((char *)p - offsetof(square, m)); }

static void measure(square *s)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            s->m[i][j] += i + j;
        if (i == 9)
            s->norm = s->m[9][3];
        if (i == 2)
            s->columns = s->rows + 1;
    }
}

static void scale(double *c, int count, double f)
{
#pragma hydra parallel for
    for (int d = 0; d < count; d++)
        c[d] = c[d] * f + d;
}

static void copy(box *p, int t)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        p->cells[i] += i;
        if (i == 11) {
            double v[3] = {t, t + 1, t + 2};
            memcpy(&p->x, v, sizeof v);
        }
        if (i == 9)
            memset(&p->k, 0, 2 * sizeof(int));
    }
}

static void walk(box *p, int t)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        p->cells[i] += i;
        if (i == 10) {
            double *q = &p->x;
            for (int d = 0; d < 3; d++)
                q[d] += d * t;
        }
        if (i == 3)
            p->l = t;
    }
}

int main(void)
{
    first.rows = second.rows = n;
    for (int t = 1; t < 4; t++) {
        measure(owner(&first.m[0][0]));
        measure(owner_of_row(second.m));
        printf("%g %d %g %d\n", first.norm, first.columns, second.norm, second.columns);
        first.norm += 1;
        second.rows++;
        b.k = b.l = 5;
        copy(at_b, t);
        printf("%g %g %g %d %d\n", b.x, b.y, b.z, b.k, b.l);
        b.y += 1;
        walk(at_b, t);
        printf("%g %g %g %d\n", b.x, b.y, b.z, b.l);
        scale(&b.x, 3, 2);
        double c[3];
        memcpy(c, &b.x, sizeof c);
        memcpy(&other.x, &b.x, 3 * sizeof(double));
        printf("%g %g %g %g\n", b.y, b.z, c[1], other.z);
    }
    return 0;
}
