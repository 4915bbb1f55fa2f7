// bench: 6 1 1300 6
// quick: 6 2 20 2
/* Rows of a table picked by h / group with a run-time group (attention with grouped heads). The table's rows are
   written one after the other by a parallel loop, so each rank has a part of each row. */
#include <stdio.h>
#include <stdlib.h>
static void row(float *to, const float *from, int n)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        to[i] = 0.5f * from[i];
}
int main(int argc, char **argv)
{
    int heads = argc > 1 ? atoi(argv[1]) : 6, group = argc > 2 ? atoi(argv[2]) : 1, hs = 48, steps = argc > 3 ? atoi(argv[3]) : 250, layers = argc > 4 ? atoi(argv[4]) : 6;
    int width = heads / group * hs;
    float *table = calloc((size_t)layers * steps * width, sizeof(float)), *out = calloc((size_t)heads * hs, sizeof(float));
    float *query = calloc(heads * hs, sizeof(float));
    for (int i = 0; i < heads * hs; i++)
        query[i] = 0.01f * (i % 13);
    for (int s = 0; s < steps; s++)
        for (int l = 0; l < layers; l++) {
            int base = l * steps * width;
            row(table + base + s * width, query, width);
            #pragma hydra parallel for
            for (int h = 0; h < heads; h++) {
                float *o = out + h * hs;
                for (int t = 0; t <= s; t++) {
#ifdef SIMPLE
                    float *k = table + base + t * width + h * hs;
#else
                    float *k = table + base + t * width + (h / group) * hs;
#endif
                    for (int i = 0; i < hs; i++)
                        o[i] += k[i];
                }
            }
        }
    double sum = 0;
    for (int i = 0; i < heads * hs; i++)
        sum += out[i];
    printf("%.9g\n", sum);
    return 0;
}
