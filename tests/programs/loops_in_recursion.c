// distributed: 10 15
// offloaded: 10 15
// Parallel loops in a recursive function, over parts of one array.
#include <stdio.h>
#define N 64
static int a[N];
static void walk(int *v, int lo, int hi, int depth) {
    if (hi - lo < 4) return;
#pragma hydra parallel for
    for (int i = lo; i < hi; i++) v[i] += depth;
    int mid = (lo + hi) / 2;
    walk(v, lo, mid, depth + 1); 
    if (depth % 2) {
#pragma hydra parallel for
        for (int i = lo; i < mid; i++) v[i] *= 2;
    }
    walk(v, mid, hi, depth + 1);
}
int main(void) {
    walk(a, 0, N, 1);
    for (int i = 0; i < N; i++) printf("%d ", a[i]);
    printf("\n");
    return 0;
}
