/* Functions that random programs call and hydracc never sees: this file is compiled alone, and linked as an object. They
   change what they are given, remember it, call back, and keep a state of their own. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

double unknown_wave(double x)
{
    return x > 8 ? x / 2 - 1 : x < -8 ? -x / 3 : x + 0.5;
}

int unknown_pick(int a, int b)
{
    return (a ^ b) & 1 ? a : b;
}

int unknown_turn(void)
{
    static int turn;
    return turn = (turn + 3) % 7;
}

static unsigned char *kept;
static size_t kept_bytes;

void unknown_keep(void *p, size_t bytes)
{
    kept = p;
    kept_bytes = bytes;
}

long unknown_kept(void)
{
    long sum = 0;
    for (size_t k = 0; k < kept_bytes; k++)
        sum = (sum * 31 + kept[k]) % 1000003;
    return sum;
}

void unknown_wipe(int from)
{
    for (size_t k = (size_t)from; k < kept_bytes; k++)
        kept[k] = 0;
}

void unknown_copy(void *to, const void *from, size_t bytes)
{
    unsigned char *spare = malloc(bytes);
    if (spare == NULL)
        return;
    memcpy(spare, from, bytes);
    memcpy(to, spare, bytes);
    free(spare);
}

#define OF_TYPE(type, tag)                                                                                             \
    void unknown_ramp_##tag(type *p, int n)                                                                            \
    {                                                                                                                  \
        for (int k = 0; k < n; k++)                                                                                    \
            p[k] = p[k] / 2 + (type)(k % 5);                                                                           \
    }                                                                                                                  \
    double unknown_sum_##tag(const type *p, int n)                                                                     \
    {                                                                                                                  \
        double sum = 0;                                                                                                \
        for (int k = 0; k < n; k++)                                                                                    \
            sum += (double)p[k] * (k % 3 + 1);                                                                         \
        return sum;                                                                                                    \
    }                                                                                                                  \
    void unknown_each_##tag(void (*change)(type *, int), type *p, int n)                                               \
    {                                                                                                                  \
        change(p, n / 2);                                                                                              \
        change(p + n / 2, n - n / 2);                                                                                  \
    }                                                                                                                  \
    void unknown_swap_##tag(type **p, type **q)                                                                        \
    {                                                                                                                  \
        type *keep = *p;                                                                                               \
        *p = *q;                                                                                                       \
        *q = keep;                                                                                                     \
    }                                                                                                                  \
    void unknown_bump_##tag(type *p)                                                                                   \
    {                                                                                                                  \
        *p = *p / 2 + 1;                                                                                               \
    }

OF_TYPE(double, double)
OF_TYPE(float, float)
OF_TYPE(int, int)
OF_TYPE(long, long)
