// Shared variables for which no clause is the remedy.
#include <stdatomic.h>
int a[100], b[100], c[100];
struct counts { int hits; atomic_int all; } counts;
int f(int n) {
    int pos = 0, next = 0, i;
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        if (a[i] > 0) b[pos++] = a[i]; // error: neither 'private' nor 'reduction' helps
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        c[i] = (next += 2); // error: neither 'private' nor 'reduction' helps
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        counts.all++; // error: its member 'all' is atomic
    int fraction = 0;
#pragma hydra parallel for reduction(+:fraction)
    for (i = 0; i < n; i++)
        fraction += a[i] * 0.5; // error: 'fraction' is an integer, and a floating value is accumulated into it here
    return pos + next + fraction;
}

int *found(int *key)
{
    int *where = 0;
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        if (key[i] == 5)
            where = &key[i]; // error: keep the index of the element in an integer
    return where;
}

unsigned hashed(const unsigned char *text)
{
    unsigned h = 1, g = 1;
#pragma hydra parallel for
    for (int i = 0; i < 50; i++) {
        h ^= text[i]; // error: it is accumulated with '^' and with '*', so an iteration goes on from the value
        h *= 7;
    }
#pragma hydra parallel for reduction(^:g)
    for (int i = 0; i < 50; i++) {
        g ^= text[i];
        g *= 7; // error: 'g' is accumulated with '^' and with '*': each iteration goes on from the value
    }
    return h + g;
}
