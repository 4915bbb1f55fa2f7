// Structs with arrays, of which each iteration has a copy, handed to functions that only read them; read afterwards.
#include <stdio.h>

typedef struct {
    double m[4], k;
} job;
static double out[80];
static job shared;

static double work(const job *j, int i) { return j->m[i % 4] * j->k; }
static double last(job *j) { return j->m[3]; }

int main(void) {
    job own;
    own.k = 2;
    shared.k = 3;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int k = 0; k < 4; k++) {
            shared.m[k] = k;
            own.m[k] = k * t;
        }
#pragma hydra parallel for firstprivate(shared, own)
        for (int i = 0; i < 80; i++)
            out[i] = work(&shared, i) + work(&own, i) + last(&own);
        printf("%g %g\n", out[79], own.m[2] + shared.m[3]);
    }
    return 0;
}
