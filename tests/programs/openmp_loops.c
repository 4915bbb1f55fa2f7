// gcc: -fopenmp
// distributed: 17 36 42 56 61 73 82 102
// OpenMP's directives as input: regions with several loops, orphaned loops, clauses of regions, reductions, atomic sums,
// scratch by thread number, and what a team of one does anyway.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000

static double a[N], b[N], table[8];
static int seen;
#pragma omp threadprivate(seen)

static void orphaned(double *x, int n, double by) {
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < n; i++)
        x[i] = x[i] * by + 1;
}

static double weight(int i) { return i % 3 ? 0.5 : 2; }

int main(int argc, char **argv) {
    int n = argc > 9 ? atoi(argv[1]) : N, i, j, last = -1, count = 0, before = 7;
    double sum = 0, most = -1, product = 1, factor = 3;
    long hits = 0;
    double *scratch = malloc((size_t)omp_get_max_threads() * 16 * sizeof *scratch);
    double *grid = malloc((size_t)60 * 50 * sizeof *grid);

#pragma omp parallel default(none) shared(a, b, n, hits, last, sum) private(i) firstprivate(factor)
    {
        double t;
#pragma omp single nowait
        seen = 1;
#pragma omp for schedule(static, 16) nowait
        for (i = 0; i < n; i++) {
            t = i * factor;
            a[i] = t - (int)(t / 101) * 101;
        }
#pragma omp barrier
#pragma omp for lastprivate(last) reduction(+ : sum)
        for (i = 0; i < n; i++) {
            b[i] = a[n - 1 - i] + a[i];
            sum += b[i];
            last = i * 2;
            if (a[i] > 90) {
#pragma omp atomic
                hits++;
            }
        }
#pragma omp master
        b[0] = -1;
    }

#pragma omp parallel for collapse(2) private(j) if (n > 100) num_threads(4)
    for (i = 0; i < 60; i++)
        for (j = 0; j < 50; j++)
            grid[i * 50 + j] = a[i] * b[j];

#pragma omp parallel for reduction(max : most), reduction(* : product)
    for (i = 0; i < n; i++) {
        double v = b[i] * weight(i);
        if (v > most)
            most = v;
        if (i % 500 == 0)
            product *= 1 + a[i] / 1000;
    }

#pragma omp parallel
    {
        double *mine = scratch + omp_get_thread_num() * 16;
#pragma omp for
        for (i = 0; i < n; i++)
            a[i] += b[n - 1 - i] / omp_get_num_threads();
        mine[0] = omp_get_thread_num();
#pragma omp critical(counting)
        count += (int)mine[0] + 1;
        orphaned(b, n, 0.5);
    }

#pragma omp parallel for reduction(+ : table)
    for (i = 0; i < n; i++)
        table[(int)a[i] & 7] += b[i] < 0 ? 0 : 1;

    // In order: iterations do depend on each other, or exclude each other.
#pragma omp parallel for ordered
    for (i = 1; i < n; i++) {
#pragma omp ordered
        a[i] += a[i - 1] / 1024;
    }
    int where = -1;
    double best = -1;
#pragma omp parallel for
    for (i = 0; i < n; i++)
#pragma omp critical
        if (b[i] > best) {
            best = b[i];
            where = i;
        }

#pragma omp target teams distribute parallel for map(tofrom : a) private(before)
    for (i = 0; i < n; i++) {
        before = i % 5;
        a[i] -= before;
    }
    before = 8;
#pragma omp parallel sections
    {
#pragma omp section
        count += 10;
#pragma omp section
        count += 100;
    }
#pragma omp simd
    for (i = 0; i < n; i++)
        b[i] += a[i];
    double all = 0, cells = 0, rows = 0;
    for (i = 0; i < n; i++)
        all += a[i] + 2 * b[i];
    for (i = 0; i < 60 * 50; i++)
        cells += grid[i];
    for (i = 0; i < 8; i++)
        rows += table[i] * i;
    printf("%g %g %g %g %g\n", all, cells, rows, sum, most);
    printf("%.12g %ld %d %d %d %d %d\n", product, hits, last, count, where, before, omp_get_num_threads());
    free(grid);
    free(scratch);
    return 0;
}
