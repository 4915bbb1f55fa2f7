// distributed: 40 45 58
// offloaded: 40 45 58
// The structs that hold pointers and sizes are themselves written by parallel loops, also through a union.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int n;
    int pad;
    double* u;
    double e;
} Cell;
typedef struct {
    Cell* c;
    int count;
} World;
union U {
    long l;
    double d;
};
typedef struct {
    union U u;
    double* p;
    int k;
} Mixed;
int main(void) {
    World* w = malloc(sizeof *w);
    w->count = 12;
    w->c = calloc(12, sizeof(Cell));
    for (int i = 0; i < w->count; i++) {
        w->c[i].n = 5 + i;
        w->c[i].u = calloc(5 + i, sizeof(double));
    }
    Mixed* m = calloc(12, sizeof(Mixed));
    for (int i = 0; i < 12; i++) {
        m[i].p = w->c[11 - i].u;
        m[i].k = 5;
    }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < w->count; i++) {
            w->c[i].n = 5 + (i + t) % (i + 1);
            w->c[i].e = i * t;
        }
#pragma hydra parallel for
        for (int i = 0; i < 12; i++)
            m[i].u.l = i + t;
        for (int i = 0; i < w->count; i++)
            for (int j = 0; j < w->c[i].n; j++)
                w->c[i].u[j] += w->c[i].e + j;
        int last = w->count - 1;
        for (int j = 0; j < w->c[last].n; j++)
            w->c[last].u[j] += 0.5;
        for (int j = 0; j < m[3].k; j++)
            m[3].p[j] += m[3].u.l;
        Cell* c = w->c;
        double* u7 = c[7].u;
#pragma hydra parallel for
        for (int j = 0; j < 10; j++)
            u7[j] *= 1.25;
    }
    double s = 0;
    for (int i = 0; i < w->count; i++)
        for (int j = 0; j < 5 + i; j++)
            s += w->c[i].u[j] * (i + 1 + j);
    printf("%.12g\n", s);
    for (int i = 0; i < w->count; i++)
        printf("%d %g;", w->c[i].n, w->c[i].e);
    puts("");
}
