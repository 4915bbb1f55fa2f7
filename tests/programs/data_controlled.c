// distributed: 13 18 23
// offloaded: 13 18 23
#include <stdio.h>
/* serial decisions and loop bounds that come from elements which parallel loops wrote */
#define N 40
static int v[N], bound[N], out[N];
int main(void)
{
    int rounds = 0, i;
    for (i = 0; i < N; i++) { v[i] = i; bound[i] = 0; out[i] = -1; }
    while (v[N - 1] < 200 && rounds < 50) {
#pragma hydra parallel for
        for (i = 0; i < N; i++) v[i] += 1 + i % 4;
        rounds++;
    }
    printf("%d rounds, v[%d]=%d\n", rounds, N - 1, v[N - 1]);
#pragma hydra parallel for
    for (i = 0; i < N; i++) bound[i] = v[i] % N;
    for (int k = 0; k < 6; k++) {
        int from = bound[k * 5], to = bound[N - 1 - k];
        printf("%d..%d\n", from, to);
#pragma hydra parallel for
        for (i = from; i < to; i++) out[i] = k * 100 + v[i];
        if (out[10] > 300) out[10] = 0;
        switch (out[11] % 3) {
        case 0: out[0]++; break;
        case 1: out[1] = out[2]; break;
        default: out[3] -= 2;
        }
    }
    for (i = 0; i < N; i++) printf("%d ", out[i]);
    printf("\n");
    return out[10] != 0;
}
