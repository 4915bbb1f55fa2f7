// deals: block, cyclic
// device: close 1e-12
// distributed: 47
// offloaded: 47
/* NAS EP with the annuli's counts kept a batch each and summed up afterwards, as codes do whose language has no
   reductions over arrays. The generator is an integer one that skips ahead by binary powers. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NQ 10
#define BATCHES 90
#define PAIRS 60
#define MULT 6364136223846793005ULL
#define INC 1442695040888963407ULL

static uint64_t skip(uint64_t seed, uint64_t steps)
{
    uint64_t a = MULT, c = INC, am = 1, cm = 0;
    while (steps > 0) {
        if (steps & 1) {
            am *= a;
            cm = cm * a + c;
        }
        c = (a + 1) * c;
        a *= a;
        steps >>= 1;
    }
    return am * seed + cm;
}

static inline double uniform(uint64_t *s)
{
    *s = *s * MULT + INC;
    return (double)(*s >> 11) / 9007199254740992.0;
}

int main(void)
{
    static int counts[BATCHES][NQ];
    static double sums[BATCHES][2];
    double sx = 0, sy = 0;
    int accepted = 0, worst = 0, q[NQ] = {0};

    #pragma hydra parallel for reduction(+ : accepted, sx) reduction(+ : sy) reduction(max : worst)
    for (int b = 0; b < BATCHES; b++) {
        uint64_t s = skip(20231123ULL, (uint64_t)b * 2 * PAIRS);
        for (int l = 0; l < NQ; l++)
            counts[b][l] = 0;
        sums[b][0] = sums[b][1] = 0.0;
        for (int i = 0; i < PAIRS; i++) {
            double x = 2 * uniform(&s) - 1, y = 2 * uniform(&s) - 1, t = x * x + y * y;
            if (t > 1.0 || t == 0.0)
                continue;
            double f = sqrt(-2 * log(t) / t), gx = x * f, gy = y * f;
            int l = (int)fmax(fabs(gx), fabs(gy));
            counts[b][l]++;
            sums[b][0] += gx;
            sums[b][1] += gy;
            sx += gx;
            sy += gy;
            accepted++;
            if (l > worst)
                worst = l;
        }
    }
    for (int b = 0; b < BATCHES; b++)
        for (int l = 0; l < NQ; l++)
            q[l] += counts[b][l];
    printf("%d accepted, highest annulus %d, sums %.9f %.9f\n", accepted, worst, sx, sy);
    for (int l = 0; l < NQ; l++)
        printf("%d: %d\n", l, q[l]);
    for (int b = 0; b < BATCHES; b++)
        printf("%d %.15g %.15g\n", b, sums[b][0], sums[b][1]);
    return 0;
}
