// distributed: 43
// offloaded: 43
// A cell of a lattice (moments, and an array of populations) is a local variable that helpers fill from the lattice a
// loop has written: number by number through the address of its first member, through a pointer that was cast to
// numbers, and through a pointer without a type. The sums below name the moments, which every rank must have.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double rho, ux, uy, energy;
    double pop[19];
} cell;

typedef struct {
    int id;
    cell inner;
} probe;

static cell lattice[210];

static void vcopy(double *dst, const double *src, int n) { memcpy(dst, src, n * sizeof *dst); }

static void blob(void *dst, const void *src, size_t bytes) { memmove(dst, src, bytes); }

static void numbers(void *to, const double *from, int n) {
    double *d = to;
    vcopy(d, from, n);
}

static void show(const char *what, const cell *c) {
    printf("%s: %g %g %g %g %g\n", what, c->rho, c->ux, c->uy, c->energy, c->pop[7]);
}

static void tail(cell *to, const cell *from, int n) {
    memcpy(&to->ux, &from->ux, n * sizeof(double)); /* all but the density */
}

int main(int argc, char **argv) {
    int all = sizeof(cell) / sizeof(double) - 1 + argc;
    (void)argv;
#pragma hydra parallel for
    for (int i = 0; i < 210; i++) {
        lattice[i].rho = 1 + i;
        lattice[i].ux = 0.5 * i;
        lattice[i].uy = -0.25 * i;
        lattice[i].energy = 2.0 * i * i;
        for (int k = 0; k < 19; k++)
            lattice[i].pop[k] = i * 100 + k;
    }

    cell s;
    memset(&s, 0, sizeof s);
    vcopy(&s.rho, &lattice[77].rho, all);
    printf("%g %g %g %g %g\n", s.rho, s.ux, s.uy, s.energy, s.pop[18]);
    show("shown", &s);

    cell t = {0}, *pt = &t;
    vcopy((double *)pt, (const double *)&lattice[150], all);
    printf("%g %g %g %g %g\n", t.rho, t.ux, t.uy, t.energy, t.pop[18]);

    cell u = {0};
    void *raw = &u;
    numbers(raw, (double *)&lattice[209], all);
    printf("%g %g %g %g %g\n", u.rho, u.ux, u.uy, u.energy, u.pop[18]);

    probe p = {4, {0}};
    blob(&p.inner, &lattice[101], all * sizeof(double));
    printf("%d %g %g %g %g %g\n", p.id, p.inner.rho, p.inner.ux, p.inner.uy, p.inner.energy, p.inner.pop[3]);

    cell v = {-1};
    tail(&v, &lattice[180], all - 1);
    printf("%g %g %g %g %g\n", v.rho, v.ux, v.uy, v.energy, v.pop[18]);
    double total = s.energy + t.energy + u.energy + p.inner.energy + v.energy;
    printf("%g\n", total);
    return 0;
}
