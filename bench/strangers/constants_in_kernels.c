// bench: 120000
// quick: 100
/* Variables that keep their first values are constants for gcc, which makes vector code of the inner loop for that
   reason. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000, reps = 400, width = 48;
    float *a = calloc((size_t)n * width, sizeof(float)), *b = calloc((size_t)n * width, sizeof(float));
    for (int i = 0; i < n * width; i++)
        b[i] = i % 7;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int r = 0; r < reps; r++)
            for (int j = 0; j < width; j++)
                a[i * width + j] += b[i * width + j];
    double sum = 0;
    for (int i = 0; i < n * width; i++)
        sum += a[i];
    printf("%.9g\n", sum);
    return 0;
}
