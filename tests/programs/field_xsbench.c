// distributed: 91 101
// offloaded: 91 101
/* Macroscopic cross-section look-ups in the manner of XSBench: an energy drawn for each look-up from a seed of its own,
   a binary search in the unionised grid, interpolation over the nuclides of a material; results go into a hash. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NUCLIDES 12
#define POINTS 40
#define GRID (NUCLIDES * POINTS)
#define MATERIALS 4
#define LOOKUPS 300

typedef struct {
    double energy, total_xs, elastic_xs, absorbtion_xs, fission_xs, nu_fission_xs;
} NuclideGridPoint;

static NuclideGridPoint grids[NUCLIDES * POINTS];
static double unionized[GRID];
static int index_grid[GRID * NUCLIDES];
static const int num_nucs[MATERIALS] = {4, 2, 5, 1};
static const int mats[MATERIALS][5] = {{0, 3, 5, 7}, {1, 2}, {4, 6, 8, 9, 10}, {11}};

static uint64_t fast_forward_LCG(uint64_t seed, uint64_t n)
{
    const uint64_t m = 9223372036854775808ULL;
    uint64_t a = 2806196910506780709ULL, c = 1ULL, a_new = 1, c_new = 0;
    n = n % m;
    while (n > 0) {
        if (n & 1) {
            a_new *= a;
            c_new = c_new * a + c;
        }
        c *= (a + 1);
        a *= a;
        n >>= 1;
    }
    return (a_new * seed + c_new) % m;
}

static double LCG_random_double(uint64_t *seed)
{
    const uint64_t m = 9223372036854775808ULL;
    *seed = (2806196910506780709ULL * (*seed) + 1ULL) % m;
    return (double)(*seed) / (double)m;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static long grid_search(long n, double quarry, const double *A)
{
    long lower = 0, upper = n - 1, length = upper - lower;
    while (length > 1) {
        long examine = lower + length / 2;
        if (A[examine] > quarry)
            upper = examine;
        else
            lower = examine;
        length = upper - lower;
    }
    return lower;
}

int main(void)
{
    uint64_t seed = 42;
    double energies[POINTS];
    for (int n = 0; n < NUCLIDES; n++) {
        for (int p = 0; p < POINTS; p++)
            energies[p] = LCG_random_double(&seed);
        qsort(energies, POINTS, sizeof(double), compare);
        for (int p = 0; p < POINTS; p++) {
            NuclideGridPoint *g = &grids[n * POINTS + p];
            g->energy = energies[p];
            g->total_xs = LCG_random_double(&seed);
            g->elastic_xs = LCG_random_double(&seed);
            g->absorbtion_xs = LCG_random_double(&seed);
            g->fission_xs = LCG_random_double(&seed);
            g->nu_fission_xs = LCG_random_double(&seed);
        }
    }
    for (int i = 0; i < GRID; i++)
        unionized[i] = grids[i].energy;
    qsort(unionized, GRID, sizeof(double), compare);
    #pragma hydra parallel for
    for (int i = 0; i < GRID; i++)
        for (int n = 0; n < NUCLIDES; n++) {
            int low = 0;
            while (low < POINTS - 2 && grids[n * POINTS + low + 1].energy <= unionized[i])
                low++;
            index_grid[i * NUCLIDES + n] = low;
        }

    unsigned long long verification = 0;
    #pragma hydra parallel for reduction(+ : verification)
    for (int i = 0; i < LOOKUPS; i++) {
        uint64_t s = fast_forward_LCG(1070, 2 * i);
        double p_energy = LCG_random_double(&s), macro[5] = {0, 0, 0, 0, 0};
        int mat = (int)(LCG_random_double(&s) * MATERIALS);
        long idx = grid_search(GRID, p_energy, unionized);
        for (int j = 0; j < num_nucs[mat]; j++) {
            int nuc = mats[mat][j], at = index_grid[idx * NUCLIDES + nuc];
            const NuclideGridPoint *low = &grids[nuc * POINTS + at], *high = low + 1;
            double f = (high->energy - p_energy) / (high->energy - low->energy), conc = 0.1 * (j + 1);
            macro[0] += (high->total_xs - f * (high->total_xs - low->total_xs)) * conc;
            macro[1] += (high->elastic_xs - f * (high->elastic_xs - low->elastic_xs)) * conc;
            macro[2] += (high->absorbtion_xs - f * (high->absorbtion_xs - low->absorbtion_xs)) * conc;
            macro[3] += (high->fission_xs - f * (high->fission_xs - low->fission_xs)) * conc;
            macro[4] += (high->nu_fission_xs - f * (high->nu_fission_xs - low->nu_fission_xs)) * conc;
        }
        int max_idx = 0;
        for (int j = 1; j < 5; j++)
            if (macro[j] > macro[max_idx])
                max_idx = j;
        verification += max_idx + 1;
    }
    printf("Verification checksum: %llu\n", verification % 999983);
    for (int i = 0; i < GRID; i += 17)
        printf("%.12f %d %d\n", unionized[i], index_grid[i * NUCLIDES], index_grid[i * NUCLIDES + 7]);
    return 0;
}
