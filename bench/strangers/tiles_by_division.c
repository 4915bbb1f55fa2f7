// bench: 1296
// quick: 96
/* Blocks of a matrix numbered by one index: row and column by / and % of a run-time count (blocked LU's inner
   step). */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024, b = 16;
    float *a = malloc(sizeof(float) * n * n);
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[(size_t)i * n + j] = (i * j) % 7 + (i == j ? 100 : 0);
    for (int o = 0; o + b < n; o += b) {
        int side = (n - o) / b - 1, tiles = side * side;
#pragma hydra parallel for
        for (int t = 0; t < tiles; t++) {
            int gi = o + b * (t / side + 1), gj = o + b * (t % side + 1);
            for (int i = 0; i < b; i++)
                for (int j = 0; j < b; j++) {
                    float q = 0;
                    for (int k = 0; k < b; k++)
                        q += a[(size_t)(gi + i) * n + o + k] * a[(size_t)(o + k) * n + gj + j];
                    a[(size_t)(gi + i) * n + gj + j] -= 1e-6f * q;
                }
        }
    }
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[(size_t)i * n + (i * 3) % n];
    printf("%.6g\n", s);
    return 0;
}
