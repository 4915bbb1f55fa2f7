// distributed: 21 23 25 28 30 33 39
// offloaded: 21 23 25 28 30 33 39
#include <stdio.h>
/* loops that write one array in ever other alignments, so that its elements change hands again and again */
#define N 48
static int a[N], b[2 * N], c[N];
static void show(const char *what)
{
    printf("%s:", what);
    for (int i = 0; i < N; i++)
        printf(" %d", a[i]);
    printf("\n");
}
int main(void)
{
    int t, i;
    for (i = 0; i < N; i++) a[i] = c[i] = i;
    for (t = 0; t < 4; t++) {
        int k = t * 3;
#pragma hydra parallel for
        for (i = 0; i < N; i++) b[2 * i] = a[i] + t;
#pragma hydra parallel for
        for (i = 0; i < N; i++) b[2 * i + 1] = a[N - 1 - i] * 2;
#pragma hydra parallel for
        for (i = 0; i < N; i++) a[N - 1 - i] = b[i] - b[i + N];
        show("mirrored");
#pragma hydra parallel for
        for (i = k; i < N; i++) a[i] += c[i - k];
#pragma hydra parallel for
        for (i = 0; i < N / 2; i++) c[i] = a[2 * i + 1] - a[2 * i];
        show("shifted");
#pragma hydra parallel for
        for (i = 0; i < N / 3; i++) {
            a[3 * i] = c[i];
            a[3 * i + 2] = -i;
        }
        a[k] = 1000;
#pragma hydra parallel for
        for (i = N - 1; i >= N / 2; i--) c[i] = a[N - 1 - i] % 100;
        show("thirds");
    }
    for (i = 0; i < N; i++) printf("%d %d %d\n", b[i], b[i + N], c[i]);
    return 0;
}
