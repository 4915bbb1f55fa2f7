// distributed: 11 26
// offloaded: 26
#include <stdio.h>
#define N 19
int res[N];
int main(void)
{
    int work[8], i, k;
    int weights[8] = {1, 2, 3, 5, 8, 13, 21, 34};
#pragma hydra parallel for private(work, k) firstprivate(weights)
    for (i = 0; i < N; i++) {
        for (k = 0; k < 8; k++)
            work[k] = i * k + weights[k];
        for (k = 1; k < 8; k++)
            work[k] += work[k - 1];
        res[i] = work[7] + weights[i % 8];
    }
    for (i = 0; i < N; i++)
        printf("%d ", res[i]);
    printf("\n");
    for (k = 0; k < 8; k++)
        printf("%d ", weights[k]);
    printf("\n");

#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int local[3][2], s = 0;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 2; b++)
                local[a][b] = i + a * 10 + b;
        for (int a = 0; a < 3; a++)
            s += local[a][0] * local[a][1];
        res[i] = s;
    }
    for (i = 0; i < N; i++)
        printf("%d ", res[i]);
    printf("\n");
    return 0;
}
