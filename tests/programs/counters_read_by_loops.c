// distributed: 10 13 16
// offloaded: 10 13 16
// The value of a loop's variable after the loop, which only other parallel loops read.
#include <stdio.h>
#define N 40
int a[N], b[N];
static void g(void) {
    int i, j, k;
#pragma hydra parallel for
    for (i = 0; i < N - 3; i++)
        a[i] = i;
#pragma hydra parallel for
    for (j = 0; j < N; j++)
        b[j] = a[j] + i;
#pragma hydra parallel for
    for (k = 0; k < j - 2; k++)
        b[k] += k;
}
int main(void) {
    int i;
    g();
    for (i = 0; i < N; i++)
        printf("%d ", b[i]);
    puts("");
    return 0;
}
