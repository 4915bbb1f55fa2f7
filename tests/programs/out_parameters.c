// distributed: 120 126 142 150 157 179
// replicated: 134 169
// offloaded: 120 126 142 179
// Functions that give back several values through pointers to variables of the iteration's own: subscripts, bounds and rows are followed.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define N 60
#define M 8

typedef struct {
    int rows, *start, *column;
} Sparse;

static void split(int q, int *i, int *j) {
    *i = q / M;
    *j = q % M;
}
static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
static void both(int *a, int *b, int x) {
    *a = x;
    *b += 2;
}
static void walk_down(int *p, int steps) {
    for (int k = 0; k < steps; k++)
        *p -= 1;
}
static void until(int *p, int stop) {
    while (*p < stop)
        *p += 3;
}
static void deeper(int *p, int x) { both(p, p, x); }
static int chosen(int i, int *at) {
    if (i % 3 == 0)
        return 0;
    *at = i - 1;
    return 1;
}
static void by_case(int i, int *at) {
    switch (i % 3) {
    case 0:
        *at = i;
        break;
    case 1:
        *at = i + 1;
        break;
    default:
        *at = i - 2;
    }
}
static int recursive(int *p, int depth) {
    int own = depth;
    if (depth == 0)
        return *p;
    *p += 1;
    if (depth % 2)
        return recursive(&own, depth - 1) + *p;
    return recursive(p, depth - 1);
}
static void jumps(int *p, int n) {
again:
    *p += 1;
    if (*p < n)
        goto again;
}
static const int *row(const Sparse *s, int r, int *count) {
    *count = s->start[r + 1] - s->start[r];
    return s->column + s->start[r];
}
static void row_at(const Sparse *s, int r, const int **from, const int **to) {
    *from = s->column + s->start[r];
    *to = s->column + s->start[r + 1];
}
static bool next(const Sparse *s, int r, int *k, int *column) {
    if (s->start[r] + *k >= s->start[r + 1])
        return false;
    *column = s->column[s->start[r] + (*k)++];
    return true;
}
static void least(const double *v, int n, double *low, int *at) {
    *low = v[0];
    *at = 0;
    for (int k = 1; k < n; k++)
        if (v[k] < *low) {
            *low = v[k];
            *at = k;
        }
}
static void narrow(int i, signed char *c, unsigned short *u, long *l) {
    *c = (signed char)(i * 5);
    *u = (unsigned short)(i - 1);
    *l = i + 1L;
}

static double a[N][M], b[N * M], lows[N];
static int g[N + 4], h[N + 4], places[N], numbers[4][N];

static void show(const char *name, const int *v, int n) {
    unsigned long s = 0;
    for (int i = 0; i < n; i++)
        s = s * 31 + (unsigned long)v[i];
    printf("%s %lu\n", name, s);
}

int main(void) {
    Sparse m = {N, malloc((N + 1) * sizeof(int)), malloc(5 * N * sizeof(int))}, *s = &m;
    m.start[0] = 0;
    for (int r = 0; r < N; r++) {
        m.start[r + 1] = m.start[r];
        for (int k = 0; k < r % 5; k++)
            m.column[m.start[r + 1]++] = (r * 7 + k * 13) % N;
    }
    for (int round = 0; round < 2; round++) {
#pragma hydra parallel for
        for (int q = 0; q < N * M; q++) {
            int i, j;
            split(q, &i, &j);
            a[i][j] += (i * 17 + j * 5) % 23 + round;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int to = N - 1 - i, from = i, t;
            swap(&to, &from);
            walk_down(&from, 0);
            both(&t, &from, to);
            g[from - 2] = from * 3 + t + round;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int p = i + 2, e = i;
            walk_down(&p, 2);
            until(&e, i);
            deeper(&p, p);
            h[p - 2] = g[e] + p;
        }
#pragma hydra parallel for
        for (int i = 1; i < N; i++) {
            int at = i;
            const int found = chosen(i, &at);
            numbers[0][i] = g[at] + found;
            by_case(i, &at);
            numbers[1][i] = h[at];
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int p = i % 7, up = i;
            const int r = recursive(&p, 3);
            jumps(&up, i + 1);
            numbers[2][i] = r * 100 + p + g[p] + h[up - 1];
        }
#pragma hydra parallel for
        for (int r = 0; r < s->rows; r++) {
            int n;
            double sum = 0;
            const int *c = row(s, r, &n), *from, *to;
            for (int k = 0; k < n; k++)
                sum += a[c[k]][k];
            row_at(s, r, &from, &to);
            for (; from < to; ++from)
                sum += g[*from];
            lows[r] = sum;
        }
#pragma hydra parallel for
        for (int r = 0; r < N; r++) {
            int k = 0, column;
            while (next(s, r, &k, &column))
                numbers[3][r] += h[column] * k;
            double low;
            least(a[r], M, &low, &places[r]);
            least(a[r], M, &low, &k);
            b[r * M + k] += low;
        }
#pragma hydra parallel for
        for (int i = 1; i < 12; i++) {
            signed char c;
            unsigned short u;
            long l;
            narrow(i, &c, &u, &l);
            g[i] += h[c] - h[u] + h[l];
        }
    }
    show("g", g, N);
    show("h", h, N);
    show("places", places, N);
    show("numbers", numbers[0], 4 * N);
    double t = 0;
    for (int i = 0; i < N; i++) {
        t += lows[i] * (i % 7);
        for (int j = 0; j < M; j++)
            t += b[i * M + j] * (j + 1) + a[i][j];
    }
    printf("%.3f\n", t);
    return 0;
}
