// bench: 60000 16 12 60
// quick: 600 4 5 3
/* k-means over points that are rows allocated one by one; sums and sizes of the clusters are reductions over
   arrays. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000, dim = argc > 2 ? atoi(argv[2]) : 8, k = argc > 3 ? atoi(argv[3]) : 8;
    int rounds = argc > 4 ? atoi(argv[4]) : 10, moved = 0, *member = malloc(n * sizeof *member);
    float **x = malloc(n * sizeof *x), **centre = malloc(k * sizeof *centre);
    double *sum = malloc(sizeof(double) * k * dim), inertia = 0;
    long *size = malloc(k * sizeof *size);
    unsigned r = 3;
    for (int i = 0; i < n; i++) {
        x[i] = malloc(dim * sizeof **x);
        for (int d = 0; d < dim; d++) {
            r = r * 1664525u + 1013904223u;
            x[i][d] = (float)(i % k * (d % 3 + 1)) + (float)(r >> 8) / 16777216.0f * 3;
        }
        member[i] = -1;
    }
    for (int c = 0; c < k; c++) {
        centre[c] = malloc(dim * sizeof **centre);
        for (int d = 0; d < dim; d++)
            centre[c][d] = x[c * (n / k)][d] + 0.125f * c;
    }
    for (int t = 0; t < rounds; t++) {
        for (int c = 0; c < k; c++) {
            size[c] = 0;
            for (int d = 0; d < dim; d++)
                sum[c * dim + d] = 0;
        }
        moved = 0;
        inertia = 0;
        #pragma hydra parallel for reduction(+:sum[0:k * dim], size[0:k], moved, inertia)
        for (int i = 0; i < n; i++) {
            int best = 0;
            float least = 1e30f;
            for (int c = 0; c < k; c++) {
                float s = 0;
                for (int d = 0; d < dim; d++)
                    s += (x[i][d] - centre[c][d]) * (x[i][d] - centre[c][d]);
                if (s < least) {
                    least = s;
                    best = c;
                }
            }
            moved += member[i] != best;
            member[i] = best;
            inertia += least;
            size[best]++;
            for (int d = 0; d < dim; d++)
                sum[best * dim + d] += x[i][d];
        }
        for (int c = 0; c < k; c++)
            for (int d = 0; d < dim && size[c] > 0; d++)
                centre[c][d] = (float)(sum[c * dim + d] / size[c]);
    }
    printf("inertia %.5g, %d moved, sizes %ld %ld\n", inertia, moved, size[0], size[k - 1]);
    return 0;
}
