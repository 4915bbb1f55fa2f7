// deals: block, cyclic
// distributed: 49
// offloaded: 49
/* k-means clustering of points with several features, after Rodinia's "kmeans": assignment in parallel, the sums of
   each cluster's members by array reductions, until few memberships change. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#define NFEATURES 5
#define NCLUSTERS 6

static float euclid_dist_2(const float *pt1, const float *pt2, int numdims)
{
    float ans = 0.0f;
    for (int i = 0; i < numdims; i++)
        ans += (pt1[i] - pt2[i]) * (pt1[i] - pt2[i]);
    return ans;
}

int main(void)
{
    int npoints = 300, loop = 0, delta;
    float *feature = malloc(npoints * NFEATURES * sizeof(float));
    int *membership = malloc(npoints * sizeof(int));
    float clusters[NCLUSTERS][NFEATURES];
    long new_centers[NCLUSTERS][NFEATURES];
    int new_centers_len[NCLUSTERS];

    unsigned seed = 42;
    for (int i = 0; i < npoints * NFEATURES; i++) {
        seed = seed * 1103515245u + 12345u;
        feature[i] = (float)((seed >> 16) % 256);
    }
    for (int i = 0; i < NCLUSTERS; i++)
        for (int j = 0; j < NFEATURES; j++)
            clusters[i][j] = feature[i * NFEATURES + j];
    for (int i = 0; i < npoints; i++)
        membership[i] = -1;

    do {
        delta = 0;
        for (int i = 0; i < NCLUSTERS; i++) {
            new_centers_len[i] = 0;
            for (int j = 0; j < NFEATURES; j++)
                new_centers[i][j] = 0;
        }
        #pragma hydra parallel for reduction(+ : delta, new_centers, new_centers_len)
        for (int i = 0; i < npoints; i++) {
            int index = 0;
            float best = FLT_MAX;
            for (int k = 0; k < NCLUSTERS; k++) {
                float dist = euclid_dist_2(&feature[i * NFEATURES], clusters[k], NFEATURES);
                if (dist < best) {
                    best = dist;
                    index = k;
                }
            }
            if (membership[i] != index)
                delta += 1;
            membership[i] = index;
            new_centers_len[index]++;
            for (int j = 0; j < NFEATURES; j++)
                new_centers[index][j] += (long)feature[i * NFEATURES + j];
        }
        for (int i = 0; i < NCLUSTERS; i++)
            for (int j = 0; j < NFEATURES; j++)
                if (new_centers_len[i] > 0)
                    clusters[i][j] = (float)new_centers[i][j] / new_centers_len[i];
    } while (delta > npoints / 100 && loop++ < 50);

    printf("iterated %d times\n", loop);
    for (int i = 0; i < NCLUSTERS; i++) {
        printf("%d (%d):", i, new_centers_len[i]);
        for (int j = 0; j < NFEATURES; j++)
            printf(" %f", clusters[i][j]);
        printf("\n");
    }
    for (int i = 0; i < npoints; i++)
        printf("%d%s", membership[i], i % 50 == 49 ? "\n" : " ");
    free(feature);
    free(membership);
    return 0;
}
