// replicated: 25 31 42 48 55
/* Sensors deliver ints, the log keeps bytes and shorts: what does not fit is cut off, in order. */
#include <stdio.h>

#define N 100

static int reading[N];

static void report(const char *what, int i)
{
    printf("%-8s %d\n", what, i);
}

int main(void)
{
    unsigned char small = 255;
    short least = 30000, most = 0;
    signed char deep = 100;
    _Bool odd = 0;

    for (int i = 0; i < N; i++)
        reading[i] = (i * 37) % 91 + 5;

#pragma hydra parallel for reduction(min : small)
    for (int i = 0; i < N; i++)
        if (reading[i] < small)
            small = reading[i];
    report("small", small);

#pragma hydra parallel for reduction(min : least) reduction(max : most)
    for (int i = 0; i < N; i++) {
        if (reading[i] < least)
            least = (short)reading[i];
        most = reading[i] > most ? (short)reading[i] : most;
    }
    report("least", least);
    report("most", most);

    reading[97] = -200;   /* in a signed char: 56 */
    reading[93] = -129;   /* in a signed char: 127 */
#pragma hydra parallel for reduction(min : deep)
    for (int i = 0; i < N; i++)
        if (reading[i] < deep)
            deep = reading[i];
    report("deep", deep);

#pragma hydra parallel for reduction(^ : odd)
    for (int i = 0; i < N; i++)
        odd ^= reading[i];
    report("odd", odd);

    unsigned char per[4] = { 255, 255, 255, 255 };
    reading[7] = -3;      /* in an unsigned char: 253 */
#pragma hydra parallel for reduction(min : per[:4])
    for (int i = 0; i < N; i++)
        if (reading[i] < per[i % 4])
            per[i % 4] = reading[i];
    for (int k = 0; k < 4; k++)
        report("per", per[k]);
    return 0;
}
