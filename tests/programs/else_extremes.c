// replicated: 19 28 39 48
/* Lowest and highest in one chain, as people write it: what stands behind `else` happens only otherwise. */
#include <float.h>
#include <stdio.h>

#define N 120

int main(void)
{
    int a[N], lo, hi;
    double x[N], least = DBL_MAX, greatest = -DBL_MAX;

    for (int i = 0; i < N; i++) {
        a[i] = (i * 7 + 3) % 101;
        x[i] = 1000.0 - i;              /* falls: nothing ever counts as the greatest */
    }
    lo = hi = a[0];
#pragma hydra parallel for reduction(min:lo) reduction(max:hi)
    for (int i = 1; i < N; i++) {
        if (a[i] < lo)
            lo = a[i];
        else if (a[i] > hi)
            hi = a[i];
    }
    printf("%d %d\n", lo, hi);

#pragma hydra parallel for reduction(min:least) reduction(max:greatest)
    for (int i = 0; i < N; i++) {
        if (x[i] < least) {
            least = x[i];
        } else if (x[i] > greatest) {
            greatest = x[i];
        }
    }
    printf("%g %g\n", least, greatest);

    int neither = 0, top = -1;
#pragma hydra parallel for reduction(max:top) reduction(+:neither)
    for (int i = 0; i < N; i++)
        if (a[i] > top)
            top = a[i];
        else
            neither++;
    printf("%d %d\n", top, neither);

    short low[3] = { 99, 99, 99 }, high[3] = { -1, -1, -1 };
#pragma hydra parallel for reduction(min:low[:3]) reduction(max:high[:3])
    for (int i = 0; i < N; i++) {
        short v = (short)(a[i] - 50);
        if (v < low[i % 3]) low[i % 3] = v;
        else if (v > high[i % 3]) high[i % 3] = v;
    }
    for (int k = 0; k < 3; k++)
        printf("%d..%d ", low[k], high[k]);
    puts("");
    return 0;
}
