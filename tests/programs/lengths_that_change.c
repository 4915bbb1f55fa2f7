// distributed: 21 31 43
// offloaded: 21 31 43
/* Lengths of arrays that change variables while they are computed: what was known of these before does not hold. */
#include <stdio.h>
#include <stdlib.h>

static double sum(const double *a, int from, int to)
{
    double all = 0.0;
    for (int i = from; i < to; i++)
        all += a[i] * (i % 17);
    return all;
}

static void by_array(double *a, int n)
{
    int columns = 2;
    int row[columns += 30];
    row[0] = 1;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++)
            a[i * 32 + j] += i + j + row[0];
}

static void by_pointer(double *a, int n)
{
    int columns = 2;
    int (*rows)[columns += 30] = NULL;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++)
            a[i * 32 + j] += i - j;
    if (rows != NULL)
        printf("never\n");
}

static void in_one_declaration(double *a, int n)
{
    int columns = 2, row[columns += 30], other = (columns -= 1);
    row[0] = other;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++)
            a[i * 32 + j] += row[0];
}

int main(int argc, char **argv)
{
    (void)argv;
    int n = 39 + argc;
    double *a = calloc(100000, sizeof(double));
    by_array(a, n);
    printf("%.1f\n", sum(a, 0, 2000));
    by_pointer(a, n);
    printf("%.1f\n", sum(a, 0, 2000));
    in_one_declaration(a, n);
    printf("%.1f\n", sum(a, 0, 2000));
    free(a);
    return 0;
}
