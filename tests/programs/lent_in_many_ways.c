// distributed: 73
// replicated: 76 82 96 107
// offloaded: 73
// Variables of an iteration that functions change by their addresses: behind early returns, in conditions and operands,
// under two names, in lengths of arrays. What is not followed has to be left to all ranks, not believed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 60

static int a[N + 30], b[N], out[8][N];
static int *rows;

static int even(int i, int *at) {
    if (i % 2 == 0) {
        *at = i;
        return 1;
    }
    *at = 0;
    return 0;
}
static void unless_third(int i, int *at) {
    if (i % 3 == 0)
        return;
    *at = i;
}
static void either(int i, int *at) { i % 3 == 0 ? (*at = N - 1 - i) : (*at = i); }
static void only_if(int i, int *at) {
    int kept = i % 4 && (*at = i);
    (void)kept;
}
static void changed_between(int i, int *p) {
    if (*p < 20 && (*p = *p + 30, a[i] >= 0))
        out[0][i] = 5;
}
static void two_names(int i, int *p, int *r) {
    int v = N - 1 - i;
    *r = i;
    memcpy(p, &v, sizeof v);
    out[1][i] = a[*r];
}
static int length_of_rows(int i, int *n, int *base) {
    int(*m)[*n] = (int(*)[*n])base;
    *n = 4;
    return m[i % 10][1];
}
static void longer(int *p) {
    for (int k = 0; k < 3; k++) {
        char t[++*p];
        t[0] = 0;
        (void)t;
    }
}
static void counted(int n, int *sum, int *last) {
    *sum = 0;
    *last = 0;
    for (int k = 0; k < n; k++) {
        if (k % 5 == 4)
            break;
        *sum += k;
        *last = k;
    }
}

int main(void) {
    rows = malloc(N * 4 * sizeof *rows);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            rows[i * 4 + k] = k < i % 4 ? i * 7 % N : -1;
    for (int t = 0; t < 2; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N + 30; i++)
            a[i] = i % 11 + i - 3 + t;
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int k;
            if (even(i, &k))
                b[k] = a[i];
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int at = N - 1 - i, other = 0, third = N - 1 - i, k = i, x, n = 3, y = i + 1;
            unless_third(i, &at);
            either(i, &other);
            only_if(i, &third);
            changed_between(i, &k);
            two_names(i, &x, &x);
            out[2][i] = a[at] + 3 * a[other];
            out[3][i] = a[third] + x;
            out[4][i] = length_of_rows(i, &n, rows);
            longer(&y);
            out[5][i] = a[y];
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int sum, last, x = i + 1;
            counted(i % 9, &sum, &last);
            for (int k = 0; k < 2; k++) {
                char text[++x];
                text[0] = 0;
                out[6][i] += a[x] + text[0];
            }
            out[7][i] = a[sum] + b[last];
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int k = 0, c;
            if ((c = rows[i * 4 + k++]) >= 0 && b[c] > -5 && a[c] > 0)
                a[c] = -a[c] + k;
        }
    }
    unsigned long h = 7;
    for (int i = 0; i < N; i++)
        h = h * 31 + (unsigned long)(a[i] + 7 * b[i]);
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < N; i++)
            h = h * 31 + (unsigned long)out[k][i];
    printf("%lu\n", h);
    for (int i = 0; i < N; i++)
        printf("%d %d|", out[2][i], out[7][i]);
    puts("");
    return 0;
}
