// distributed: 37 50 70
// deals: 4 cyclic, 3 block-cyclic:3
/* What loops write where they count, as data tell them: lists with room for so many, rows that are put in order in place,
 * stacks, blocks whose length only the run knows. Which elements these are nobody can look up where the loop itself decides;
 * but that iterations keep to their own is proved. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 61, CAP = 8 };

static int list[N * CAP], count[N], stack[N * CAP];

static long checksum(const int *x, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 % 1000003 + x[i];
    return sum;
}

static void neighbours(const double *x, double near)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int k = 0;
        for (int j = 0; j < N; j++)
            if (j != i && x[i] - x[j] < near && x[j] - x[i] < near && k < CAP)
                list[i * CAP + k++] = j;
        count[i] = k;
    }
}

/* Down from the end of the room. */
static void from_the_end(const double *x)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int top = CAP;
        for (int j = i; j < N && top > 0; j += 2)
            if (x[j] > 3)
                stack[i * CAP + --top] = j;
        while (top > 0)
            stack[i * CAP + --top] = -1;
    }
}

static void rows_in_order(double *rows, int w)
{
#pragma hydra parallel for
    for (int b = 0; b < N; b++) {
        double *s = rows + b * w;
        for (int i = 1; i < w; i++) {
            double v = s[i];
            int j = i - 1;
            while (j >= 0 && s[j] > v) {
                s[j + 1] = s[j];
                j--;
            }
            s[j + 1] = v;
        }
    }
}

/* Iterations by rows of two, since the last element of each lies in the next row: one after the other it must be. */
static void rows_that_meet(double *rows, int w)
{
    for (int b = 0; b + 1 < N; b++)
        rows[b * w] += 0.25 * rows[(b + 1) * w];
#pragma hydra parallel for
    for (int b = 0; b < N; b += 2) {
        int k = 0;
        double *s = rows + b * w;
        while (k < w && s[k] < 5)
            s[k++] += 1;
    }
}

static void runs(int *key, int n, int run)
{
    int *from = key, *to = malloc(n * sizeof *to), *other = to;
    for (; run < n; run *= 2) {
#pragma hydra parallel for
        for (int lo = 0; lo < n; lo += 2 * run) {
            int mid = lo + run < n ? lo + run : n, hi = lo + 2 * run < n ? lo + 2 * run : n, a = lo, b = mid;
            for (int k = lo; k < hi; k++)
                if (a < mid && (b >= hi || from[a] <= from[b]))
                    to[k] = from[a++];
                else
                    to[k] = from[b++];
        }
        int *t = from;
        from = to;
        to = t;
    }
    printf("%ld\n", checksum(from, n));
    free(other);
}

int main(void)
{
    int w = 7, n = 300;
    double *x = malloc(N * sizeof *x), *rows = malloc(N * w * sizeof *rows);
    int *key = malloc(n * sizeof *key);
    for (int i = 0; i < N; i++)
        x[i] = i * 37 % 23 * 0.5;
    for (int i = 0; i < N * w; i++)
        rows[i] = i * 53 % 101 * 0.25;
    for (int i = 0; i < n; i++)
        key[i] = i * 7919 % 1009;
    for (int t = 0; t < 3; t++) {
        neighbours(x, 1.5 + t);
        from_the_end(x);
        printf("%ld %ld %ld\n", checksum(list, N * CAP), checksum(count, N), checksum(stack, N * CAP));
        x[t] += 4; /* other data, other places */
    }
    rows_in_order(rows, w);
    rows_that_meet(rows, w);
    double sum = 0;
    for (int i = 0; i < N * w; i++)
        sum += rows[i] * (i % 13);
    printf("%.9g\n", sum);
    for (int lo = 0; lo < n; lo += 4) /* runs of four, in order */
        for (int i = lo + 1; i < lo + 4; i++)
            for (int j = i; j > lo && key[j - 1] > key[j]; j--) {
                int t = key[j];
                key[j] = key[j - 1];
                key[j - 1] = t;
            }
    runs(key, n, 4);
    return 0;
}
