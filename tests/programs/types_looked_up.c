// distributed: 16 25 38
// offloaded: 16 25 38
/* Where an iteration writes is read from records of types that only main knows. */
#include <stdio.h>
int main(void) {
    enum { N = 40, OFF = 3 };
    struct link {
        int to, weight;
    } links[N];
    typedef struct {
        int lo, hi;
    } span;
    span spans[N];
    double x[N], y[N];
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        links[i].to = (i * 13 + OFF) % N;
        links[i].weight = i % 5;
        x[i] = i;
        y[i] = 0;
        spans[i].lo = i / 2;
        spans[i].hi = i / 2 + 4;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        enum { STEP = 7 };
        struct pick {
            int at[2];
        } p = {{links[i].to, links[(i + STEP) % N].to}};
        const span *s = &spans[i];
        double t = 0;
        for (int k = s->lo; k < s->hi; k++)
            t += x[links[k].to] * links[k].weight;
        y[p.at[0]] = t + p.at[1] + N;
    }
    double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        span s = spans[links[i].to];
        sum += y[i] * (s.lo + s.hi);
    }
    printf("%g %g\n", sum, y[7]);
    return 0;
}
