// gcc: -fopenmp
// distributed: 29 44 57 74 107
/* Memory that each of OpenMP's threads has for itself: arrays of a region, threadprivate ones, rows by the thread's number,
 * what a thread allocates, also behind the pointers of a called function. Directives say nothing of it: an iteration may go
 * on from what the one before it left there. What is accumulated, or proved to be kept apart, is shared out; else the loop
 * keeps its order. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4000, B = 8 };

static double w[N], out[N], sums[B];
static int key[N];
static double last[B];
#pragma omp threadprivate(last)

static double step(double *seed) { return *seed = *seed * 7 - 101 * (int)(*seed * 7 / 101); }

/* A table that is merged behind the loop is a reduction, also where a generator's state is handed about by address. */
static double tables(void)
{
    double total = 0, q[B] = {0};
#pragma omp parallel
    {
        double mine[B] = {0}, seed;
#pragma omp for reduction(+: total)
        for (int i = 0; i < N; i++) {
            seed = i % 13;
            for (int k = 0; k < 4; k++) {
                double t = step(&seed);
                mine[(int)t % B] += 1;
                total += t;
            }
        }
#pragma omp critical
        for (int k = 0; k < B; k++)
            q[k] += mine[k];
    }
    for (int k = 0; k < B; k++)
        total = total * 3 + q[k];
#pragma omp parallel for reduction(+: sums[0:B])
    for (int i = 0; i < N; i++)
        sums[i % B] += w[i];
    return total;
}

/* Scalars that the region sets come into the loop with their values. */
static double scaled(void)
{
    double by, most = 0, mine;
#pragma omp parallel private(by, mine)
    {
        by = 1.0 / N, mine = 0;
#pragma omp for
        for (int i = 0; i < N; i++)
            out[i] = w[i] * by;
#pragma omp critical
        if (mine > most)
            most = mine;
    }
    return out[N / 3] + most;
}

/* Elements of a region's array that belong to the iteration. */
static double rows(void)
{
    double s = 0;
#pragma omp parallel
    {
        double *own = malloc(N * sizeof *own);
#pragma omp for
        for (int i = 0; i < N; i++)
            own[i] = w[i] + i;
        for (int i = 0; i < N; i++)
            s += own[i] * (i % 5);
        free(own);
    }
    return s;
}

static double total(const double *v, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += v[k];
    return s;
}

static void fill(double *v, int n, double from)
{
    for (int k = 0; k < n; k++)
        v[k] = from + k;
}

/* Scratch of the region's is an iteration's own where each one writes it first, and not where functions that it calls may read
 * what others have left. */
static double scratch(int part)
{
    double s = 0;
#pragma omp parallel
    {
        double all[B], some[B], held[B], copied[B];
        fill(all, B, 1), fill(some, B, 2), fill(held, B, 3), fill(copied, B, 4);
#pragma omp for reduction(+: s)
        for (int i = 0; i < N; i++) {
            fill(all, B, i);
            s += total(all, B);
        }
#pragma omp for
        for (int i = 0; i < N; i++) {
            fill(some, part, i);
            out[i] = total(some, B);
        }
#pragma omp for
        for (int i = 0; i < N; i++) {
            if (key[i] > 90)
                held[key[i] % B] = i;
            out[i] += total(held, B);
        }
#pragma omp for
        for (int i = 0; i < N - B; i++) {
            memcpy(copied, w + i, part * sizeof *copied);
            out[i] -= total(copied, B);
        }
    }
    for (int i = 0; i < N; i++)
        s += out[i] * (i % 11);
    return s;
}

/* Under conditions, ranks would see each other's tables. */
static double carried(void)
{
#pragma omp parallel
    {
        double h[B][2] = {{0}};
#pragma omp for
        for (int i = 0; i < N; i++) {
            double s = 0;
            for (int k = 0; k < B; k++) {
                if (w[i] > k)
                    h[k][1] = w[i] + i;
                if (w[i] < 2)
                    s += h[k][1];
            }
            out[i] = s;
        }
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += out[i] * (i % 3);
    return s;
}

static double remembered(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int k = key[i] % B;
        out[i] = last[k];
        if (i % 3)
            last[k] = i;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += out[i];
    return s;
}

static void spread(double *f, int n)
{
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < i + 5 && j < n; j++)
            if (w[i] > w[j]) {
                f[i] += w[i];
                f[j] -= w[j];
            }
}

static double by_number(void)
{
    double (*forces)[N] = calloc(omp_get_max_threads(), sizeof *forces), s = 0;
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        double *f = forces[me];
        spread(f, N);
#pragma omp for
        for (int i = 0; i < N; i++)
            if (key[i] > 3)
                forces[me][key[i]] += w[i];
    }
    for (int t = 0; t < omp_get_max_threads(); t++)
        for (int i = 0; i < N; i++)
            s += forces[t][i] * (i % 7);
    free(forces);
    return s;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < N; i++) {
        w[i] = i < N / 2 ? i % 9 : i % 4 * 0.5;
        key[i] = i * 7 % 101;
    }
    printf("%.6f\n", tables());
    printf("%.6f %.6f\n", scaled(), rows());
    printf("%.6f\n", scratch(argc + 4));
    printf("%.6f\n", carried());
    printf("%.6f\n", remembered());
    printf("%.6f %.6f\n", by_number(), sums[3]);
    return 0;
}
