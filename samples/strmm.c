// distributed: 26 30 36 47
// offloaded: 26 30 36 47
/* The product of a full and a triangular matrix in single precision, B := alpha B A, where A has a unit diagonal and
 * nothing above it. It is made in place: a row of B needs all of A, and of B only itself, from the first column on.
 *
 *     strmm [n [rows of B]]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 70;
    int m = argc > 2 ? atoi(argv[2]) : n;
    if (n < 1 || m < 1) {
        printf("usage: strmm [n >= 1 [rows >= 1]]\n");
        return 1;
    }
    float *a = malloc(sizeof(float) * n * n);
    float *b = malloc(sizeof(float) * m * n);
    if (a == NULL || b == NULL) {
        printf("out of memory\n");
        return 1;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * n + j] = (float)((i * 3 + j) % 17) / 17.0f;
#pragma hydra parallel for
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            b[i * n + j] = (float)((i + 2 * j) % 13) / 13.0f - 0.4f;

    const float alpha = 0.75f;
#pragma hydra parallel for
    for (int i = 0; i < m; i++) {
        float *row = b + i * n;
        for (int j = 0; j < n; j++) {
            row[j] *= alpha;
            for (int k = j + 1; k < n; k++)
                row[j] += alpha * row[k] * a[k * n + j];
        }
    }

    double sum = 0.0, largest = 0.0;
#pragma hydra parallel for reduction(+:sum) reduction(max:largest)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double x = b[i * n + j];
            sum += x;
            if (x > largest)
                largest = x;
        }
    printf("strmm %d x %d\n", m, n);
    printf("sum %.7g, largest %.7g, last %.7g\n", sum, largest, b[m * n - 1]);
    free(a);
    free(b);
    return 0;
}
