// distributed: 30 36 44 48 52
// replicated: 40
// offloaded: 30 36 44
// Functions that look things up stand behind the loops that call them, jump about, or compare for the C library.
#include <stdio.h>
#include <stdlib.h>
#define N 60

int a[N], idx[N], key[N], b[N], found[N];

int get(int k);
void put(int k, int v);
int both(int k);
int cautious(int k);

static int by_key(const void *x, const void *y) { return key[*(const int *)x] - key[*(const int *)y]; }
static int direct(int k) { return a[idx[k]]; }

static void show(const int *v)
{
    for (int i = 0; i < N; i++)
        printf("%d ", v[i]);
    puts("");
}

int main(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        a[i] = i * 7;
        idx[i] = (i * 11) % N;
        key[i] = (i * 17 + 5) % N;
    }
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        b[i] = get(i);
    show(b);
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        put(i, i + 1000);
    show(b);
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        b[i] = direct(i) + both(i);
    show(b);
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        b[i] = cautious(N - 1 - i);
    show(b);
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int five[5];
        for (int j = 0; j < 5; j++)
            five[j] = (i * 3 + j * 13) % N;
        qsort(five, 5, sizeof five[0], by_key);
        found[i] = five[0] * 100 + five[4];
    }
    show(found);
    return 0;
}

int get(int k) { return a[idx[k]]; }
void put(int k, int v) { b[idx[k]] = v; }
int both(int k) { return direct(N - 1 - k) * 2; }

int cautious(int k)
{
    if (k < 0)
        goto none;
    return a[idx[k]] + direct(k);
none:
    return -1;
}
