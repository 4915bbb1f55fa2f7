// stderr: warning:
// verify: no
/* Loops that write where only data tell, at one rank with threads: through a permutation, in segments, through indexes
   that change after some launches, through indexes that lead two iterations to one element, through pointers that are
   exchanged or lead into one array, and where the loop writes its own indexes. Threads may share some of these
   launches; the answer is that of one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40000

static int where[N], first[N / 8 + 1], link[N];
static double a[N], b[N + 8], c[N];

static void permute(double *to, const double *from, const int *index, int n)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double x = from[i];
        for (int k = 0; k < 8; k++)
            x = 0.5 * x + k;
        to[index[i]] = x;
    }
}

static void segments(double *to, const double *from, const int *begin, int n)
{
    #pragma hydra parallel for
    for (int s = 0; s < n; s++)
        for (int i = begin[s]; i < begin[s + 1]; i++)
            to[i] += from[i] * (s % 5);
}

static double checksum(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (i % 17);
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        where[i] = (int)((long)i * 7919 % N);
        a[i] = i % 9;
        link[i] = i;
    }
    for (int s = 0; s <= N / 8; s++)
        first[s] = s * 8;

    double *to = b, *from = a;
    for (int t = 0; t < 12; t++) { /* pointers are exchanged, the indexes stay */
        permute(to, from, where, N);
        double *swapped = to;
        to = from;
        from = swapped;
    }
    printf("%.9g %.9g\n", checksum(a, N), checksum(b, N));

    for (int t = 0; t < 12; t++) { /* the indexes change in some rounds */
        if (t % 4 == 3) {
            int other = where[t];
            where[t] = where[N - 1 - t];
            where[N - 1 - t] = other;
        }
        if (t == 9)
            where[N - 1] = where[1]; /* both write one element from here on: the last one counts */
        permute(c, a, where, N);
        a[t] += 1;
    }
    printf("%.9g\n", checksum(c, N));

    for (int t = 0; t < 8; t++) { /* segments, the borders of which move; later two of them overlap */
        segments(c, a, first, N / 8);
        first[N / 16] += t < 5 ? 1 : -12;
        if (first[N / 16] < first[N / 16 - 1])
            first[N / 16 + 1] = first[N / 16] + 9;
    }
    printf("%.9g\n", checksum(c, N));

    for (int i = 0; i < N; i++)
        where[i] = (i + 1) % N;
    for (int t = 0; t < 6; t++) /* what is read has been written by the iteration before */
        permute(b, b + t % 2, where, N - 8);
    printf("%.9g\n", checksum(b, N));

    for (int t = 0; t < 5; t++) { /* the loop goes by what it writes */
        #pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int steps = 0;
            while (link[i] != i / 2 && steps++ < 6)
                link[i] = link[i] > i / 2 ? link[i] - 1 : link[i] + 1;
            c[(link[i] + i) % N] += steps;
        }
    }
    long ends = 0;
    for (int i = 0; i < N; i++)
        ends += (long)link[i] * (i % 3);
    printf("%.9g %ld\n", checksum(c, N), ends);
    return 0;
}
