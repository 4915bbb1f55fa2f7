// distributed: 63
// offloaded: 63
// Pointer fields and sizes that change inside of the serial loops that use them.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    double *a, *b;
    int n;
} S;
typedef struct {
    S* cur;
    S s[3];
} H;
static void flip(S* s) {
    double* t = s->a;
    s->a = s->b;
    s->b = t;
}
static void step(S* s) {
    for (int k = 0; k < 5; k++) {
        for (int i = 1; i < s->n - 1; i++)
            s->b[i] = 0.5 * (s->a[i - 1] + s->a[i + 1]);
        flip(s);
        s->a[0] = k;
    }
}
static void seq(S* s) {
    for (int i = 0; i < s->n; i++) {
        s->a[i] = i;
        double* t = s->a;
        s->a = s->b;
        s->b = t;
    }
}
static void walk(H* h) {
    for (int i = 0; i < 3; i++) {
        h->cur = &h->s[i];
        for (int j = 0; j < h->cur->n; j++)
            h->cur->a[j] += 1;
    }
}
static void shrink(S* s) {
    for (int i = 0; i < s->n; i++) {
        s->a[i] = -1;
        if (i % 2)
            s->n--;
    }
}
int main(void) {
    H* h = calloc(1, sizeof *h);
    for (int k = 0; k < 3; k++) {
        S* s = &h->s[k];
        s->n = 30 + k;
        s->a = malloc(s->n * sizeof(double));
        s->b = calloc(s->n, sizeof(double));
        for (int i = 0; i < s->n; i++)
            s->a[i] = i * i % 7;
    }
    for (int t = 0; t < 3; t++) {
        for (int k = 0; k < 3; k++) {
            S* s = &h->s[k];
#pragma hydra parallel for
            for (int i = 0; i < s->n; i++)
                s->a[i] = s->a[i] * 1.5 + t;
            step(s);
            seq(s);
        }
        walk(h);
        shrink(&h->s[t]);
    }
    for (int k = 0; k < 3; k++) {
        S* s = &h->s[k];
        for (int i = 0; i < s->n; i++)
            printf("%g %g ", s->a[i], s->b[i]);
        puts("");
    }
}
