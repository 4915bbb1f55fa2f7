// distributed: 14
// offloaded: 14
#include <stdio.h>
/* longest common subsequence along anti-diagonals: i and the diagonal give the column */
#define A 18
#define B 23
static const char first[A + 1] = "ACGTTGACCTAGGATACC", second[B + 1] = "GATTACAGGTCCATGACCTTAGA";
static int best[A + 1][B + 1];
int main(void)
{
    for (int d = 2; d <= A + B; d++) {
        int from = d - B > 1 ? d - B : 1, to = d - 1 < A ? d - 1 : A;
#pragma hydra parallel for
        for (int i = from; i <= to; i++) {
            int up = best[i - 1][d - i], left = best[i][d - i - 1];
            if (first[i - 1] == second[d - i - 1])
                best[i][d - i] = best[i - 1][d - i - 1] + 1;
            else
                best[i][d - i] = up > left ? up : left;
        }
    }
    for (int i = 0; i <= A; i++) {
        for (int j = 0; j <= B; j++)
            printf("%3d", best[i][j]);
        printf("\n");
    }
    return 0;
}
