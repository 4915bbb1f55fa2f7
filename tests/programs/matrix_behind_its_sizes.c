// distributed: 27 33 51 54
// Matrices whose elements stand behind their sizes, in a flexible array member and in its older form.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct matrix {
    size_t rows, cols, ld;
    double data[];
} matrix;
typedef struct old {
    long n;
    double data[1];
} old;
#define AT(m, r, c) ((m)->data[(size_t)(r) * (m)->ld + (c)])

static matrix *make(size_t rows, size_t cols) {
    matrix *m = malloc(offsetof(matrix, data) + rows * (cols + 3) * sizeof(double));
    m->rows = rows;
    m->cols = cols;
    m->ld = cols + 3;
    return m;
}

static void set(matrix *C) {
#pragma hydra parallel for
    for (size_t i = 0; i < C->rows; i++)
        for (size_t j = 0; j < C->cols; j++) AT(C, i, j) = i * 100 + j;
}

static void flip(const matrix *from, matrix *to) {
#pragma hydra parallel for
    for (size_t i = 0; i < to->rows; i++)
        for (size_t j = 0; j < to->cols; j++) AT(to, i, j) += 2 * AT(from, to->rows - 1 - i, j);
}

int main(void) {
    matrix *C = make(29, 13), *D = make(29, 13);
    set(C);
    set(D);
    flip(C, D);
    for (size_t i = 0; i < 29; i += 3) printf("%g %g ", AT(C, i, 2), AT(D, i, 5));
    printf("\n");

    old *v = malloc(sizeof *v + 300 * sizeof(double));
    int where[60];
    double picked[60];
    v->n = 10;
    for (int i = 0; i < 60; i++) where[i] = (i * 71) % 300;
#pragma hydra parallel for
    for (int i = 0; i < 300; i++) v->data[i] = i;
    for (int i = 0; i < 300; i += 30) printf("%g ", v->data[i / 10 * v->n]);
#pragma hydra parallel for
    for (int i = 0; i < 60; i++) picked[i] = v->data[where[i]];
    for (int i = 0; i < 60; i++) printf("%g ", picked[i]);
    printf("\n");
    return 0;
}
