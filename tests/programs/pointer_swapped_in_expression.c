// distributed: 21 28 35 42 49 58 64
// offloaded: 21 28 35 42 49 58 64
// A reader whose position, a member of a structure, is set and used in one expression.
#include <stdio.h>
#include <stdlib.h>
#define N 300
struct S {
    double* p;
    int k;
} s, t;
double* b;
double tiny[4] = {1, 2, 3, 4};
static int set(struct S* q) {
    q->p = b;
    return 1;
}
int main(void) {
    b = malloc(N * sizeof *b);
    s.p = tiny;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = 2 * i + 1;
    if ((s.p = b) && s.p[200] > 0)
        printf("%g\n", s.p[201]);
    s.p = tiny;
    t.p = b;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = 2 * i + 2;
    double x = (s = t, s.p[200]);
    printf("%g\n", x);
    s.p = tiny;
    t.p = b + 1;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = 2 * i + 3;
    x = (s.p++, s.p = t.p, 0) + 1 + (s.p ? 2 : 0);
    if (x > 0 && set(&s) && s.p[250] > 1)
        printf("%g\n", s.p[251]);
    s.p = b;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = 2 * i + 4;
    x = (s.p += 200, s.p[50]);
    printf("%g\n", x);
    s.p = b;
    s.k = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = 2 * i + 5;
    x = 0;
    for (; *s.p++ < 300;)
        x++;
    printf("%g %g\n", x, *s.p);
    s.p = b;
    s.k = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = 2 * i + 6;
    x = (s.p++, s.p++, *s.p);
    printf("%g\n", x);
    s.p = b + 100;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = 2 * i + 7;
    x = *s.p++;
    printf("%g\n", x);
    x = *--s.p;
    printf("%g\n", x);
    x = *++s.p;
    printf("%g\n", x);
    *s.p++ = 5;
    *--s.p += 3;
    printf("%g\n", b[101]);
    return 0;
}
