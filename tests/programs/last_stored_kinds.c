// deals: 3 cyclic, 4 block-cyclic:5
// device: close 1e-12
// distributed: 29 35 70
// offloaded: 29 35 52 70
/* Scalars of many types that loops only store into, beside sums and histograms: on devices, too, the iteration that
 * comes last in the program's order decides, whichever block, launch or device runs it. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define N 5000

static double x[N];
static int key[N], hist[16];
static long double_steps;

int main(void)
{
    bool found = false;
    unsigned char byte = 7;
    short small = -1;
    float narrow = 0.5f;
    double wide = -0.0, root = 1;
    unsigned long large = 3;
    long sum = 0, at = -1;
    int untouched = 11;

#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        key[i] = i * 7919 % 1013;
        x[i] = key[i] / 8.0;
    }

#pragma hydra parallel for reduction(+ : sum, hist)
    for (int i = 0; i < N; i++) {
        sum += key[i];
        hist[key[i] % 16]++;
        if (key[i] == 500) {
            at = i;
            found = key[i] > 3;
        }
        if (key[i] % 100 == 3)
            byte = (unsigned char)key[i], narrow = (float)x[i] / 3;
        if (key[i] < 0)
            untouched = i;
        double_steps = 2L * i;
    }
    printf("%ld %d %ld %d %d %.9g %d %ld\n", sum, hist[5], at, found, byte, (double)narrow, untouched, double_steps);

    for (unsigned long step = 1; step < 9; step += 3) {
#pragma hydra parallel for
        for (unsigned long i = N - 1; i > step; i -= step) {
            x[i] += 1;
            if (key[i] > 900) {
                small = (short)key[i];
                wide = -x[i];
                large = ~i;
            }
            if (i % 77 == 5)
                root = exp(x[i] / 100);
        }
        printf("%d %.17g %lx %.9f\n", small, wide, large, root);
    }

    int rounds = 0, changed = 1;
    while (changed) {
        changed = 0;
        rounds++;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            if (key[i] > 1) {
                key[i] = key[i] / 2 + key[i] % 2 * (rounds < 5);
                changed = 1;
            }
    }
    printf("%d\n", rounds);
    return 0;
}
