// args: 19 23 6
// distributed: 17 28 38
// offloaded: 17 28 38
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
    if (argc < 4) return 2;
    const int rows = atoi(argv[1]);
    const int cols = atoi(argv[2]);
    const int iters = atoi(argv[3]);
    double *a = (double *)malloc(sizeof(double) * rows * cols);
    double *b = (double *)malloc(sizeof(double) * rows * cols);

    #pragma hydra parallel for
    for (int r = 0; r < rows; r++)
    {
        for (int c = 0; c < cols; c++)
        {
            a[r * cols + c] = (r * r + 3 * c) % 17;
            b[r * cols + c] = 0.0;
        }
    }
    for (int it = 0; it < iters; it++)
    {
        #pragma hydra parallel for
        for (int r = 1; r < rows - 1; r++)
        {
            for (int c = 1; c < cols - 1; c++)
            {
                double n = a[(r - 1) * cols + c], s = a[(r + 1) * cols + c];
                double w = a[r * cols + c - 1], e = a[r * cols + (c + 1)];
                b[r * cols + c] = 0.5 * a[r * cols + c] + 0.125 * (n + s + w + e);
            }
        }
        #pragma hydra parallel for
        for (int r = 1; r < rows - 1; r++)
            for (int c = 1; c < cols - 1; c++)
                a[r * cols + c] = b[r * cols + c];
    }
    double sum = 0;
    for (int r = 0; r < rows; r++)
    {
        for (int c = 0; c < cols; c++)
        {
            printf(" %8.5f", a[r * cols + c]);
            sum += a[r * cols + c];
        }
        printf("\n");
    }
    printf("sum %.17g\n", sum);
    free(a); free(b);
    return 0;
}
