// Where ranks cannot share out a loop, or get more than they need, the message names what keeps them from it: not what
// stands beside it, and would be looked up if it were alone.
#include <stdlib.h>

static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

void segments(int n, const int *off, int *b) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < off[i + 1] - off[i]; k++)
            b[off[i] + k] = k * i % 13;
        qsort(b + off[i], off[i + 1] - off[i], sizeof *b, less); // warning: what 'b + off[i]' writes cannot be described: the number of bytes
    }
}

static void residual(const int *n, const double *x, double *f) {
    for (int k = 1; k <= *n; ++k)
        f[k - 1] = x[k - 1] + 1; // warning: every rank runs the parallel loop of line 24, in order (replicated): what 'f[k - 1]' writes cannot be described: it stands in a function
}

static void jacobian(void (*fcn)(const int *, const double *, double *), const int *n, const double *x, double *wa) {
    int i, j, ioff;
#pragma hydra parallel for private(i, ioff)
    for (j = 1; j <= *n; ++j) {
        ioff = (j - 1) * 2 * *n;
        for (i = 1; i <= *n; ++i)
            wa[ioff + i - 1] = x[i - 1] + j;
        fcn(n, &wa[ioff], &wa[ioff + *n]);
    }
}

void fortran(int n, double *x, double *wa) { jacobian(residual, &n, x, wa); }

void bottom_up(int n, const long *off, const int *adj, int *dist, int level) {
#pragma hydra parallel for
    for (int v = 0; v < n; v++) {
        if (dist[v] >= 0)
            continue;
        for (long k = off[v]; k < off[v + 1]; k++)
            if (dist[adj[k]] == level) { // warning: every rank gets the whole of 'dist' for this read: what it touches decides what it touches next
                dist[v] = level + 1;
                break;
            }
    }
}

typedef struct {
    int trace;
    float offset;
} head;
#define LENGTH(n) (sizeof(head) + (n) * sizeof(float))
static const float events[] = {1, 2, 4};

void records(int count, int n, char *vol) {
#pragma hydra parallel for
    for (int t = 0; t < count; t++) {
        head *h = (head *)(vol + t * LENGTH(n));
        float *d = (float *)(h + 1);
        h->trace = t;
        for (unsigned e = 0; e < sizeof events / sizeof *events; e++)
            for (int k = 0; k < n; k++)
                d[k + (int)e] += events[e] * k; // warning: what 'd[k + (int)e]' writes cannot be described: it depends on a sizeof of a variable
    }
}
