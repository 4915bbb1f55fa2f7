// distributed: 20 34
/* Iterations that two numbers name: quotient and remainder by a distance that only the run knows, and partners that exchange.
 * Fourier transforms, sorting networks, and trees of sums are made of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long checksum(const long *x, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum = (sum * 31 + x[i]) % 1000003;
    return sum;
}

/* Walsh's transform: sums and differences at distance `half`. */
static void walsh(long *x, int n, int half)
{
#pragma hydra parallel for
    for (int q = 0; q < n / 2; q++) {
        int low = q / half * 2 * half + q % half, high = low + half;
        long sum = x[low] + x[high];
        x[high] = x[low] - x[high];
        x[low] = sum;
    }
}

/* The same with shifts, as programs for radix 2 are written. */
static void walsh_by_shifts(long *x, int n, int stage)
{
    if (stage < 0)
        return;
#pragma hydra parallel for
    for (int q = 0; q < n / 2; q++) {
        int k = q & ((1 << stage) - 1), low = ((q >> stage) << (stage + 1)) + k, high = low + (1 << stage);
        long sum = x[low] + x[high];
        x[high] = x[low] - x[high];
        x[low] = sum;
    }
}

/* One step of a bitonic network. */
static void exchange(long *key, long *value, int n, int far, int up)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < n; i++) {
        int other = i ^ far;
        if (other <= i || ((i & up) == 0 ? key[i] <= key[other] : key[i] >= key[other]))
            continue;
        long t = key[i];
        key[i] = key[other], key[other] = t;
        t = value[i], value[i] = value[other], value[other] = t;
    }
}

static void swap_rows(long (*m)[3], int n, int far)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int other = far ^ i;
        if (i < other)
            for (int k = 0; k < 3; k++) {
                long t = m[i][k];
                m[i][k] = m[other][k] + k, m[other][k] = t;
            }
    }
}

static void mirror(long *to, const long *from, int n, int far)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        to[i ^ far] = from[i] + i;
}

static void halves(long *x, int n, int shift)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int half = i >> shift;
        if (shift < 31 || i < n / 2)
            x[half * (n / 2) + i % (n / 2)] += half + 1;
    }
}

int main(int argc, char **argv)
{
    const int bits = argc > 1 ? atoi(argv[1]) : 8, n = 1 << bits;
    long *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    long (*rows)[3] = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++) {
        x[i] = i * 37 % 101, y[i] = i;
        for (int k = 0; k < 3; k++)
            rows[i][k] = i * 3 + k;
    }
    for (int half = 1; half < n; half *= 2)
        walsh(x, n, half);
    printf("%ld\n", checksum(x, n));
    for (int stage = 0; stage < bits; stage++)
        walsh_by_shifts(x, n, stage);
    printf("%ld\n", checksum(x, n));
    halves(x, n, bits - 1), halves(x, n, argc + 30); /* all numbers have the same 31st bit */
    printf("%ld\n", checksum(x, n));
    for (int up = 2; up <= n; up *= 2)
        for (int far = up / 2; far > 0; far /= 2)
            exchange(x, y, n, far, up);
    printf("%ld %ld\n", checksum(x, n), checksum(y, n));
    for (int far = 1; far < n; far = far * 2 + 1)
        swap_rows(rows, n, far);
    printf("%ld\n", checksum(rows[0], 3 * n));
    for (int far = 1; far < n; far = far * 4 + 3)
        mirror(x, y, n, far), mirror(y, x, n, n - 1 - far);
    printf("%ld %ld\n", checksum(x, n), checksum(y, n));
    free(x), free(y), free(rows);
    return 0;
}
