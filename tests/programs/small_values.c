// distributed: 48 67 76 93 96
// offloaded: 48 67 93 96
// What loops only read and is small may reach a device by value: arrays of numbers and of structs, members of structs,
// automatic and static, named in the body, in functions, or by pointers. Serial code changes them between launches, and
// each launch has the values of its time.
#include <stdio.h>
#include <string.h>
#define N 600

typedef struct { double k[3]; int n; float m[2][2]; } par;
typedef struct { short lo, hi; double by; } range;

static double in[N], out[N], more[N];
static par chosen;
static double matrix[3][3];
double shared[4];
static range ranges[3];
static _Bool wanted[4];
static unsigned char bytes[7];

static double sum(const double *w, int count)
{
    double s = 0;
    for (int k = 0; k < count; k++)
        s += w[k];
    return s;
}
static const double *later(const double *w, int by) { return w + by; }
static double *row(int i) { return matrix[i % 3]; }
static double named(int i) { return matrix[1][i % 3] + chosen.k[i % 3] + *later(shared, i % 4); }
static double inside(const par *p, int i) { return p->k[i % 3] * p->n + p->m[i % 2][1]; }
static void set(double *w, int count, double from)
{
    for (int k = 0; k < count; k++)
        w[k] = from + k;
}

int main(int argc, char **argv)
{
    double weights[3], alone[5] = {1, 2, 3, 4, 5};
    const double fixed[2] = {0.5, argc};
    long limits[2] = {1, N - 1};
    par local = {{1, 2, 3}, 4, {{5, 6}, {7, 8}}};
    int choice[4] = {3, 1, 0, 2};
    (void)argv;

    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        in[i] = i % 17 * 0.25;
    for (int t = 0; t < 5; t++) {
        for (int k = 0; k < 3; k++) {
            weights[k] = 1.0 / (t + k + 1);
            chosen.k[k] = t - k;
            for (int l = 0; l < 3; l++)
                matrix[k][l] = t * 10 + k * 3 + l;
            ranges[k] = (range){k * 100, k * 100 + 150 + t, 1.5 * k};
        }
        chosen.n = t;
        chosen.m[1][1] = t;
        set(shared, 4, t * 0.5);
        wanted[t % 4] = !wanted[t % 4];
        memset(bytes, t + 250, sizeof bytes);
        bytes[t] = 1;

        // The subscripts of some are variables, and bounds are read from one.
        #pragma hydra parallel for
        for (long i = limits[0]; i < limits[1]; i++) {
            const double *w = weights;
            double s = 0;
            for (int k = 0; k < 3; k++)
                s += w[k] * in[i + k - 1];
            out[i] = s + fixed[i % 2] + alone[choice[i % 4]] + sum(weights, 3) + sum(&matrix[1][1], 2);
        }
        // Structs: their members, one as a whole, one behind a pointer.
        #pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            par own = local;
            more[i] = local.k[i % 3] * chosen.n + chosen.m[i % 2][1] + own.k[1] + inside(&chosen, i) + named(i);
            for (int k = 0; k < 3; k++)
                if (i >= ranges[k].lo && i < ranges[k].hi)
                    more[i] += ranges[k].by;
            if (wanted[i % 4])
                more[i] -= bytes[i % 7];
        }
        local.k[t % 3] += 0.5;
        alone[t] = -t;
        choice[t % 4] = t;
        limits[0] = t % 3 + 1;

        // Rows whose address a function returns, and a reduction.
        double all = 0;
        #pragma hydra parallel for reduction(+:all)
        for (int i = 0; i < N; i++)
            all += (int)(row(i)[i % 3] + weights[i % 3] * 8 + out[i] + later(alone, 1)[i % 4]);
        #pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            in[i] = in[i] * 0.5 + out[i] * 0.125;
        printf("%d: %.17g %.17g %.17g\n", t, all, out[N / 2], more[N / 3]);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += out[i] + more[i] * 0.5;
    printf("%.17g\n", s);
    return 0;
}
