// deals: block, cyclic
// distributed: 32 35 45 53
// offloaded: 32 35 45 53
/* Global alignment of two sequences, after Rodinia's "needleman-wunsch": the score matrix is filled along its
   anti-diagonals, first those that grow, then those that shrink; a serial trace-back prints the alignment. */
#include <stdio.h>
#include <stdlib.h>

#define LIMIT -999

static int blosum[8][8] = {{4, -1, -2, -2, 0, -1, -1, 0},    {-1, 5, 0, -2, -3, 1, 0, -2}, {-2, 0, 6, 1, -3, 0, 0, 0},
                           {-2, -2, 1, 6, -3, 0, 2, -1},     {0, -3, -3, -3, 9, -3, -4, -3}, {-1, 1, 0, 0, -3, 5, 2, -2},
                           {-1, 0, 0, 2, -4, 2, 5, -2},      {0, -2, 0, -1, -3, -2, -2, 6}};

static int maximum(int a, int b, int c)
{
    int k = a <= b ? b : a;
    return k <= c ? c : k;
}

int main(void)
{
    int n = 49, penalty = 3; /* 48 letters and the border */
    int *itemsets = malloc(n * n * sizeof(int)), *reference = malloc(n * n * sizeof(int));
    int *rowseq = malloc(n * sizeof(int)), *colseq = malloc(n * sizeof(int));

    for (int i = 1; i < n; i++) {
        rowseq[i] = (i * i + 3) % 8;
        colseq[i] = (i * 5 + i / 3) % 8;
    }
    #pragma hydra parallel for
    for (int i = 0; i < n * n; i++)
        itemsets[i] = 0;
    #pragma hydra parallel for
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            reference[i * n + j] = blosum[rowseq[i]][colseq[j]];
    for (int i = 1; i < n; i++) {
        itemsets[i * n] = -i * penalty;
        itemsets[i] = -i * penalty;
    }

    for (int i = 0; i < n - 1; i++) {
        #pragma hydra parallel for
        for (int k = 0; k <= i; k++) {
            int at = (k + 1) * n + (i + 1 - k);
            itemsets[at] = maximum(itemsets[at - 1 - n] + reference[at], itemsets[at - 1] - penalty,
                                   itemsets[at - n] - penalty);
        }
    }
    for (int i = n - 3; i >= 0; i--) {
        #pragma hydra parallel for
        for (int k = 0; k <= i; k++) {
            int at = (n - k - 1) * n + k + n - i - 1;
            itemsets[at] = maximum(itemsets[at - 1 - n] + reference[at], itemsets[at - 1] - penalty,
                                   itemsets[at - n] - penalty);
        }
    }

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%d ", itemsets[i * n + j]);
        printf("\n");
    }
    for (int i = n - 2, j = n - 2; i > 0 || j > 0;) {
        int nw = i && j ? itemsets[(i - 1) * n + j - 1] : LIMIT, w = j ? itemsets[i * n + j - 1] : LIMIT;
        int north = i ? itemsets[(i - 1) * n + j] : LIMIT;
        int traceback = maximum(i && j ? nw + reference[i * n + j] : LIMIT, w - penalty, north - penalty);
        printf("%d ", itemsets[i * n + j]);
        if (i && j && traceback == nw + reference[i * n + j])
            i--, j--;
        else if (j && traceback == w - penalty)
            j--;
        else
            i--;
    }
    printf("\n");
    free(itemsets);
    free(reference);
    free(rowseq);
    free(colseq);
    return 0;
}
