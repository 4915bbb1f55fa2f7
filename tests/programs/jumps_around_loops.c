// distributed: 14 17 28 31 42 59 67 75 91 96 109
// offloaded: 14 17 28 31 42 59 67 75 91 96
#include <stdio.h>
#include <stdlib.h>
/* Sizes that gotos, labels and cases decide between the loops: what is known of them in one place is not in the next. */
#define N 48

static double a[N + 16], b[N + 16];

/* Which elements are read depends on n, in the body's conditions too. */
static void mix(int n)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = n == 5 ? a[N - 1 - i] + 1 : n < 5 ? a[i + n] * 2 : a[i] + a[(i + n) % N];
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = b[i];
}

static double gotos(int n, int rounds)
{
    int width = 5;
    if (n < 2)
        goto small;
again:
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = width == 5 ? a[N - 1 - i] : width < 5 ? a[i + width] : a[(i + 2 * width) % N] + 1;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = b[i];
    if (rounds-- > 0) {
        width = width > 4 ? width - 4 : width + 3;
        goto again;
    }
    mix(width);
    return a[width];
small:
    width = n;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = width == 5 ? 0 : a[i] + b[i + width];
    if (rounds-- > 0)
        goto again;
    return a[3];
}

static double cases(int kind, int n)
{
    double sum = 0;
    for (int round = 0; round < 3; round++) {
        switch (kind + round) {
        case 0:
            n = 5;
            /* fall through */
        case 1:
#pragma hydra parallel for
            for (int i = 0; i < N; i++)
                b[i] = n == 5 ? a[N - 1 - i] : a[i + n];
            if (n == 1)
                break;
            n = 7;
        case 2:
        case 3 ... 4:
#pragma hydra parallel for
            for (int i = n; i < N; i++)
                b[i] = n > 6 ? a[N - 1 - i] : a[i - n];
            continue;
        default:
            n = 1;
        }
        sum += b[n] + b[N - 1 - n];
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            a[i] = n == 1 ? b[N - 1 - i] : b[i] + n;
    }
    return sum;
}

/* The loop is entered in its middle. */
static double entered(int n, int left)
{
    switch (left % 3) {
    case 0:
        do {
            n = 5;
            mix(n);
        case 1:
#pragma hydra parallel for
            for (int i = 0; i < N; i++)
                b[i] = n == 5 ? a[i] : a[N - 1 - i] - 1;
            n++;
        case 2:
#pragma hydra parallel for
            for (int i = 0; i < N; i++)
                a[i] = n <= 6 ? b[i] : n == 6 ? 0 : b[N - 1 - i];
        } while (--left > 0);
    }
    return a[n];
}

/* Gotos in the body go no further than the iteration. */
static double inside(int n)
{
    if (n > 9)
        n = 9;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int k = 0;
    more:
        b[i] += a[(i + k * n) % N];
        if (++k < 3)
            goto more;
        if (n == 9)
            goto done;
        b[i] = a[i + n];
    done:;
    }
    return b[n];
}

int main(void)
{
    for (int i = 0; i < N + 16; i++)
        a[i] = i * 37 % 11;
    for (int n = 0; n < 12; n += 3)
        for (int k = 0; k < 5; k++)
            printf("%d %d: %g %g %g %g\n", n, k, gotos(n / 2, k), cases(k, n), entered(n, k), inside(n));
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * i + b[i];
    printf("%.10g\n", sum);
    return 0;
}
