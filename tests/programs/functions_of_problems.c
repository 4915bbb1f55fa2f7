// distributed: 22 29 55
// Functions in tables of problems and of layers, beside copies of as many bytes as a member says, and beside arrays of
// an iteration's own that helpers fill.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int dim, *members;
    double y0[8];
    double (*f)(int);
} problem;

static double same(int i) { return i; }
static double half(int i) { return i * 0.5; }
static int counts[] = {10, 7};
const problem problems[] = {{3, &counts[0], {1, 2}, same}, {2, &counts[1], {3}, half}};

static void ensemble(const problem *p, const int *n, double *ens)
{
#pragma hydra parallel for
    for (int m = 0; m < *n; m++) {
        double y[8];
        for (int i = 0; i < p->dim; i++)
            y[i] = p->f(i + m) - i + ens[m * 8 + i] + p->y0[i];
        memcpy(&ens[m * 8], y, p->dim * sizeof *y);
    }
#pragma hydra parallel for
    for (int m = 0; m < *p->members; m++)
        ens[m * 8 + 7] += p->f(m);
}

typedef struct {
    int in, out;
    double *w, *b;
    double (*f)(double);
} layer;

static double relu(double x) { return x > 0 ? x : 0; }

static void forward(const layer *l, const double *in, double *z, double *out)
{
    for (int o = 0; o < l->out; o++) {
        double s = l->b[o];
        for (int i = 0; i < l->in; i++)
            s += l->w[o * l->in + i] * in[i];
        z[o] = s;
        out[o] = l->f(s);
    }
}

static void network(const layer *l0, const layer *l1, double (*x)[2], int m, double *a, double *d)
{
#pragma hydra parallel for
    for (int s = 0; s < m; s++) {
        double z0[8], z1[1], out[1];
        forward(l0, x[s], z0, a + s * l0->out);
        forward(l1, a + s * l0->out, z1, out);
        d[s] = out[0] + z1[0];
    }
}

static void show(const char *what, const double *v, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %g", v[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    (void)argv;
    enum { m = 30 };
    double *ens = calloc(80, sizeof *ens);
    const problem *p = problems;
    while (p->dim != argc + 1)
        p++;
    int n = 10;
    ensemble(p, &n, ens);
    ensemble(problems, &n, ens);
    show("ensemble", ens, 80);
    layer l0 = {2, 4, malloc(64), malloc(32), relu}, l1 = {4, 1, malloc(32), malloc(8), relu};
    for (int i = 0; i < 8; i++)
        l0.w[i] = i - 3.5;
    for (int i = 0; i < 4; i++)
        l0.b[i] = i, l1.w[i] = 1.5 - i;
    l1.b[0] = 1;
    double *a = malloc(m * 4 * sizeof *a), *d = malloc(m * sizeof *d), x[m][2];
    for (int i = 0; i < m; i++)
        x[i][0] = i % 4, x[i][1] = i % 3;
    network(&l0, &l1, x, m, a, d);
    show("hidden", a, 4 * m);
    show("out", d, m);
    return 0;
}
