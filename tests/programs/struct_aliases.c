// distributed: 29 34
// offloaded: 29 34
// Two fields of a struct name one array, a third one points into its middle.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    double *a, *b, *mid;
    int n;
} S;
static void fill(S* s, double v) {
    for (int i = 0; i < s->n; i++) {
        s->a[i] = v + i;
        s->b[i] *= 2;
    }
}
static void half(S* s) {
    for (int i = 0; i < s->n / 2; i++)
        s->mid[i] += s->a[i];
}
int main(void) {
    S* s = malloc(sizeof *s);
    s->n = 40;
    s->a = calloc(40, sizeof(double));
    s->b = s->a;
    s->mid = s->a + 20;
    fill(s, 1);
    double* p = s->a;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        p[i] += i;
    half(s);
    fill(s, 0.5);
#pragma hydra parallel for
    for (int i = 0; i < s->n; i++)
        s->b[i] = s->b[i] + s->n;
    half(s);
    for (int i = 0; i < s->n; i++)
        printf("%g ", s->mid[i - 20]);
    puts("");
}
