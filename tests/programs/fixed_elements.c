// distributed: 14 18 20 22
// offloaded: 14 18 20 22
#include <stdio.h>
/* iterations that all read the same few elements, which others change in between */
#define N 35
static double coef[8], x[N], y[N], m[N][4];
int main(void)
{
    for (int i = 0; i < N; i++) { x[i] = i; for (int j = 0; j < 4; j++) m[i][j] = i + j; }
    for (int k = 0; k < 8; k++) coef[k] = 1.0 / (k + 1);
    for (int t = 0; t < 5; t++) {
        int p = (t * 9) % N;
#pragma hydra parallel for
        for (int i = 0; i < N; i++) y[i] = x[i] * coef[t] + coef[7] + m[p][1] - m[N - 1][t % 4];
        coef[7] += y[p];
        coef[t] = -1;
#pragma hydra parallel for
        for (int i = 0; i < N; i++) x[i] = y[i] / (1 + t) - y[0] * 0.125 + y[N - 1] * 0.25;
#pragma hydra parallel for
        for (int i = 0; i < N; i++) m[i][2] = x[p] + i;
#pragma hydra parallel for
        for (int k = 0; k < 8; k++) coef[k] += x[4 * k] * 1e-3;
    }
    for (int i = 0; i < N; i++) printf("%.14g %.14g %.14g\n", x[i], y[i], m[i][2]);
    for (int k = 0; k < 8; k++) printf("%.14g\n", coef[k]);
    return 0;
}
