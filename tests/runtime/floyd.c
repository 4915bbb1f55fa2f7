/* Floyd-Warshall with its guard (i != k), as generated code looks to the runtime: the footprint depends on k, so each
 * launch has a plan of its own.   floyd N
 * Prints a hash of the distances. */
#include "runtime/include/hydra_rt.h"

#include <stdio.h>
#include <stdlib.h>

struct args {
    double* d;
    long n, k;
};

/* for (i = 0; i < n; i++) if (i != k) for (j = 0; j < n; j++) d[i][j] = min(d[i][j], d[i][k] + d[k][j]) */
static void footprint(hydra_rt_footprint* f, const long* key, long lo, long hi) {
    long n = key[0], k = key[1];
    hydra_rt_shape(f, 0, sizeof(double), 2, &n);
    for (int part = 0; part < 2; part++) { /* the rows before k, and those after it */
        long from = part == 0 ? lo : hydra_rt_max(lo, k + 1), to = part == 0 ? hydra_rt_min(hi, k) : hi;
        if (from >= to)
            continue;
        hydra_rt_box(f, HYDRA_RT_READ, 0, (long[]){from, to, 1, 0, n, 1});
        hydra_rt_box(f, HYDRA_RT_READ, 0, (long[]){k, k + 1, 1, 0, n, 1});
        hydra_rt_box(f, HYDRA_RT_WRITE, 0, (long[]){from, to, 1, 0, n, 1});
    }
}

static void kernel(void* pointer, long lo, long hi, void* const* partial, int last) {
    struct args* args = pointer;
    long n = args->n, k = args->k;
    (void)partial, (void)last;
    for (long i = lo; i < hi; i++)
        for (long j = 0; i != k && j < n; j++)
            if (args->d[i * n + k] + args->d[k * n + j] < args->d[i * n + j])
                args->d[i * n + j] = args->d[i * n + k] + args->d[k * n + j];
}

static const hydra_rt_slot slots[] = {{"d", 0}};
static hydra_rt_loop loop = {"floyd.c:17", 0, 1, slots, 2, footprint, kernel, 0, 0, 0, 0, 0, 0, 1, 0};

static void whole(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    (void)k, (void)lo, (void)hi;
    hydra_rt_whole(f, HYDRA_RT_READ, 0);
}
static hydra_rt_loop site = {"floyd.c:60", 0, 1, slots, 0, whole, 0, 0, 0, 0, 0, -1, 0, 1, 0};

int main(int argc, char** argv) {
    long n = argc > 1 ? atol(argv[1]) : 64;
    double* d = malloc(n * n * sizeof(double));
    for (long i = 0; i < n * n; i++)
        d[i] = (double)(1 + (i * 7919) % 1000);
    for (long k = 0; k < n; k++) {
        struct args args = {d, n, k};
        hydra_rt_launch launch;
        hydra_rt_begin(&launch, &loop, (void* const[]){d}, (long[]){n, k}, 0, n, 0, &args);
        hydra_rt_transfer(&launch);
        hydra_rt_run(&launch);
        hydra_rt_commit(&launch, 0);
    }
    hydra_rt_serial(&site, (void* const[]){d}, 0);
    unsigned long hash = 0;
    for (long i = 0; i < n * n; i++)
        hash = hash * 31 + (unsigned long)d[i];
    printf("hash %lx\n", hash);
    free(d);
    return 0;
}
