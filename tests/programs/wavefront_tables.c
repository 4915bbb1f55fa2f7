// deals: block, cyclic, block-cyclic:3
// distributed: 66 73 103 141 153 184 189 193
// offloaded: 17 66 73 103 141 153 184 189 193
/* Wavefronts through tables of rows: rows asked for one by one, rows of one block, tables in structs, several tables, and
   what takes rows out of their order: rows that change places, move, lie twice in a table, or are longer than others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

static void fronts(int n, int m, int **h, const char *a, const char *b, int from, int to)
{
    for (int d = from; d <= to; d++) {
#pragma hydra parallel for
        for (int i = larger(1, d - m + 1); i <= smaller(n - 1, d - 1); i++) {
            int j = d - i, best = h[i - 1][j - 1] + (a[i] == b[j] ? 3 : -2);
            best = larger(best, larger(h[i - 1][j], h[i][j - 1]) - 1);
            h[i][j] = larger(best, 0);
        }
    }
}

static long check(int n, int m, int **h)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum = (sum * 31 + h[i][j]) % 1000000007;
    return sum;
}

static char *text(int n, int step)
{
    char *a = malloc(n);
    for (int i = 0; i < n; i++)
        a[i] = "ACGT"[(i * step + i / 7) % 4];
    return a;
}

enum way { one_by_one, one_block, swapped, moved, twice, longer, from_one, freed };

/* Rows in all the ways in which they may lie; some change half way through. */
static void rows(int n, int m, enum way way)
{
    char *a = text(n, 3), *b = text(m, 5);
    int **h = malloc(n * sizeof *h), *block = NULL;
    if (way == one_block)
        block = malloc(n * m * sizeof *block);
    for (int i = 0; i < n; i++) {
        if (way == one_block)
            h[i] = block + i * m;
        else
            h[i] = malloc((m + (way == longer && i % 16 == 5 ? 900 : 0)) * sizeof *h[i]);
        if (way == from_one)
            h[i] -= 1;
    }
    if (way == from_one) {
        for (int d = 4; d <= n + m; d++) {
            if (d == 4)
                for (int i = 0; i < n; i++)
                    for (int j = 1; j <= m; j++)
                        h[i][j] = i == 0 || j == 1 ? i + j : -1;
#pragma hydra parallel for
            for (int i = larger(1, d - m); i <= smaller(n - 1, d - 2); i++)
                h[i][d - i] = larger(h[i - 1][d - i], h[i][d - i - 1]) + (a[i] == b[d - i - 1]) - h[i - 1][d - i - 1] / 2;
        }
        for (int i = 0; i < n; i++)
            h[i]++;
    } else {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                h[i][j] = i == 0 ? j : j == 0 ? i : -1;
        if (way == twice) {
            free(h[n - 1]);
            h[n - 1] = h[1];
        }
        int half = (n + m) / 2;
        fronts(n, m, h, a, b, 2, half);
        if (way == swapped) {
            int *first = h[n / 3];
            h[n / 3] = h[n / 2];
            h[n / 2] = first;
        }
        if (way == moved) {
            h[n / 2] = realloc(h[n / 2], 2 * m * sizeof(int));
            for (int j = m; j < 2 * m; j++)
                h[n / 2][j] = j;
        }
        if (way == freed) { /* another block comes to lie where a row has been */
            int *kept = malloc(m * sizeof *kept);
            memcpy(kept, h[n / 2], m * sizeof *kept);
            free(h[n / 2]);
            int *other = calloc(m, sizeof *other);
            for (int j = 0; j < m; j++)
                other[j] = j % 3;
            h[n / 2] = kept;
            fronts(n, m, h, a, b, half + 1, half + 4);
            long sum = 0;
#pragma hydra parallel for reduction(+ : sum)
            for (int j = 0; j < m; j++)
                sum += other[j] * j;
            printf("%ld ", sum);
            half += 4;
            free(other);
        }
        fronts(n, m, h, a, b, half + 1, n + m - 2);
    }
    printf("way %d: %d, %ld\n", way, h[n - 1][m - 1], check(n, m, h));
    for (int i = 0; i < n; i++)
        if (way != one_block && !(way == twice && i == n - 1))
            free(h[i]);
    free(block), free(h), free(a), free(b);
}

