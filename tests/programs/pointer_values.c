// distributed: 33 37 42 54 62 77 85 89 95 100 105 109 119 123 131 146
// offloaded: 146
// What iterations touch depends on the values of pointers through which they access nothing: windows, ends, bases of
// pools, held in variables, structs, memory and tables, and changed between two launches of one loop. And on the
// rounding mode.
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 90
typedef struct {
    const double *win, *base;
    double x;
    int next;
} Node;
static double a[4 * N], b[N];
static int perm[N];
static Node nodes[N], *pool = nodes;
static Node *links[N];
static const double *window_of_all;

static void print(const char *what)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += b[i] * (i % 17 + 1);
    printf(" %s %g", what, sum);
}

static void by_difference(const double *win)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[perm[i] + (win - a)];
    print("difference");
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[i + (win - a)];
    print("affine");
    const char *bytes = (const char *)win;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[perm[i] + (long)((unsigned long)bytes - (unsigned long)a) / 8];
    print("numbers");
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[(perm[i] + (win - a)) % N] = i;
    print("store");
}

static void by_comparison(const double *end)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (const double *p = a + perm[i]; p < end; p += 7)
            sum += *p;
        b[i] = sum;
    }
    print("walk");
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const double *last = end;
        b[i] = a + perm[i] < last ? a[perm[i] + (last - a) % 5] : 1;
    }
    print("copied");
}

// The same pointer, compared with the own array of one call and of another one.
static void by_frame(const double *first, int depth)
{
    double own[N] = {0};
    const double *given = first == NULL ? own : first;
    if (depth > 0)
        by_frame(given, depth - 1);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[perm[i] + (given == own ? 0 : N)];
    print("frame");
}

static void by_member(const Node *g, Node v, int k)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[perm[i] + (g->win - g->base)];
    print("member");
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const Node *h = g;
        b[i] = a[perm[i] + (h[k].win - a)];
    }
    print("element");
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[perm[i] + (v.win - v.base)];
    print("copy");
    const Node *of_own = &v;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[perm[i] + (of_own->win - a)];
    print("own");
    const double *pair[2] = {g->base, g[k].win};
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[perm[i] + (pair[1] - pair[0])];
    print("pair");
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[perm[i] + (window_of_all - a)];
    print("global");
}

static long number_of(const Node *node) { return node - pool; }

static void by_pool(const Node *p)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[nodes[i].next + (p - pool) + 5];
    print("pool");
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[number_of(links[i]) + 40];
    print("links");
}

static void by_rounding(const double *x)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[lrint(x[i])];
}

int main(void)
{
    Node *heap = malloc(4 * sizeof *heap);
    double *x = malloc(N * sizeof *x);
    for (int i = 0; i < N; i++) {
        perm[i] = (i * 77 + 5) % N;
        nodes[i].next = (i * 11 + 3) % N;
        links[i] = &nodes[i * 7 % N];
        x[i] = (i * 23 % N) + 0.3;
    }
#pragma hydra parallel for
    for (int i = 0; i < 4 * N; i++)
        a[i] = i * i % 331;
    for (int t = 0; t < 3; t++) {
        Node v = {a + t * 20, a, 0, 0};
        for (int k = 0; k < 4; k++) {
            heap[k] = v;
            heap[k].win += k * 30;
        }
        window_of_all = a + 7 + t * 31;
        by_difference(a + t * 40);
        by_comparison(a + 30 + t * 80);
        by_frame(NULL, t);
        by_member(heap, v, t);
        by_member(&v, v, 0);
        by_pool(pool + t);
        pool = &nodes[t];
        by_pool(nodes);
        pool = nodes;
        fesetround(t == 1 ? FE_UPWARD : FE_TONEAREST);
        by_rounding(x);
        fesetround(FE_TONEAREST);
        print("rounding");
        printf("\n");
    }
    free(heap);
    free(x);
    return 0;
}
