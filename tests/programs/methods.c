// distributed: 17 25 39
// offloaded: 17 25 39
// Objects with methods: calls through members of elements that loops have written, in all kinds of places.
#include <stdio.h>
#include <stdlib.h>

struct body {
    void (*scale)(struct body *, double);
    double (*sum)(const struct body *, int);
    int n;
    double *v;
};

static void scale(struct body *b, double by)
{
#pragma hydra parallel for
    for (int i = 0; i < b->n; i++)
        b->v[i] *= by;
}

static double sum(const struct body *b, int from)
{
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = from; i < b->n; i++)
        s += b->v[i];
    return s;
}

int main(void)
{
    struct body *t = malloc(4 * sizeof *t);
    for (int k = 0; k < 4; k++) {
        t[k].scale = scale;
        t[k].sum = sum;
        t[k].v = calloc(10 + k, sizeof(double));
    }
#pragma hydra parallel for
    for (int k = 0; k < 4; k++)
        t[k].n = 10 + k;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < t[k].n; i++)
            t[k].v[i] = i;
        t[k].scale(&t[k], 2);
        printf("%g\n", t[k].v[9]);
    }
    double all = 0;
    for (int k = 0; k < 4; k++) {
        struct body *b = &t[k];
        all += t[k].sum(&t[k], k);
        if (t[k].sum(&t[k], 0) > 100)
            t[k].scale(&t[k], 0.5);
        else
            b->scale(b, 3);
        (*b->scale)(b, b->n > 11 ? 2 : 1);
        const double part = b->sum(b, 1);
        printf("%g %g\n", part, t[k].sum(&t[k], t[k].n - 2));
        switch ((int)t[k].sum(&t[k], 0) % 3) {
        case 0:
            t[k].scale(t + k, -1);
            break;
        default:
            all = t[k].sum(&t[k], 3) < 50 ? all + 1 : all - 1;
        }
    }
    for (int k = 0; k < 4; k++)
        free(t[k].v);
    free(t);
    printf("%g\n", all);
    return 0;
}
