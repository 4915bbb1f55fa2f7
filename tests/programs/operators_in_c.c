// distributed: 40 51 73 84 95 101 hydra_operators.h:89 hydra_operators.h:102 hydra_operators.h:127
// distributed: hydra_operators.h:139 hydra_operators.h:176 hydra_operators.h:213
// hydra_remap_range, hydra_remap_mask, hydra_divide and hydra_merge on plain arrays: any element, any layout, empty
// selections, masks that select nothing on some ranks; and the rest of the program goes on with the results.
#include <hydra_operators.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
    double x;
    int kind;
};

static long third(int group) { return group % 3; }

static long rank_of(const long *index, const long *extent, int dims, int ranks, void *data) {
    (void)extent, (void)dims, (void)data;
    return index[0] / 5 % ranks;
}

static int indexes_of(int rank, int box, const long *extent, int dims, int ranks, void *data, hydra_range *out) {
    (void)data;
    const long begin = (long)(box * ranks + rank) * 5;
    if (begin >= extent[0])
        return 0;
    out[0].begin = begin;
    out[0].end = begin + 4 < extent[0] ? begin + 4 : extent[0] - 1;
    out[0].step = 1;
    for (int d = 1; d < dims; d++) {
        out[d].begin = 0;
        out[d].end = extent[d] - 1;
        out[d].step = 1;
    }
    return 1;
}

static void show(const char *what, const double *a, long n) {
    double sum = 0, turned = 0;
#pragma hydra parallel for reduction(+ : sum, turned)
    for (long k = 0; k < n; k++) {
        sum += a[k];
        turned += a[k] * (double)(k % 17);
    }
    printf("%s: %ld, %g %g\n", what, n, sum, turned);
}

int main(void) {
    const long n = 60, m = 44;
    double(*a)[m] = malloc(sizeof(double[n][m]));
#pragma hydra parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            a[i][j] = (double)(i * 100 + j);

    const double weights[] = {1, 3};
    const hydra_layout layouts[] = {HYDRA_BLOCK, HYDRA_CYCLIC, HYDRA_BLOCK_CYCLIC(3), HYDRA_WEIGHTED(weights, 2),
                                    HYDRA_GRID, HYDRA_QUADTREE, HYDRA_LAYOUT(rank_of, indexes_of, 0)};
    const long extent[] = {n, m};
    const hydra_range odd[] = {{1, n - 1, 2}, {3, m - 1, 3}}, none[] = {{5, 4, 1}, {0, m - 1, 1}};
    for (int l = 0; l < 7; l++) {
        double *part = hydra_remap_range(a, sizeof(double), 2, extent, odd, layouts[l]);
        show("every second row, every third column", part, 30 * 14);
        free(part);
        double *empty = hydra_remap_range(a, sizeof(double), 2, extent, none, layouts[l]);
        show("no rows", empty, 0);
        free(empty);
    }

    const long count = 500;
    struct point *p = malloc((unsigned long)count * sizeof *p);
    int *mask = malloc((unsigned long)count * sizeof *mask), *side = malloc((unsigned long)count * sizeof *side);
#pragma hydra parallel for
    for (long k = 0; k < count; k++) {
        p[k].x = (double)(k * 7 % 101);
        p[k].kind = (int)(k % 5);
        mask[k] = k > 400 && k % 3 == 0 ? 2 : 0;
        side[k] = p[k].x < 20 ? 0 : p[k].x < 50 ? 1 : 3;
    }
    for (int l = 0; l < 7; l++) {
        long few = -1;
        struct point *chosen = hydra_remap_mask(p, sizeof *p, mask, count, &few, layouts[l]);
        double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
        for (long k = 0; k < few; k++)
            sum += chosen[k].x * (double)(k + 1) + chosen[k].kind;
        printf("chosen: %ld, %g\n", few, sum);

        void *parts[4];
        long sizes[4];
        hydra_divide(p, sizeof *p, side, count, layouts[l], l % 2 ? HYDRA_ALL(4) : HYDRA_IN_PROPORTION(4), parts,
                     sizes);
        for (int g = 0; g < 4; g++) {
            struct point *of = parts[g];
#pragma hydra parallel for
            for (long k = 0; k < sizes[g]; k++)
                of[k].x += (double)third(g);
        }
        struct point *all = hydra_merge(parts, sizes, 4, sizeof *p, layouts[l]);
        double order = 0;
#pragma hydra parallel for reduction(+ : order)
        for (long k = 0; k < count; k++)
            order += all[k].x * (double)(k % 13) + all[k].kind * (double)(k % 7);
        printf("divided: %ld %ld %ld %ld, %g, the first %g, the last %d\n", sizes[0], sizes[1], sizes[2], sizes[3],
               order, all[0].x, all[count - 1].kind);
        for (int g = 0; g < 4; g++)
            free(parts[g]);
        free(all);
        free(chosen);
    }
    free(side);
    free(mask);
    free(p);
    free(a);
    return 0;
}
