// distributed: 18 24 37
// offloaded: 18 24 37
/* As people write who come from OpenMP: variables of the function's own, all of them listed in each directive, the loop's
   own among them. What the first loop leaves in i is nobody's business, since the second one's header assigns it; after
   that loop i has its last value, although it is listed. */
#include <stdio.h>

#define N 40

static double a[N][N], b[N][N];
static int size[3] = {N, N, N};

static int sums(void)
{
    int i, j, k;

    #pragma hydra parallel for private(j, i, k)
    for (j = 1; j < size[1] - 1; j++)
        for (k = 1; k < size[2] - 1; k++)
            for (i = 0; i < size[0]; i++)
                a[j][i] = i * j + k;

    #pragma hydra parallel for private(i, j)
    for (i = 1; i < size[0] - 1; i++)
        for (j = 0; j < size[1]; j++)
            b[i][j] += a[i][j];
    return i;
}

int main(void)
{
    double sum = 0;
    int i, j, last = 0;
    for (int t = 0; t < 3; t++)
        last += sums();
    #pragma hydra parallel for private(i, j) reduction(+ : sum)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += b[i][j] * (i + j);
    printf("%d %.0f\n", last, sum);
    return 0;
}
