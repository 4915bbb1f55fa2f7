// distributed: 30
// offloaded: 30
// A growing vector: its field is realloc'ed, replaced and freed between parallel loops.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
    double* v;
    int n, cap;
} Vec;
static void push(Vec* q, double x) {
    if (q->n == q->cap) {
        q->cap = q->cap ? 2 * q->cap : 4;
        q->v = realloc(q->v, q->cap * sizeof *q->v);
    }
    q->v[q->n++] = x;
}
static void grow(Vec* q, int m) {
    q->v = realloc(q->v, m * sizeof *q->v);
    for (int i = q->n; i < m; i++)
        q->v[i] = -i;
    q->n = q->cap = m;
}
int main(void) {
    Vec* q = calloc(1, sizeof *q);
    for (int i = 0; i < 50; i++)
        push(q, i);
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < q->n; i++)
            q->v[i] = q->v[i] * 2 + 1;
        push(q, t);
        grow(q, q->n + 13);
        for (int i = 0; i < 5; i++)
            push(q, q->v[i]);
        double* old = q->v;
        q->v = malloc(q->cap * sizeof(double));
        memcpy(q->v, old, q->n * sizeof(double));
        free(old);
        for (int i = 0; i < q->n; i += 7)
            q->v[i] += 1;
    }
    double s = 0;
    for (int i = 0; i < q->n; i++)
        s += q->v[i] * (i % 5);
    printf("%.12g %d\n", s, q->n);
}