/* Three tables whose rows lie between each other's, in a struct. */
struct affine {
    double **best, **down, **right;
    int n, m;
};

static void gotoh(struct affine *g)
{
    int n = g->n, m = g->m;
    g->best = malloc(n * sizeof(double *));
    g->down = malloc(n * sizeof(double *));
    g->right = malloc(n * sizeof(double *));
    for (int i = 0; i < n; i++) {
        g->best[i] = calloc(m, sizeof(double));
        g->down[i] = calloc(m, sizeof(double));
        g->right[i] = calloc(m, sizeof(double));
    }
    for (int i = 0; i < n; i++)
        g->best[i][0] = -0.5 * i;
    for (int j = 0; j < m; j++)
        g->best[0][j] = -0.25 * j;
    for (int d = 2; d <= n + m - 2; d++) {
#pragma hydra parallel for
        for (int i = d - m + 1 > 1 ? d - m + 1 : 1; i < (d < n ? d : n); i++) {
            int j = d - i;
            double down = g->best[i - 1][j] - 2, right = g->best[i][j - 1] - 2;
            g->down[i][j] = g->down[i - 1][j] - 0.5 > down ? g->down[i - 1][j] - 0.5 : down;
            g->right[i][j] = g->right[i][j - 1] - 0.5 > right ? g->right[i][j - 1] - 0.5 : right;
            double best = g->best[i - 1][j - 1] + ((i * 7 + j * 3) % 5 ? -1 : 2);
            best = best > g->down[i][j] ? best : g->down[i][j];
            g->best[i][j] = best > g->right[i][j] ? best : g->right[i][j];
        }
    }
    double sum = 0;
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += g->best[i][j] + 2 * g->down[i][j] + 3 * g->right[i][j];
    printf("gotoh %.17g %.17g\n", g->best[n - 1][m - 1], sum);
    for (int i = 0; i < n; i++)
        free(g->best[i]), free(g->down[i]), free(g->right[i]);
    free(g->best), free(g->down), free(g->right);
}

/* Letters; rows are also used one by one: by loops of their own, by memcpy, by functions, and a table that grows. */
static int weight(const char *row, int m)
{
    int sum = 0;
    for (int j = 0; j < m; j++)
        sum = (sum * 3 + row[j]) % 10007;
    return sum;
}

static void letters(int n, int m)
{
    char **h = NULL;
    for (int i = 0; i < n; i++) {
        if (i % 20 == 0)
            h = realloc(h, (i + 20) * sizeof *h);
        h[i] = malloc(m);
        memset(h[i], 'a' + i % 3, m);
    }
    char *row = malloc(m);
    for (int round = 0; round < 3; round++) {
        for (int d = 2; d <= n + m - 2; d++) {
#pragma hydra parallel for
            for (int i = larger(1, d - m + 1); i <= smaller(n - 1, d - 1); i++)
                h[i][d - i] = 'a' + (h[i - 1][d - i] + h[i][d - i - 1] * 2 + h[i - 1][d - i - 1] + round) % 26;
        }
        char *last = h[n - 1], *some = h[n / 2 + round];
#pragma hydra parallel for
        for (int j = 0; j < m; j++)
            row[j] = last[j] + (some[j] - 'a') % 2;
        memcpy(h[round], row, m);
#pragma hydra parallel for
        for (int j = 1; j < m - 1; j++)
            some[j] = 'a' + (row[j - 1] + row[j + 1]) % 26;
        printf("%d %d %d ", weight(h[n / 3], m), weight(some, m), weight(h[round], m));
        if (round == 1)
            memmove(h[3], h[n - 2], m);
    }
    int all = 0;
    for (int i = 0; i < n; i++)
        all = (all * 7 + weight(h[i], m)) % 1000003;
    printf("letters %d\n", all);
    for (int i = n; i-- > 0;)
        free(h[i]);
    free(h), free(row);
}

int main(void)
{
    for (enum way way = one_by_one; way <= freed; way++)
        rows(64, 45, way);
    rows(40, 90, one_by_one);
    rows(130, 9, one_by_one);
    rows(90, 70, moved);
    gotoh(&(struct affine){.n = 50, .m = 41});
    letters(48, 37);
    letters(33, 120);
    return 0;
}
