// distributed: 23 31 33 35
// offloaded: 17 23 31 33 35
/* Rank sort: where an element goes is counted first. The values are fixed, given, or sorted before. */
#include <stdio.h>
#include <stdlib.h>
#define N 48
static int fixed[8] = { 5, 3, 7, 1, 0, 2, 6, 4 }, places[8];
static const short weights[6] = { 30, 10, 50, 20, 40, 0 };
static int tmp[N];
static void sort(int *v, int lo, int hi)
{
    if (hi - lo < 2) return;
    int mid = (lo + hi) / 2;
    sort(v, lo, mid);
    sort(v, mid, hi);
    #pragma hydra parallel for
    for (int i = lo; i < hi; i++) {
        int c = 0;
        for (int j = lo; j < hi; j++) c += v[j] < v[i] || (v[j] == v[i] && j < i);
        tmp[lo + c] = v[i];
    }
    #pragma hydra parallel for
    for (int i = lo; i < hi; i++) v[i] = tmp[i];
}
int main(void)
{
    int b[N], best[6];
    const int local[5] = { 4, 2, 0, 1, 3 };
    int *turned = malloc(5 * sizeof *turned);
    #pragma hydra parallel for
    for (int i = 0; i < 8; i++) { int c = 0; for (int j = 0; j < 8; j++) c += fixed[j] < fixed[i]; places[c] = fixed[i]; }
    #pragma hydra parallel for
    for (int i = 0; i < 6; i++) { int c = 0; for (int j = 0; j < 6; j++) if (weights[j] > weights[i]) c++; best[c] = i; }
    #pragma hydra parallel for
    for (int i = 0; i < 5; i++) { int c = 0; for (int j = 0; j <= i; j++) c += local[j]; turned[local[i]] = c; }
    for (int i = 0; i < N; i++) b[i] = i * 5 % N / 3;
    sort(b, 0, N);
    for (int i = 0; i < N; i++) printf("%d ", b[i]);
    for (int i = 0; i < 8; i++) printf("%d ", places[i]);
    for (int i = 0; i < 6; i++) printf("%d ", best[i]);
    for (int i = 0; i < 5; i++) printf("%d ", turned[i]);
    puts("");
    free(turned);
    return 0;
}
