// deals: block, cyclic
// distributed: 35 39
// offloaded: 35 39
/* Matrix-vector product and transposed matrix-vector product, after the PolyBench kernel "mvt". */
#include <stdio.h>
#include <stdlib.h>

struct problem {
    int n;
    double *x1, *x2, *y1, *y2, *A;
};

static void setup(struct problem *p, int n)
{
    p->n = n;
    p->x1 = malloc(n * sizeof(double));
    p->x2 = malloc(n * sizeof(double));
    p->y1 = malloc(n * sizeof(double));
    p->y2 = malloc(n * sizeof(double));
    p->A = malloc((size_t)n * n * sizeof(double));
    for (int i = 0; i < n; i++) {
        p->x1[i] = (double)(i % n) / n;
        p->x2[i] = (double)((i + 1) % n) / n;
        p->y1[i] = (double)((i + 3) % n) / n;
        p->y2[i] = (double)((i + 4) % n) / n;
        for (int j = 0; j < n; j++)
            p->A[i * n + j] = (double)(i * j % n) / n;
    }
}

static void mvt(struct problem *p)
{
    int n = p->n;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p->x1[i] += p->A[i * n + j] * p->y1[j];
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p->x2[i] += p->A[j * n + i] * p->y2[j];
}

int main(void)
{
    struct problem p;
    setup(&p, 57);
    mvt(&p);
    for (int i = 0; i < p.n; i++)
        printf("%.11g %.11g\n", p.x1[i], p.x2[i]);
    free(p.x1);
    free(p.x2);
    free(p.y1);
    free(p.y2);
    free(p.A);
    return 0;
}
