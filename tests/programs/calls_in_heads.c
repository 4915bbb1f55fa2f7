// distributed: 9 15
// offloaded: 9 15
// Sites behind calls that end where other generated code ends: in a loop's head, a condition, an initialiser.
#include <stdio.h>
#define N 60
static double a[N]; static int idx[N];
static int step(double *x, const int *ix, int n) {
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) x[i] = ix[i] * (i % 5 + 1) / 3;
    return (int)x[n / 2] % n;
}
int main(void) {
    int k = 0;
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) idx[i] = i;
    for (k = 0; k < 5; idx[k++] = step(a, idx, N)) puts("x");
    k = 0;
    while (k++ < 5 && (idx[k] = step(a, idx, N)));
    if (idx[7] = step(a, idx, N)) puts("a");
    
    for (idx[10] = step(a, idx, N); k < 10; k++) puts("b");
    for (int z = idx[11] = step(a, idx, N); z < 3; z++) puts("c");
    do k++; while (idx[12] = step(a, idx, N), k < 20);
    switch (idx[13] = step(a, idx, N)) { case 1: puts("e"); }
    int y[2] = {idx[14] = step(a, idx, N), k};
    k = (idx[15] = step(a, idx, N));
    (void)(idx[16] = step(a, idx, N));
    puts((idx[17] = step(a, idx, N)) ? "f" : "g");
    for (k = 0; k < 3; k++) idx[18 + k] = step(a, idx, N);
    for (k = 0; k < 3; k++, idx[22] = step(a, idx, N)) ;
    if (k) idx[23] = step(a, idx, N); else idx[24] = 3;
    for (k = 0; k < 10; k++) printf("%d ", idx[k]);
    for (k = 0; k < 60; k++) printf("%d ", idx[k]);
}
