// distributed: 14 27
// offloaded: 14 27
#include <stdio.h>
#define N 27
static double in[N], out[N];
int main(void)
{
    int i, j, k;
    double scale = 1.5, t, u;
    for (i = 0; i < N; i++)
        in[i] = i + 0.25;

#pragma hydra parallel for private(t, u, j) firstprivate(scale) shared(in, out)
    for (i = 0; i < N; i++) {
        t = in[i] * scale;
        u = 0;
        for (j = 0; j < 4; j++)
            u += t / (j + 1);
        out[i] = u - t;
    }
    for (i = 0; i < N; i++)
        printf("%.15g\n", out[i]);

    scale = 2.0;
    k = 3;
#pragma hydra parallel for private(i, t), firstprivate(k)
    for (i = 1; i < N; i++) {
        t = in[i - 1] + k;
        if (t > 10)
            t = 10 - k;
        out[i] = t * scale;
    }
    for (i = 0; i < N; i++)
        printf("%.15g\n", out[i]);
    printf("%d %g\n", k, scale);
    return 0;
}
