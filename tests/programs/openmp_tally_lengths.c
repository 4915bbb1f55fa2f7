// gcc: -fopenmp
// distributed: 32 51 68
// Atomic additions to arrays from malloc: the length that a copy needs is the allocation's, where its variables still
// mean what they meant there; else the loop keeps its order.
#include <stdio.h>
#include <stdlib.h>

#define N 6000

static int key[N];

static void grow(int *n)
{
    *n += 7;
}

static long digest(const int *h, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 % 1000003 + h[i];
    return sum;
}

static void by_parameter(int bins, int rows, int cols)
{
    int *h = calloc(bins, sizeof(int));
    double *grid = (double *)malloc(rows * cols * sizeof *grid);
    for (int i = 0; i < rows * cols; i++)
        grid[i] = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        h[key[i] % bins]++;
#pragma omp atomic
        grid[key[i] % rows * cols + i % cols] += 0.5;
    }
    printf("%ld %.1f %.1f\n", digest(h, bins), grid[0], grid[rows * cols - 1]);
    free(h);
    free(grid);
}

static void read_in(const char *text)
{
    int bins, more;
    sscanf(text, "%d %d", &bins, &more);
    if (more > 3)
        bins = bins + more;
    int *h = calloc(sizeof(int), (size_t)(bins + 1));
#pragma omp parallel for schedule(static, 16)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        h[key[i] % (bins + 1)] += i % 3;
    }
    printf("%ld\n", digest(h, bins + 1));
    free(h);
}

static void inside(void)
{
    enum { most = 40 };
    int *h;
    h = malloc(sizeof(int) * most);
    for (int i = 0; i < most; i++)
        h[i] = 1000;
    for (int round = 1; round < 4; round++) {
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            h[key[i] * round % most] -= i & 1;
        }
    }
    printf("%ld\n", digest(h, most));
    free(h);
}

/* None of these has its length in what its variables say in front of the loop. */
static void otherwise(int argc)
{
    int bins = 10, few = 3, hidden = 20;
    int *a = malloc(bins * 4 * sizeof(int)), *b = malloc(sizeof(int) * hidden), *c = malloc(50 * sizeof(int));
    bins = 2; /* changed */
    grow(&hidden);
    if (argc > 5)
        c = malloc(few * sizeof(int)); /* two lengths */
    for (int i = 0; i < 40; i++)
        a[i] = c[i] = b[i % 20] = i;
    {
        int few = 1;
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            a[key[i] % 40] += few;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        b[key[i] % 20] += 1;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        c[key[i] % 50] += c == NULL;
    }
    for (int length = 5; length < 8; length++) {
        int *h = calloc(length, sizeof(int)), *alias = h;
        int seen = 0;
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            h[key[i] % length]++;
        }
#pragma omp parallel for
        for (int i = 0; i < 100; i++) {
#pragma omp critical
            {
                h[key[i] % length]++;
                seen += alias[0];
            }
        }
        printf("%ld %d\n", digest(h, length), seen);
        free(h);
    }
    printf("%ld %ld %ld\n", digest(a, 40), digest(b, 20), digest(c, 40));
    free(a);
    free(b);
    free(c);
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < N; i++)
        key[i] = (i * 7919 + i / 13) % 1021;
    by_parameter(64 + argc, 12, 9);
    read_in("17 5");
    inside();
    otherwise(argc);
    return 0;
}
