// bench: 21
// quick: 10
/* A bitonic sorting network over keys and values, every pair of a step compared in one loop. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int bits = argc > 1 ? atoi(argv[1]) : 14, n = 1 << bits;
    float *key = malloc(n * sizeof *key);
    int *value = malloc(n * sizeof *value);
    for (int i = 0; i < n; i++) {
        key[i] = (float)((i * 2654435761u >> 7) % 1000003) * 1e-3f;
        value[i] = i;
    }
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            #pragma hydra parallel for
            for (int i = 0; i < n; i++) {
                int p = i ^ j;
                if (p > i) {
                    int up = (i & k) == 0;
                    if (up ? key[i] > key[p] : key[i] < key[p]) {
                        float f = key[i];
                        key[i] = key[p];
                        key[p] = f;
                        int v = value[i];
                        value[i] = value[p];
                        value[p] = v;
                    }
                }
            }
        }
    int wrong = 0;
    for (int i = 1; i < n; i++)
        wrong += key[i] < key[i - 1];
    printf("%d wrong; %g %g %g\n", wrong, key[0], key[n / 2], key[n - 1]);
    return wrong;
}
