// deals: block, cyclic
// distributed: 39 53
// offloaded: 39 53
/* k-means in a structure-of-arrays layout, after Rodinia's "kmeans", where the new centres are computed by a parallel
   loop over clusters that scans the points, as is done where array reductions are not at hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define K 9

struct points {
    int n;
    double *x, *y;
    int *label;
};

int main(int argc, char **argv)
{
    struct points p;
    double cx[K], cy[K];
    int moved;

    (void)argv;
    p.n = argc > 1 ? 500 : 260;
    p.x = malloc(p.n * sizeof *p.x);
    p.y = malloc(p.n * sizeof *p.y);
    p.label = calloc(p.n, sizeof *p.label);
    for (int i = 0; i < p.n; i++) {
        p.x[i] = (i % K) * 10 + ((i * 37) % 17) * 0.3;
        p.y[i] = (i % 3) * 12 + ((i * 53) % 13) * 0.4;
    }
    for (int c = 0; c < K; c++)
        cx[c] = c * 9.0, cy[c] = c * 3.0;

    for (int round = 0; round < 40; round++) {
        moved = 0;
        #pragma hydra parallel for reduction(+ : moved)
        for (int i = 0; i < p.n; i++) {
            int best = 0;
            double least = INFINITY;
            for (int c = 0; c < K; c++) {
                double d = hypot(p.x[i] - cx[c], p.y[i] - cy[c]);
                if (d < least)
                    least = d, best = c;
            }
            if (best != p.label[i]) {
                p.label[i] = best;
                ++moved;
            }
        }
        #pragma hydra parallel for
        for (int c = 0; c < K; c++) {
            double sx = 0, sy = 0;
            int members = 0;
            for (int i = 0; i < p.n; i++)
                if (p.label[i] == c) {
                    sx += p.x[i];
                    sy += p.y[i];
                    members++;
                }
            if (members) {
                cx[c] = sx / members;
                cy[c] = sy / members;
            }
        }
        printf("round %d: %d moved\n", round, moved);
        if (!moved)
            break;
    }
    for (int c = 0; c < K; c++)
        printf("centre %d %.12f %.12f\n", c, cx[c], cy[c]);
    for (int i = 0; i < p.n; i++)
        printf("%d", p.label[i]);
    printf("\n");
    return 0;
}
