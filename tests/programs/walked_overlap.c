// stderr: overlap on
// verify: no
// replicated: 15 23
/* Blocks of a length that only the run tells, each of which needs the last element of the one before: the directives
 * are wrong, as nobody can prove, and every rank runs the loops.
 */
#include <stdio.h>

enum { N = 2000 };
static long a[N + 1];

static void upwards(int length, int n)
{
#pragma hydra parallel for
    for (int k = 0; k < n; k += length)
        for (int j = k; j < k + length && j < n; j++)
            a[1 + j] = a[j] % 1000 + a[1 + j];
}

static void guarded(int length, int n)
{
#pragma hydra parallel for
    for (int k = 0; k < n; k += 2 * length)
        for (int j = k; j < k + 2 * length; j++)
            if (j < n)
                a[j] += a[j + 1] % 50;
}

int main(void)
{
    for (int i = 0; i <= N; i++)
        a[N - i] = i * 37 % 101;
    upwards(7, N);
    guarded(9, N);
    long s = 0;
    for (int i = 0; i <= N; i++)
        s = (s * 31 + a[i]) % 1000000007L;
    printf("%ld\n", s);
    return 0;
}
