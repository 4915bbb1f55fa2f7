// args: 90
// distributed: 36 39
// offloaded: 36 39
#include <stdio.h>
#include <stdlib.h>
/* serial recursion that writes an array which parallel loops made and use again */
static void sort(int *v, int lo, int hi)
{
    if (lo >= hi) return;
    int pivot = v[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (v[i] < pivot) i++;
        while (v[j] > pivot) j--;
        if (i <= j) {
            int t = v[i]; v[i] = v[j]; v[j] = t;
            i++; j--;
        }
    }
    sort(v, lo, j);
    sort(v, i, hi);
}
static int find(const int *v, int n, int what)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (v[mid] < what) lo = mid + 1; else hi = mid;
    }
    return lo;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    int *v = malloc(n * sizeof *v), *rank = malloc(n * sizeof *rank);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) v[i] = (i * 7919 + 13) % 1009;
    sort(v, 0, n - 1);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) rank[i] = find(v, n, i * 11) + v[i];
    for (int i = 0; i < n; i++) printf("%d %d\n", v[i], rank[i]);
    free(v);
    free(rank);
    return 0;
}
