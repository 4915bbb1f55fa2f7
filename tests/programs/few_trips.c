// distributed: 18 31 45 48 51 55 58 61
// offloaded: 18 31 45 48 51 55 58 61
// Loops that would be wrong if they ran more often than they do, or in another mode: right for the sizes used here.
#include <stdio.h>
#include <stdlib.h>

static int n;
static double field[32], total[2], carry[8];

static int half(int k)
{
    return k / 2;
}

static void accumulate(int mode, int count)
{
#pragma hydra parallel for
    for (int i = 0; i < count; i++) {
        if (mode == 2) {
            total[0] = total[1] + field[i];
            total[1] = field[i];
        } else {
            field[i] += mode + i;
        }
    }
}

static void skip_first(int debug, int count)
{
#pragma hydra parallel for
    for (int i = 0; i < count; i++) {
        field[i] -= 0.5 * i;
        if (!debug)
            continue;
        carry[0] = field[i];
    }
}

int main(void)
{
    n = 4;
    float *a = calloc(n, sizeof *a);
    double *b = calloc(n, sizeof *b);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        b[i] = i * 3 % 5;
#pragma hydra parallel for
    for (long i = 0; i < n / 2; i += 2)
        a[(i + 4) % n] = 1 + b[(i + 2) % n];
#pragma hydra parallel for
    for (long i = 0; i < n / 2; i += 1)
        a[(i + 6) % n] += b[i] + i;
    const int m = half(n);
#pragma hydra parallel for
    for (int i = 0; i < m; i += 2)
        a[(2 * i + 1) % n] = b[i] - a[(i + 2) % n];
#pragma hydra parallel for
    for (int i = 0; i < m; i++)
        a[i] = a[i + m] + 2; // n / 2 apart
#pragma hydra parallel for
    for (int i = 2; i < n; i++)
        b[i] = b[i - 2] + 1; // two apart, and two of them
    for (int i = 0; i < n; i++)
        printf("%g %g\n", a[i], b[i]);
    accumulate(1, 32);
    skip_first(0, 32);
    for (int i = 0; i < 32; i++)
        printf("%g%c", field[i], i % 8 == 7 ? '\n' : ' ');
    printf("%g %g %g\n", total[0], total[1], carry[0]);
    free(a);
    free(b);
    return 0;
}
