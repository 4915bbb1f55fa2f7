// distributed: 36 40 51 59 70 77 84
// offloaded: 36 40 59 77 84
// Local arrays without initialisers that loops fill by writes which only the run tells, in a function that is called
// more than once: what the stack held before differs between ranks.
#include <stdio.h>

typedef union {
    double v[40];
    struct {
        double lo[20], hi[20];
    } half;
} both;
typedef struct {
    both u;
    int n;
} mix;
typedef struct {
    double v[40];
    int n;
} plain;

static double a[40], z[40];
static int up[40];

static int depth(const int *p, int k) { return p[k] == k ? 0 : 1 + depth(p, p[k]); }

static void show(void) {
    for (int i = 0; i < 40; i++)
        printf("%g ", a[i]);
    puts("");
}

static void unions(void) {
    mix cells[12];
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 12; j++)
            cells[j].u.v[i] = j;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        a[i] = 0;
        for (int j = 0; j < 12; j++)
            a[i] += cells[j].u.v[39 - i];
    }
    show();
}

static void conditions(int value) {
    plain cells[12], *first = &cells[0];
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 12; j++) {
            if (depth(up, i) >= 0)
                cells[j].v[i] = value;
            else
                cells[j].v[39 - i] = 1;
        }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        a[i] = first->v[39 - i];
        for (int j = 0; j < 12; j++)
            a[i] += cells[j].v[39 - i];
    }
    show();
}

static void lengths(int n, int value) {
    double cells[n], twice = 2;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        if (depth(up, i) >= 0)
            cells[i] = value;
        else
            cells[n - 1 - i] = 1;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = twice * cells[n - 1 - i];
    show();
}

int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        z[i] = i;
        up[i] = i / 2;
    }
    printf("%g\n", z[39]);
    for (int k = 0; k < 3; k++) {
        unions();
        conditions(k % 2);
        lengths(40, 0);
    }
    return 0;
}
