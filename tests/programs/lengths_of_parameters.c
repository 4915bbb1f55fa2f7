// distributed: 23
// A function that the loop calls has a parameter whose type speaks of an earlier one; which elements the loop reads is
// found before it runs, without that function.
#include <stdio.h>
#include <stdlib.h>

static long around(long e, long n) {
    long rest = e % n;
    return rest < 0 ? rest + n : rest;
}

static void weigh(short x, short y, int m, long r, long n, short (*rows)[n], long *result) {
    long sum = x + 3 * y;
    for (int c = 0; c < m; c++)
        sum += (c + 1) * rows[r][c];
    *result = sum;
}

static void all(long n, long m, short (*a)[m], long rows, long columns, long (*b)[columns], int shift, long *total) {
    const long last = rows - 1 < n - 3 ? rows - 1 : n - 3;
    long sum = 0;
#pragma hydra parallel for reduction(+: sum)
    for (long i = 0; i <= last; i++)
        for (long j = 0; j < columns; j++) {
            long one;
            weigh(a[around(j - i + shift, n)][around(2 - i, m)], a[around(-i, n)][j], m, i + 2, m, a, &one);
            b[i][j] = one;
            sum += one;
        }
    *total = sum;
}

int main(void) {
    short(*a)[9] = calloc(12, sizeof *a);
    long(*b)[7] = calloc(10, sizeof *b), total;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 9; j++)
            a[i][j] = (short)(i * 5 + j * 3);
    all(12, 9, a, 10, 7, b, 4, &total);
    printf("%ld", total);
    for (int i = 0; i < 10; i++)
        printf(" %ld", b[i][i % 7]);
    printf("\n");
    free(a);
    free(b);
    return 0;
}
