// bench: 50000 40
// quick: 500 5
/* Points whose coordinates lie behind a pointer in each struct (clustering). */
#include <stdio.h>
#include <stdlib.h>
struct point { float weight, *coord; int center; };
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40000, dim = 32, k = 16, rounds = argc > 2 ? atoi(argv[2]) : 20;
    struct point *p = malloc(n * sizeof *p);
    float *block = malloc(sizeof(float) * n * dim);
    double cost = 0;
    for (int i = 0; i < n; i++) {
        p[i].coord = block + (size_t)i * dim;
        p[i].weight = 1 + i % 3;
        p[i].center = 0;
        for (int d = 0; d < dim; d++)
            p[i].coord[d] = (i * (d + 1)) % 23;
    }
    for (int t = 0; t < rounds; t++) {
        cost = 0;
#pragma hydra parallel for reduction(+:cost)
        for (int i = 0; i < n; i++) {
            float best = 1e30f;
            for (int c = 0; c < k; c++) {
                float s = 0;
                for (int d = 0; d < dim; d++) {
                    float q = p[i].coord[d] - p[c * 7 + t].coord[d];
                    s += q * q;
                }
                if (s < best) {
                    best = s;
                    p[i].center = c * 7 + t;
                }
            }
            cost += best * p[i].weight;
        }
    }
    printf("%.8g %d\n", cost, p[n - 1].center);
    return 0;
}
