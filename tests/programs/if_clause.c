// distributed: 93
// replicated: 38 63
// offloaded: 93
/* Loops that are shared out where a condition holds, and run by every rank where it does not: levels of a multigrid
 * method, conditions in memory that ranks have computed, sums, sections, elements found by index, last values, loops
 * that begin anywhere. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 256 };

struct level {
    int n;
    double *u, *f;
};

struct options {
    struct level level[5];
    int least;
};

static struct options options;

static void smooth(struct level *at, int least)
{
    const int n = at->n;
#pragma hydra parallel for if(at->n > least)
    for (int i = 1; i < n - 1; i++)
        at->f[i] = 0.25 * (at->u[i - 1] + 2.0 * at->u[i] + at->u[i + 1]);
    double *swap = at->u;
    at->u = at->f;
    at->f = swap;
}

static void never(int n, double *a)
{
#pragma hydra parallel for if (0)
    for (int i = 0; i < n; i++)
        a[i] += 1.0;
}

static double coarse(const struct level *fine, struct level *to)
{
    double norm = 0.0;
    int i;
    const int n = to->n;
    to->u[0] = fine->u[0];
    to->u[n - 1] = fine->u[fine->n - 1];
#pragma hydra parallel for reduction(+ : norm), if (n >= 64 && options.least) private(i)
    for (i = 1; i < n - 1; i++) {
        to->u[i] = 0.25 * (fine->u[2 * i - 1] + 2.0 * fine->u[2 * i] + fine->u[2 * i + 1]);
        norm += to->u[i] * to->u[i];
    }
    return norm + i;
}

static int counts[8];

static void count(int n, const int *bin, const double *a, double *sum)
{
    int last = -1, odd[2] = {0, 0};
#pragma hydra parallel for reduction(+ : odd[0:2]) if ((n) < 0)
    for (int i = 0; i < n; i++) {
        sum[bin[i]] = a[i] + i;
        odd[bin[i] % 2]++;
        if (bin[i] == 3)
            last = i;
    }
    counts[odd[0] % 8]++;
    counts[(last + 8) % 8] += odd[1];
}

int main(int argc, char **argv)
{
    options.least = argc > 1 ? atoi(argv[1]) : 60;
    for (int l = 0, n = MOST; l < 5; l++, n /= 2) {
        options.level[l] = (struct level){n, calloc(n, sizeof(double)), calloc(n, sizeof(double))};
        for (int i = 0; i < n; i++)
            options.level[l].u[i] = options.level[l].f[i] = (i * 7 + l) % 13;
    }
    double norm = 0.0;
    for (int cycle = 0; cycle < 4; cycle++)
        for (int l = 0; l < 5; l++) {
            smooth(&options.level[l], options.least);
            if (l < 4)
                norm += coarse(&options.level[l], &options.level[l + 1]);
            never(options.level[l].n, options.level[l].u);
        }

    int *bin = malloc(MOST * sizeof *bin);
    double *found = calloc(MOST, sizeof *found), *a = options.level[0].u;
#pragma hydra parallel for if (a != NULL)
    for (int i = 0; i < MOST; i++)
        bin[i] = (i * 11) % MOST;
    count(MOST, bin, a, found);
    const double limit = 4.0;
    for (int round = 0; round < 4; round++) {
#pragma hydra parallel for if (found[bin[round]] > limit)
        for (int i = MOST - 1; i >= round; i -= 2)
            found[i] += a[i] * round;
    }

    double total = 0.0;
    for (int i = 0; i < MOST; i++)
        total += found[i] + options.level[0].u[i];
    for (int l = 0; l < 5; l++)
        for (int i = 0; i < options.level[l].n; i++)
            total += options.level[l].u[i] * (i + l);
    for (int i = 0; i < 8; i++)
        printf("%d ", counts[i]);
    printf("\n%.10g %.10g\n", norm, total);
    return 0;
}
