// distributed: 12 15 25
// replicated: 33
// offloaded: 12 15 25
/* each case of a switch touches other memory; jumps backwards; scopes that end */
#include <stdio.h>
#define N 40
int a[N], b[N], c[N], d[4 * N];
static void scale(int n, int *v)
{
    int w[N];
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        w[i] = v[i] * 3;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        v[i] = w[i] - i;
}
static int sum_of(int n)
{
    int part[N], s = 0;
    for (int i = 0; i < n; i++)
        part[i] = i;
    int *p = part;
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
int main(void)
{
    int i, kept = -5;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        switch (i % 4) {
        case 0:
            a[i] = 1;
            break;
        case 1:
            b[i] = 2;
            break;
        case 2:
            b[i] = 5;
            /* falls through */
        default:
            c[i] = 3;
        }
        int k = 0;
    again:
        d[4 * i + k] = k + i;
        k++;
        if (k < 3)
            goto again;
    }
    for (int t = 0; t < 3; t++) {
        scale(N, a);
        scale(N / 2, b);
        printf("%d ", sum_of(N - t));
    }
#pragma hydra parallel for private(kept)
    for (i = 10; i < 10; i++)
        kept = i, c[i] = kept;
    printf("%d %d\n", i, kept);
    for (i = 0; i < N; i++)
        printf("%d %d %d %d %d\n", a[i], b[i], c[i], d[4 * i], d[4 * i + 2]);
    return 0;
}
