// distributed: 10 17 38 40 48 56 58
// offloaded: 10 17 38 40 56 58
// Sections in the middle of blocks, through moving pointers; empty sections and loops; large counters that wrap.
#include <stdio.h>
#include <stdlib.h>
typedef struct { double *h; int n; } hist_t;
static void spread(double *a, int lo, int n, int w)
{
#pragma hydra parallel for reduction(+:a[lo:n])
    for (int i = 0; i < w; i++) a[lo + (i * i) % n] += i;
}
/* Forces that cancel: the sums are rounding errors of large terms, other ones in another order. */
static int at_rest(void)
{
    double net[3] = {0, 0, 0};
#pragma hydra parallel for reduction(+:net[0:3])
    for (int i = 0; i < 500; i++)
        for (int d = 0; d < 3; d++) {
            double x = (i * (d + 7) % 250 + 1) / 3.0, y = ((499 - i) * (d + 7) % 250 + 1) / 3.0;
            net[d] += 1e3 / x - 1e3 / y;
        }
    for (int d = 0; d < 3; d++)
        if (net[d] > 1e-9 || net[d] < -1e-9) return 0;
    return 1;
}
int main(void)
{
    printf("at rest %d\n", at_rest());
    double *block = malloc(400 * sizeof *block);
    hist_t t = {block + 100, 50};
    for (int i = 0; i < 400; i++) block[i] = i;
    double *q = block + 200;
    for (int s = 0; s < 4; s++) {
        spread(block, 10, 30, 500);
        spread(q, 0, 100 + s, 300);
        double *h = t.h;
#pragma hydra parallel for reduction(+:h[0:t.n])
        for (int i = 0; i < 1000; i++) { h[i % t.n] += block[10 + i % 5]; }
#pragma hydra parallel for
        for (int i = 0; i < 400; i++) block[i] *= 0.5;
        double *x = q; q = block + 250 - (q - block - 200); (void)x;
    }
    double a = 0; for (int i = 0; i < 400; i++) { a = a * 0.99 + block[i]; }
    printf("%.6f %.3f %.3f\n", a, block[15], block[120]);
    /* empty sections and empty loops */
    int z = 0; long cnt[3] = {1, 2, 3};
#pragma hydra parallel for reduction(+:cnt[0:z])
    for (int i = 0; i < 10; i++) if (i > 20) cnt[i]++;
#pragma hydra parallel for reduction(+:cnt)
    for (int i = 0; i < z; i++) cnt[i]++;
    printf("%ld %ld %ld\n", cnt[0], cnt[1], cnt[2]);
    /* long-lived counters across loops */
    static unsigned short big[70000];
    for (int r = 0; r < 3; r++) {
#pragma hydra parallel for reduction(+:big)
        for (int i = 0; i < 100000; i++) big[(i * 13) % 70000]++;
#pragma hydra parallel for
        for (int i = 0; i < 70000; i++) big[i] = (unsigned short)(big[i] * 2 + i);
    }
    unsigned long u = 0; for (int i = 0; i < 70000; i++) u = u * 31 + big[i];
    printf("%lu\n", u);
    return 0;
}
