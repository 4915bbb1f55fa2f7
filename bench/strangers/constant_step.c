// bench: 640
// quick: 16
/* "const int tile = 8" (a local that is never written) as the step of the parallel loop, with one condition on a
   pointer in the body: the footprint is easily lost, and an array of tile elements is one of constant length. With
   -DMACRO it is a macro. */
#include <stdio.h>
#include <stdlib.h>
static void mul(float *restrict out, const float *restrict in, const float *restrict w, const float *restrict base, int rows, int n, int m)
{
#ifdef MACRO
#define tile 8
#else
    const int tile = 8;
#endif
    #pragma hydra parallel for
    for (int r = 0; r < rows; r += tile)
        for (int o = 0; o < m; o++) {
            float acc[tile];
            for (int k = 0; k < tile; k++)
                acc[k] = base ? base[o] : 0;
            for (int i = 0; i < n; i++) {
                float x = w[o * n + i];
                for (int k = 0; k < tile; k++)
                    acc[k] += in[(r + k) * n + i] * x;
            }
            for (int k = 0; k < tile; k++)
                out[(r + k) * m + o] = acc[k];
        }
}
int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 256, n = 256, m = 512;
    float *in = malloc(sizeof(float) * rows * n), *w = malloc(sizeof(float) * m * n), *out = malloc(sizeof(float) * rows * m);
    for (int i = 0; i < rows * n; i++)
        in[i] = i % 5;
    for (int i = 0; i < m * n; i++)
        w[i] = i % 3;
    for (int t = 0; t < 10; t++) {
        mul(out, in, w, 0, rows, n, m);
        in[t] = out[t] * 0.001f;
    }
    double s = 0;
    for (int i = 0; i < rows * m; i++)
        s += out[i];
    printf("%.8g\n", s);
    return 0;
}
