// distributed: 31 69 77
// offloaded: 31 69 77
/* Fronts and checkerboards over records: members that launches write by themselves, in cells of a wavefront, and in
   every second site of a lattice. */
#include <stdio.h>

#define N 50
#define M 63

struct cell {
    int score;
    signed char from;
    float weight;
};
static struct cell cell[N + 1][M + 1];

struct site {
    int spin;
    double field;
};
static struct site lattice[N][M];

static void fronts(void)
{
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= M; j++)
            cell[i][j].weight = (i * 5 + j) % 9 * 0.25f;
    for (int d = 2; d <= N + M; d++) {
        int lo = d > M ? d - M : 1, hi = d - 1 < N ? d - 1 : N;
#pragma hydra parallel for
        for (int i = lo; i <= hi; i++) {
            int j = d - i;
            int same = cell[i - 1][j - 1].score + (i * j % 5 < 2 ? 2 : -1);
            int up = cell[i - 1][j].score - 1, left = cell[i][j - 1].score - 1;
            int best = 0, from = 0;
            if (same > best)
                best = same, from = 1;
            if (up > best)
                best = up, from = 2;
            if (left > best)
                best = left, from = 3;
            cell[i][j].score = best + (cell[i][j].weight > 2);
            cell[i][j].from = from;
        }
    }
    int i = N, j = M, steps = 0;
    while (i > 0 && j > 0 && cell[i][j].from != 0) {
        steps = (steps * 4 + cell[i][j].from) % 99991;
        i -= cell[i][j].from != 3;
        j -= cell[i][j].from != 2;
    }
    long sum = 0;
    for (int x = 0; x <= N; x++)
        for (int y = 0; y <= M; y++)
            sum = (sum * 31 + cell[x][y].score * 4 + cell[x][y].from + (int)(4 * cell[x][y].weight)) % 1000000007;
    printf("%d %ld\n", steps, sum);
}

static void checkerboard(int rounds)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            lattice[i][j].spin = (i * 7 + j * j) % 5 < 2 ? 1 : -1;
            lattice[i][j].field = (i + 2 * j) % 7 * 0.5 - 1.5;
        }
    for (int t = 0; t < rounds; t++)
        for (int colour = 0; colour < 2; colour++) {
#pragma hydra parallel for
            for (int i = 1; i < N - 1; i++)
                for (int j = 1 + (i + colour) % 2; j < M - 1; j += 2) {
                    int around = lattice[i - 1][j].spin + lattice[i + 1][j].spin + lattice[i][j - 1].spin +
                                 lattice[i][j + 1].spin;
                    lattice[i][j].spin = around + lattice[i][j].field > 0 ? 1 : -1;
                }
            long up = 0;
#pragma hydra parallel for reduction(+:up)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < M; j++)
                    up += lattice[i][j].spin > 0;
            printf("%ld ", up);
        }
    long sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = (sum * 3 + lattice[i][j].spin + 1) % 1000000007;
    printf("%ld\n", sum);
}

int main(void)
{
    fronts();
    checkerboard(4);
    return 0;
}
