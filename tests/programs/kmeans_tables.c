// deals: block, cyclic
// distributed: 39
// k-means in the style of Rodinia: tables of features, of new centres, and partial sums for each of several workers.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
static float **alloc2(int r, int c)
{
    float **a = (float **)malloc(r * sizeof(float *));
    a[0] = (float *)calloc(r * c, sizeof(float));
    for (int i = 1; i < r; i++) a[i] = a[i - 1] + c;
    return a;
}
static int find_nearest_point(float *pt, int nfeatures, float **pts, int npts)
{
    int index = 0;
    float min_dist = FLT_MAX;
    for (int i = 0; i < npts; i++) {
        float dist = 0;
        for (int j = 0; j < nfeatures; j++) dist += (pt[j] - pts[i][j]) * (pt[j] - pts[i][j]);
        if (dist < min_dist) { min_dist = dist; index = i; }
    }
    return index;
}
int main(void)
{
    int npoints = 120, nfeatures = 5, nclusters = 4, workers = 6;
    float **feature = alloc2(npoints, nfeatures), **clusters = alloc2(nclusters, nfeatures);
    float ***partial = (float ***)malloc(workers * sizeof(float **));
    int **partial_len = (int **)malloc(workers * sizeof(int *));
    int *membership = (int *)malloc(npoints * sizeof(int));
    for (int w = 0; w < workers; w++) { partial[w] = alloc2(nclusters, nfeatures); partial_len[w] = (int *)calloc(nclusters, sizeof(int)); }
    for (int i = 0; i < npoints; i++)
        for (int j = 0; j < nfeatures; j++) feature[i][j] = (float)((i * 37 + j * 11 + i * j) % 101) / 10;
    for (int i = 0; i < nclusters; i++)
        for (int j = 0; j < nfeatures; j++) clusters[i][j] = feature[i * 7][j];
    for (int it = 0; it < 6; it++) {
#pragma hydra parallel for
        for (int w = 0; w < workers; w++) {
            for (int c = 0; c < nclusters; c++) { partial_len[w][c] = 0; for (int j = 0; j < nfeatures; j++) partial[w][c][j] = 0; }
            for (int i = w * (npoints / workers); i < (w + 1) * (npoints / workers); i++) {
                int index = find_nearest_point(feature[i], nfeatures, clusters, nclusters);
                membership[i] = index;
                partial_len[w][index]++;
                for (int j = 0; j < nfeatures; j++) partial[w][index][j] += feature[i][j];
            }
        }
        for (int c = 0; c < nclusters; c++)
            for (int j = 0; j < nfeatures; j++) {
                float s = 0; int n = 0;
                for (int w = 0; w < workers; w++) { s += partial[w][c][j]; n += partial_len[w][c]; }
                if (n > 0) clusters[c][j] = s / n;
            }
    }
    for (int c = 0; c < nclusters; c++) printf("%.5f %.5f\n", clusters[c][0], clusters[c][4]);
    for (int i = 0; i < npoints; i += 17) printf("%d ", membership[i]);
    printf("\n");
    return 0;
}
