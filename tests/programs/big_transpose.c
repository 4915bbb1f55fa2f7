// distributed: 11 16 20 25
// offloaded: 11 16 20 25
#include <stdio.h>
/* messages of many kilobytes, both ways between all ranks */
#define N 360
static double a[N][N], b[N][N];
int main(void)
{
    double trace = 0, weighted = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i * N + j;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                b[i][j] = a[j][i] + t;
#pragma hydra parallel for
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                a[i][j] = b[i][j] - i;
    }
#pragma hydra parallel for reduction(+:trace, weighted)
    for (int i = 0; i < N; i++) {
        trace += a[i][i];
        for (int j = 0; j < N; j++)
            weighted += a[i][j] * ((i + 2 * j) % 16);
    }
    printf("%.17g %.17g\n", trace, weighted);
    for (int i = 0; i < N; i += 37)
        printf("%.17g %.17g %.17g\n", a[i][0], a[i][N - 1 - i], a[N - 1][i]);
    return 0;
}
