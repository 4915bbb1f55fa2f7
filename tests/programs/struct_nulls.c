// distributed: 46 66
// offloaded: 46 66
// Pointers to structs and fields that are null or wild where loops do not get to them; a list.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int n;
    double *w, *opt;
    struct N {
        double v;
        struct N* next;
    } * list;
} S;
static double total(const S* s, int use) {
    double t = 0;
    for (int i = 0; i < s->n; i++) {
        t += s->w[i];
        if (use)
            t += s->opt[i];
        if (s->opt)
            t += 2 * s->opt[i];
    }
    return t;
}
static double maybe(const S* s, int n) {
    double t = 0;
    for (int i = 0; i < n; i++)
        t += s->w[i];
    return t;
}
static double sum(const S* s) {
    double t = 0;
    for (struct N* p = s->list; p; p = p->next)
        t += p->v;
    return t;
}
int main(int argc, char** argv) {
    S *s = calloc(1, sizeof *s), *none = NULL;
    S* wild;
    if (argc > 5)
        wild = s;
    s->n = 25;
    s->w = malloc(25 * sizeof(double));
    double* w = s->w;
#pragma hydra parallel for
    for (int i = 0; i < 25; i++)
        w[i] = i;
    printf("%g\n", total(s, 0));
    printf("%g\n", maybe(none, 0));
    printf("%g\n", maybe(s, 25));
    printf("%g\n", maybe(none, argc - 1));
    for (int i = 0; i < argc - 1; i++)
        wild->w[i] = 1;
    if (argc > 1)
        for (int i = 0; i < none->n; i++)
            none->w[i] = 3;
    for (int k = 0; k < 4; k++) {
        struct N* x = malloc(sizeof *x);
        x->v = w[k];
        x->next = s->list;
        s->list = x;
    }
    printf("%g\n", sum(s));
    s->opt = calloc(25, sizeof(double));
#pragma hydra parallel for
    for (int i = 0; i < s->n; i++)
        s->opt[i] = s->w[i] / 2;
    printf("%g %g\n", total(s, 1), sum(s));
}
