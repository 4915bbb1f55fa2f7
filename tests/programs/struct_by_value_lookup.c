// distributed: 49 55 59 62 66 69 73 76
// offloaded: 49 59 66 73 76
// Functions that get a struct with arrays by value and look in it where a table says, or copy a member of it.
#include <stdio.h>

typedef struct {
    double v[20];
} row;
typedef struct {
    row r;
    int n;
    double q;
} wide;

static wide world;
static double a[20];
static int perm[20];

static double direct(wide w, int i) {
    int k = perm[i];
    return w.r.v[k] + w.q;
}

static double element(row r, int i) { return r.v[perm[i]]; }

static double handed_on(wide w, int i) { return element(w.r, i) + w.q; }

static double sum_below(wide w, int i) {
    double s = 0;
    for (int k = 0; k < perm[i]; k++)
        s += w.r.v[k];
    return s;
}

static double from_copy(wide w, int i) {
    row k = w.r;
    return k.v[19 - i] + w.q;
}

static void show(const char *what) {
    printf("%s:", what);
    for (int i = 0; i < 20; i++)
        printf(" %g", a[i]);
    puts("");
}

int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 20; i++) {
        world.r.v[i] = i + 1;
        perm[i] = (i * 7 + 3) % 20;
    }
    world.q = 3;
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        a[i] = direct(world, i);
    show("direct");
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        world.r.v[i] *= 2;
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        a[i] = handed_on(world, i);
    show("handed on");
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        world.r.v[i] += 1;
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        a[i] = sum_below(world, i);
    show("sum below");
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        world.r.v[i] += 1;
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        a[i] = from_copy(world, i);
    show("from copy");
    return 0;
}
