// distributed: 21
// replicated: 35
// C11 atomics, as code that ran on threads before has them: updates are sums, exchanges keep their order.
#include <stdatomic.h>
#include <stdio.h>

#define N 2000

static atomic_int hits;
static _Atomic unsigned mask;
static atomic_long bins[10];
static int key[N], ticket[N];

int main(void)
{
    atomic_long sum = 7;
    for (int i = 0; i < N; i++)
        key[i] = i * 31 % 97;

#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        atomic_fetch_add(&sum, key[i]);
        if (key[i] > 50)
            hits++;
        atomic_fetch_or_explicit(&mask, 1u << (key[i] % 30), memory_order_relaxed);
        atomic_fetch_add(&bins[key[i] % 10], 1);
    }
    printf("%ld %d %x\n", (long)sum, (int)hits, (unsigned)mask);
    for (int b = 0; b < 10; b++)
        printf("%ld ", (long)bins[b]);
    printf("\n");

    atomic_int next = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) /* tickets are handed out in order */
        if (key[i] % 3 == 0)
            ticket[i] = next++;
    long check = 0;
    for (int i = 0; i < N; i++)
        check = (check * 7 + ticket[i]) % 100003;
    printf("%d %ld\n", (int)next, check);
    return 0;
}
