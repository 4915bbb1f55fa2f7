// distributed: 13 17
// offloaded: 13 17
#include <stdio.h>
/* old and new values in two planes of one array, chosen by the step's parity; a second pair chosen by ?: */
#define N 33
static double u[2][N], even[N], odd[N];
int main(void)
{
    for (int i = 0; i < N; i++) { u[0][i] = u[1][i] = i % 5; even[i] = odd[i] = -i; }
    for (int t = 0; t < 11; t++) {
        int now = t % 2, next = 1 - now;
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            u[next][i] = (u[now][i - 1] + u[now][i + 1]) / 2;
        double *from = t & 1 ? odd : even, *to = t & 1 ? even : odd;
#pragma hydra parallel for
        for (int i = 2; i < N; i++)
            to[i] = from[i - 2] + u[next][i];
    }
    for (int i = 0; i < N; i++) printf("%.15g %.15g %.15g %.15g\n", u[0][i], u[1][i], even[i], odd[i]);
    return 0;
}
