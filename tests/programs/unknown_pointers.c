// distributed: 35 41 62 75 78 85 88
// offloaded: 35 41 62 85 88
// Row tables, lists, function pointers and recursion over arrays, in serial code and in parallel loops.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40
#define M 12

typedef struct node {
    double *data;
    int id;
    struct node *next;
} node;

typedef union { float f; unsigned u; } word;

static double scale(double x) { return 2 * x; }
static double shift(double x) { return x + 1; }
static const char *names[] = {"zero", "one", "two"};

static double total(double *a, int lo, int hi) {
    if (hi - lo == 1)
        return a[lo];
    int mid = (lo + hi) / 2;
    return total(a, lo, mid) + total(a, mid, hi);
}

int main(void) {
    double **rows = malloc(N * sizeof *rows);
    for (int i = 0; i < N; i++)
        rows[i] = malloc(M * sizeof **rows);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            rows[i][j] = i * 10 + j;

    double out[N];
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        out[i] = 0;
        for (int j = 0; j < M; j++)
            out[i] += rows[i][j];
    }
    for (int i = 0; i < N; i += 7)
        printf("%g ", out[i]);
    printf("\n");

    node *list = NULL;
    for (int k = 0; k < 3; k++) {
        node *n = malloc(sizeof *n);
        n->data = malloc(N * sizeof(double));
        n->id = k;
        n->next = list;
        list = n;
    }
    for (node *n = list; n; n = n->next) {
        double *d = n->data;
        int id = n->id;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            d[i] = out[i] + id;
    }
    double sum = 0;
    for (node *n = list; n != NULL; n = n->next) {
        sum += n->data[N - 1] - n->data[0];
        printf("%s %g\n", names[n->id], n->data[N / 2]);
    }
    printf("%g\n", sum);

    double (*ops[2])(double) = {scale, shift};
    double res[N], part[N];
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        res[i] = ops[i % 2](out[i]);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        part[i] = total(res, 0, i + 1);
    for (int i = 0; i < N; i += 9)
        printf("%g %g\n", res[i], part[i]);

    word bits[N];
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        bits[i].f = i * 0.5f;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        bits[i].u ^= 0x80000000u;
    for (int i = 0; i < N; i += 11)
        printf("%g\n", bits[i].f);
    for (int i = 0; i < N; i++)
        free(rows[i]);
    free(rows);
    return 0;
}
