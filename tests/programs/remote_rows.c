/* In each step all rows of a matrix read one row, or two, that lie elsewhere, another one in each step: a device has room
 * for a few of them beside its own, wherever they lie, and none may be taken for another one. */
// args: 150
// distributed: 26 34 42 55
// offloaded: 26 34 42 55
#include <stdio.h>
#include <stdlib.h>

static void print(const char *name, int n, const double *a)
{
    double sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += a[i] * (i % 7);
    printf("%s %.9g %.9g %.9g\n", name, sum, a[n + 1], a[n * n - 2]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 150;
    double *a = malloc(sizeof(double) * n * n);

    for (int i = 0; i < n * n; i++) /* upwards */
        a[i] = i % 17 * 0.25;
    for (int k = 0; k < n; k++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++)
                    a[i * n + j] = 0.5 * a[i * n + j] + 0.25 * a[k * n + j];
    }
    print("up", n, a);

#pragma hydra parallel for
    for (int i = 0; i < n; i++) /* to and fro, two at a time; host code changes one now and then */
        for (int j = 0; j < n; j++)
            a[i * n + j] = (i * 3 + j * 5) % 13;
    unsigned random = 1;
    for (int step = 0; step < 60; step++) {
        random = random * 1103515245u + 12345u;
        int k = (int)(random >> 8) % n, m = (k * 37 + step) % n;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k && i != m)
                for (int j = 0; j < n; j++)
                    a[i * n + j] = 0.5 * a[i * n + j] + 0.25 * (a[k * n + j] - a[m * n + j]);
        if (step % 9 == 0)
            a[m * n + k] += step;
    }
    print("random", n, a);

    for (int i = 0; i < n; i++)
        a[i * n + i] += n;
    for (int k = 0; k < n - 1; k++) { /* fewer and fewer rows */
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
    print("lu", n, a);
    free(a);
    return 0;
}
