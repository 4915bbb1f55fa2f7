// deals: block, cyclic
// distributed: 24
// offloaded: 24
/* RNA secondary structure prediction by dynamic programming, after the PolyBench kernel "nussinov". The table is
   filled diagonal by diagonal: all cells of one diagonal are independent. */
#include <stdio.h>

#define N 45
#define match(b1, b2) (((b1) + (b2)) == 3 ? 1 : 0)
#define max_score(s1, s2) ((s1 >= s2) ? s1 : s2)

typedef char base;

static base seq[N];
static int table[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        seq[i] = (base)((i * i + 1) % 4);

    for (int d = 1; d < N; d++) {
        #pragma hydra parallel for
        for (int i = 0; i < N - d; i++) {
            int j = i + d;
            int t = table[i][j];
            t = max_score(t, table[i][j - 1]);
            t = max_score(t, table[i + 1][j]);
            if (i < j - 1)
                t = max_score(t, table[i + 1][j - 1] + match(seq[i], seq[j]));
            else
                t = max_score(t, table[i + 1][j - 1]);
            for (int k = i + 1; k < j; k++)
                t = max_score(t, table[i][k] + table[k + 1][j]);
            table[i][j] = t;
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = i; j < N; j++)
            printf("%d ", table[i][j]);
        printf("\n");
    }
    return 0;
}
