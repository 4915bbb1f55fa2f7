/* Jacobi as generated code looks to the runtime, written by hand: loops, footprints, kernels, launches.
 *   jacobi N T swap|copy serial|parallel
 * swap: two pointers are exchanged each step; copy: a second loop copies back. The last word: how the arrays get their
 * first values. Prints a checksum (a reduction), its maximum, and a few elements. */
#include "runtime/include/hydra_rt.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double* a;
static double* b;
static int n;

/* ---- for (i = 1; i < n-1; i++) for (j = 1; j < n-1; j++) b[i*n+j] = (a[..] + ...) / 4 ---- */
struct step_args {
    const double* a;
    double* b;
    int n;
};

static void step_footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    long m = k[0];
    hydra_rt_shape(f, 0, sizeof(double), 2, &m);
    hydra_rt_box(f, HYDRA_RT_READ, 0, (long[]){lo - 1, hi + 1, 1, 1, m - 1, 1});
    hydra_rt_box(f, HYDRA_RT_READ, 0, (long[]){lo, hi, 1, 0, m - 2, 1});
    hydra_rt_box(f, HYDRA_RT_READ, 0, (long[]){lo, hi, 1, 2, m, 1});
    hydra_rt_shape(f, 1, sizeof(double), 2, &m);
    hydra_rt_box(f, HYDRA_RT_WRITE, 1, (long[]){lo, hi, 1, 1, m - 1, 1});
}

static void step_kernel(void* pointer, long lo, long hi, void* const* partial, int last) {
    struct step_args* args = pointer;
    const double* restrict from = args->a;
    double* restrict to = args->b;
    int m = args->n;
    (void)partial, (void)last;
    for (long i = lo; i < hi; i++)
        for (int j = 1; j < m - 1; j++)
            to[i * m + j] = (from[(i - 1) * m + j] + from[(i + 1) * m + j] + from[i * m + j - 1] + from[i * m + j + 1]) / 4;
}

static const hydra_rt_slot step_slots[] = {{"a", 0}, {"b", 0}};
static hydra_rt_loop step_loop = {"jacobi.c:10", 0, 2, step_slots, 1, step_footprint, step_kernel, 0, 0, 0, 0, 1, 0, 1, 0};

static void step(double* from, double* to) {
    struct step_args args = {from, to, n};
    hydra_rt_launch launch;
    hydra_rt_begin(&launch, &step_loop, (void* const[]){from, to}, (long[]){n}, 1, n - 1, 0, &args);
    hydra_rt_transfer(&launch);
    hydra_rt_run(&launch);
    hydra_rt_commit(&launch, 0);
}

/* ---- for (i = 1; i < n-1; i++) for (j = 1; j < n-1; j++) a[i*n+j] = b[i*n+j] ---- */
static void copy_footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    long m = k[0];
    hydra_rt_shape(f, 0, sizeof(double), 2, &m);
    hydra_rt_box(f, HYDRA_RT_WRITE, 0, (long[]){lo, hi, 1, 1, m - 1, 1});
    hydra_rt_shape(f, 1, sizeof(double), 2, &m);
    hydra_rt_box(f, HYDRA_RT_READ, 1, (long[]){lo, hi, 1, 1, m - 1, 1});
}

static void copy_kernel(void* pointer, long lo, long hi, void* const* partial, int last) {
    struct step_args* args = pointer;
    int m = args->n;
    (void)partial, (void)last;
    for (long i = lo; i < hi; i++)
        memcpy((double*)args->a + i * m + 1, args->b + i * m + 1, sizeof(double) * (m - 2));
}

static hydra_rt_loop copy_loop = {"jacobi.c:20", 0, 2, step_slots, 1, copy_footprint, copy_kernel, 0, 0, 0, 0, 0, 0, 1, 0};

static void copy_back(void) {
    struct step_args args = {a, b, n};
    hydra_rt_launch launch;
    hydra_rt_begin(&launch, &copy_loop, (void* const[]){a, b}, (long[]){n}, 1, n - 1, 0, &args);
    hydra_rt_transfer(&launch);
    hydra_rt_run(&launch);
    hydra_rt_commit(&launch, 0);
}

/* ---- for (i = 0; i < n; i++) for (j = 0; j < n; j++) a[i*n+j] = b[i*n+j] = first(i, j) ---- */
static double first(long i, long j) { return (double)((i * 7 + j * 13) % 101) / 8; }

static void init_footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    long m = k[0];
    for (int slot = 0; slot < 2; slot++) {
        hydra_rt_shape(f, slot, sizeof(double), 2, &m);
        hydra_rt_box(f, HYDRA_RT_WRITE, slot, (long[]){lo, hi, 1, 0, m, 1});
    }
}

