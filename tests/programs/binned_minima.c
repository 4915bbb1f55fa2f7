// distributed: 25 32
// offloaded: 25
/* Particles are looked up through a list of neighbours while an array of bins collects minima and counts: what is
   looked up at run time, and what is reduced, in one loop. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
    double x;
    int kind;
};

int main(void)
{
    const int n = 157, bins = 9;
    struct particle *p = malloc(n * sizeof *p);
    int *next = malloc(n * sizeof *next);
    double least[9];
    long count[9];
    for (int b = 0; b < bins; b++) {
        least[b] = 1000 - b;
        count[b] = b;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        p[i].x = (i * 37) % 101 - 50.5;
        p[i].kind = (i * 5) % bins;
        next[i] = (i * 11 + 3) % n;
    }
    int any = 0;
#pragma hydra parallel for reduction(||:any) reduction(min:least[0:bins]) reduction(+:count[0:bins])
    for (int i = n - 1; i >= 0; i--) {
        const struct particle *q = &p[next[i]];
        double x = q->x + p[i].x;
        if (x < least[q->kind])
            least[q->kind] = x;
        count[p[next[next[i]]].kind]++;
        any = any || x > 98;
    }
    for (int b = 0; b < bins; b++)
        printf("%d: %g %ld\n", b, least[b], count[b]);
    printf("%d\n", any);
    return 0;
}
