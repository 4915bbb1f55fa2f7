// distributed: 52 59 65
// offloaded: 52 59 65
// Rows that a function hands out, and particles behind a table of pointers.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double *data;
    double **row;
} Matrix;

typedef struct {
    double x[3], v[3];
    int kind;
} Particle;

static double *get_row(const Matrix *m, int i) { return m->data + i * m->cols; }
static double *row_of(const Matrix *m, int i) { return m->row[i]; }

static Matrix *new_matrix(int rows, int cols)
{
    Matrix *m = malloc(sizeof *m);
    m->rows = rows;
    m->cols = cols;
    m->data = calloc(rows * cols, sizeof(double));
    m->row = malloc(rows * sizeof(double *));
    for (int i = 0; i < rows; i++)
        m->row[i] = m->data + i * cols;
    return m;
}

int main(void)
{
    Matrix *a = new_matrix(40, 30), *b = new_matrix(40, 30);
    Particle **p = malloc(90 * sizeof *p);
    for (int i = 0; i < 90; i++) {
        p[i] = malloc(sizeof **p);
        for (int d = 0; d < 3; d++) {
            p[i]->x[d] = i * 0.1 + d;
            p[i]->v[d] = (i * (d + 1)) % 7 - 3;
        }
        p[i]->kind = i % 3;
    }
    for (int i = 0; i < a->rows; i++) {
        double *r = get_row(a, i);
        for (int j = 0; j < a->cols; j++)
            r[j] = (i * j) % 13;
    }
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 1; i < a->rows - 1; i++) {
            double *out = get_row(b, i);
            const double *up = row_of(a, i - 1), *down = row_of(a, i + 1);
            for (int j = 0; j < a->cols; j++)
                out[j] = 0.5 * (up[j] + down[j]);
        }
#pragma hydra parallel for
        for (int i = 1; i < a->rows - 1; i++) {
            double *in = b->row[i], *out = a->row[i];
            for (int j = 0; j < a->cols; j++)
                out[j] = in[j] + 1;
        }
#pragma hydra parallel for
        for (int i = 0; i < 90; i++) {
            Particle *q = p[i];
            for (int d = 0; d < 3; d++)
                q->x[d] += 0.1 * q->v[d];
            if (q->kind == 1)
                q->v[0] *= 0.5;
        }
    }
    double s = 0;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            s += a->row[i][j] * (j + 1);
    printf("%.12g\n", s);
    for (int i = 0; i < 90; i += 11)
        printf("%.12g %.12g\n", p[i]->x[0], p[i]->v[0]);
    return 0;
}
