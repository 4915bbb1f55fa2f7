// Memory of an iteration's own without a name, in which it hands values from round to round and from one part of its
// body to the next: compound literals, malloc, alloca.
// deals: 4 grid
// distributed: 22 50 60 70 83 93 97 103 113 125
// offloaded: 22 50 60 70 83 93 97 103
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>

#define N 40

typedef struct {
    unsigned low, high;
} pair;

static unsigned a[N][N], b[N], c[N][N];
static pair pairs[N];

static void reset(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j * 3;
            c[i][j] = i * j % 7;
        }
        b[i] = i;
    }
}

static void show(const char *what)
{
    unsigned sums[3] = {0, 0, 0};
    for (int i = 0; i < N; i++) {
        sums[0] = sums[0] * 31 + b[i] + pairs[i].low * 3 + pairs[i].high;
        for (int j = 0; j < N; j++) {
            sums[1] = sums[1] * 31 + a[i][j];
            sums[2] = sums[2] * 31 + c[i][j];
        }
    }
    printf("%s %u %u %u\n", what, sums[0], sums[1], sums[2]);
}

static void add(unsigned *to, unsigned what) { *to += what; }

int main(void)
{
    reset();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        unsigned *p = &(unsigned){5};
        b[i] = i;
        *p = b[i] + 100;
        for (int j = 0; j < N; j++)
            a[i][j] = *p;
    }
    show("from part to part");
    reset();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        unsigned *p = &(unsigned){5};
        for (int j = 0; j < N; j++) {
            a[i][j] += *p;
            *p = a[i][j];
        }
    }
    show("from round to round");
    reset();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        unsigned *p = (unsigned[2]){5, 1};
        b[i] += p[1];
        add(&p[0], b[i]);
        for (int j = 0; j < N; j++)
            a[i][j] += p[0];
        add(p + 1, a[i][3]);
        for (int j = 0; j < N; j++)
            c[i][j] += p[1];
    }
    show("through a function");
    reset();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        pairs[i] = (pair){a[i][1], b[i]};
        for (int j = 0; j < N; j++)
            a[i][j] += pairs[i].low * j;
    }
    show("values");

    unsigned sums[3] = {0, 0, 0};
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                c[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1];
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[i][j] = c[i][j] % 77;
    }
    unsigned s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        unsigned *p = &(unsigned){5};
        for (int j = 0; j < N; j++) {
            s += a[i][j] * *p;
            *p = a[i][j];
        }
    }
    sums[0] = s;
    s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        unsigned *p = malloc(sizeof *p);
        *p = 5;
        for (int j = 0; j < N; j++) {
            s += a[i][j] * *p;
            *p = a[i][j];
        }
        free(p);
    }
    sums[1] = s;
    s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        unsigned *p = alloca(sizeof *p);
        *p = 5;
        for (int j = 0; j < N; j++) {
            s += a[i][j] * *p;
            *p = a[i][j];
        }
    }
    sums[2] = s;
    printf("sums %u %u %u\n", sums[0], sums[1], sums[2]);
    show("in the end");
    return 0;
}
