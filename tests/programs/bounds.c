// distributed: 11 13 15 17 19
// offloaded: 11 13 15 17 19
#include <stdio.h>
// every comparison, on either side
#define M 31
int a[M + 1], b[M + 1], c[M + 1], d[M + 1], e[M + 1];
int main(void)
{
    int i;
    #pragma hydra parallel for
    for (i = 0; i <= M; i++) a[i] = i + 1;
    #pragma hydra parallel for
    for (i = 0; i != M; i++) b[i] = a[i] * 2;
    #pragma hydra parallel for
    for (i = M; i != 0; i--) c[i] = b[i - 1] + a[i];
    #pragma hydra parallel for
    for (i = 3; M > i; ++i) d[i] = c[i] % 7;
    #pragma hydra parallel for
    for (i = M; 2 <= i; --i) e[i] = d[i - 1] - d[i];
    for (i = 0; i <= M; i++)
        printf("%d %d %d %d %d\n", a[i], b[i], c[i], d[i], e[i]);
    return 0;
}
