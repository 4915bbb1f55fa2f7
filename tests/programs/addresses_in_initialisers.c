// distributed: 14 21 50 56
// offloaded: 14 21 50
/* Addresses that stand in initialisers: tables of operations, a window on a size, a cursor; and what pointers see. */
#include <stdio.h>

#define N 64
static double a[N];
static int size = 10, *window = &size;
static int *cursor[2] = {&size, 0};

static void bump(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] += 2;
}

static void halve(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] *= 0.5;
}

struct operations {
    const char *name;
    void (*run)(void);
};
static struct operations table[] = {{"bump", bump}, {"halve", halve}, {"bump", bump}};

int main(void)
{
    double s = 0;
    int v, *seen = &v, w, *const last = &w;

    for (int k = 0; k < 3; k++) {
        table[k].run();
        s += a[k * 20];
        printf("%s %g\n", table[k].name, s);
    }
    for (int t = 10; t < N; t += 9) {
        *window = t;
        for (int j = 0; j < size; j++)
            s += a[j];
    }
    printf("%g\n", s);
    for (int t = 10; t < N; t += 9) {
        *cursor[0] = t;
#pragma hydra parallel for
        for (int i = 0; i < size; i++)
            a[i] = a[i] + t;
        s += a[size - 1];
    }
    printf("%g\n", s);
#pragma hydra parallel for private(v, w)
    for (int i = 0; i < N; i++) {
        v = i * 3;
        w = v + 1;
        a[i] += v;
    }
    printf("%d %d\n", *seen, *last);
    for (int i = 0; i < N; i += 7)
        printf("%g ", a[i]);
    printf("\n");
    return 0;
}
