// bench: 2000 230
// quick: 100 3
/* Rows copied and scaled by pointers that walk. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000, m = n, rounds = argc > 2 ? atoi(argv[2]) : 20;
    float *a = malloc(sizeof(float) * n * m), *b = malloc(sizeof(float) * n * m);
    double s = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[(size_t)i * m + j] = (i + j) % 9;
    for (int t = 0; t < rounds; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            const float *from = a + (size_t)i * m, *end = from + m;
            float *to = b + (size_t)i * m;
            while (from < end)
                *to++ = *from++ * 1.5f + 1;
        }
    }
#pragma hydra parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += b[(size_t)i * m + i % m];
    printf("%g\n", s);
    return 0;
}