static void init_rows(double* x, double* y, long lo, long hi, int m) {
    for (long i = lo; i < hi; i++)
        for (int j = 0; j < m; j++)
            x[i * m + j] = y[i * m + j] = first(i, j);
}

static void init_kernel(void* pointer, long lo, long hi, void* const* partial, int last) {
    struct step_args* args = pointer;
    (void)partial, (void)last;
    init_rows((double*)args->a, args->b, lo, hi, args->n);
}

static hydra_rt_loop init_loop = {"jacobi.c:30", 0, 2, step_slots, 1, init_footprint, init_kernel, 0, 0, 0, 0, 0, 0, 1, 0};
/* The same in serial code: one call with lo = 0, hi = 1 says all. */
static void serial_init_footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    (void)lo, (void)hi;
    init_footprint(f, k, 0, k[0]);
}
static hydra_rt_loop serial_init = {"jacobi.c:40", 0, 2, step_slots, 1, serial_init_footprint, 0, 0, 0, 0, 0, -1, 0, 1, 0};

static void whole_footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    (void)k, (void)lo, (void)hi;
    hydra_rt_whole(f, HYDRA_RT_READ, 0);
}
static hydra_rt_loop whole_site = {"jacobi.c:60", 0, 1, step_slots, 0, whole_footprint, 0, 0, 0, 0, 0, -1, 0, 1, 0};

/* ---- for (i = 0; i < n; i++) reduction(+:sum) reduction(max:most), lastprivate-like: row ---- */
struct sum_args {
    const double* a;
    int n;
    long row;
};

static void sum_footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    long m = k[0];
    hydra_rt_shape(f, 0, sizeof(double), 2, &m);
    hydra_rt_box(f, HYDRA_RT_READ, 0, (long[]){lo, hi, 1, 0, m, 1});
}

static void sum_kernel(void* pointer, long lo, long hi, void* const* partial, int last) {
    struct sum_args* args = pointer;
    double sum = *(double*)partial[0], most = *(double*)partial[1];
    for (long i = lo; i < hi; i++)
        for (int j = 0; j < args->n; j++) {
            double x = args->a[i * args->n + j];
            sum += x;
            if (x > most)
                most = x;
        }
    *(double*)partial[0] = sum;
    *(double*)partial[1] = most;
    if (last)
        args->row = hi - 1;
}

static const hydra_rt_reduction sum_reductions[] = {{"sum", HYDRA_RT_ADD, HYDRA_RT_DOUBLE, 0, 0},
                                                    {"most", HYDRA_RT_MAX, HYDRA_RT_DOUBLE, 0, 0}};
static const hydra_rt_lastvalue sum_last[] = {{offsetof(struct sum_args, row), sizeof(long)}};
static hydra_rt_loop sum_loop = {"jacobi.c:50", 0, 1, step_slots, 1, sum_footprint, sum_kernel, 2, sum_reductions, 1,
                                 sum_last,      0, 0, 1,          0};

int main(int argc, char** argv) {
    if (argc != 5)
        return 2;
    n = atoi(argv[1]);
    int steps = atoi(argv[2]), swap = strcmp(argv[3], "swap") == 0;
    a = malloc(sizeof(double) * n * n);
    b = malloc(sizeof(double) * n * n);
    if (strcmp(argv[4], "parallel") == 0) {
        struct step_args args = {a, b, n};
        hydra_rt_launch launch;
        hydra_rt_begin(&launch, &init_loop, (void* const[]){a, b}, (long[]){n}, 0, n, 0, &args);
        hydra_rt_transfer(&launch);
        hydra_rt_run(&launch);
        hydra_rt_commit(&launch, 0);
    } else {
        hydra_rt_serial(&serial_init, (void* const[]){a, b}, (long[]){n});
        init_rows(a, b, 0, n, n);
    }
    for (int t = 0; t < steps; t++) {
        step(a, b);
        if (swap) {
            double* x = a;
            a = b;
            b = x;
        } else {
            copy_back();
        }
    }
    double sum = 0, most = 0;
    struct sum_args args = {a, n, -1};
    hydra_rt_launch launch;
    hydra_rt_begin(&launch, &sum_loop, (void* const[]){a}, (long[]){n}, 0, n, 0, &args);
    hydra_rt_transfer(&launch);
    hydra_rt_run(&launch);
    hydra_rt_commit(&launch, (void* const[]){&sum, &most});
    printf("sum %.10g max %.10g last row %ld\n", sum, most, args.row);
    hydra_rt_serial(&whole_site, (void* const[]){a}, 0);
    unsigned long hash = 0;
    for (long i = 0; i < (long)n * n; i++) {
        unsigned long bits;
        memcpy(&bits, &a[i], sizeof bits);
        hash = hash * 31 + bits;
    }
    printf("bits %lx a[1][1] %.10g\n", hash, a[n + 1]);
    free(a);
    free(b);
    return 0;
}
