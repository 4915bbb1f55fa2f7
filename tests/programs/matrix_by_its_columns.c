// distributed: 24 36 47 51 63 69 73
/* Matrices behind their sizes, with rows of m->cols elements: by pointers to them, by helpers, by a local pointer to the
   elements, with elements of the sizes' own type, and in the older form. */
#include <stdio.h>
#include <stdlib.h>

typedef struct { int rows, cols; double elem[]; } Matrix;
typedef struct { int rows, cols; float elem[1]; } Old;
typedef struct { int rows, cols; int elem[]; } Whole;

static void *allocate(int r, int c, size_t size)
{
    Matrix *m = malloc(sizeof(Matrix) + size * (size_t)r * (size_t)c);
    m->rows = r;
    m->cols = c;
    return m;
}
static double get(const Matrix *m, int i, int j) { return m->elem[i * m->cols + j]; }
static void set(Matrix *m, int i, int j, double v) { m->elem[i * m->cols + j] = v; }

static void multiply(const Matrix *a, const Matrix *b, Matrix *c)
{
#pragma hydra parallel for
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            double sum = 0;
            for (int k = 0; k < a->cols; k++)
                sum += a->elem[i * a->cols + k] * b->elem[k * b->cols + j];
            c->elem[i * c->cols + j] = sum;
        }
}

static void smooth(const Matrix *from, Matrix *to)
{
#pragma hydra parallel for
    for (int i = 1; i < from->rows - 1; i++)
        for (int j = 1; j < from->cols - 1; j++)
            to->elem[i * to->cols + j] = (get(from, i - 1, j) + get(from, i + 1, j) + get(from, i, j - 1)) / 3;
}

int main(void)
{
    Matrix *a = allocate(41, 30, 8), *t = allocate(30, 41, 8), *p = allocate(41, 41, 8), *q = allocate(41, 41, 8);
    Old *o = allocate(23, 17, 4);
    Whole *w = allocate(23, 17, 4);
#pragma hydra parallel for
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            set(a, i, j, (i * 100 + j) % 37);
#pragma hydra parallel for
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->cols; j++)
            t->elem[i * t->cols + j] = get(a, j, i);
    multiply(a, t, p);
    multiply(a, t, q);
    for (int step = 0; step < 4; step++) {
        smooth(p, q);
        Matrix *swap = p;
        p = q;
        q = swap;
    }
#pragma hydra parallel for
    for (int i = 0; i < t->rows; i++) {
        double *e = t->elem;
        for (int j = 0; j < t->cols; j++)
            e[i * t->cols + j] += e[i * t->cols] + p->elem[i * p->cols + j];
    }
#pragma hydra parallel for
    for (int i = 0; i < o->rows; i++)
        for (int j = 0; j < o->cols; j++)
            o->elem[i * o->cols + j] = (float)(i - j);
#pragma hydra parallel for
    for (int i = 0; i < w->rows; i++)
        for (int j = 0; j < w->cols; j++)
            w->elem[i * w->cols + j] = i * j + (int)o->elem[i * o->cols + j];
    double sum = 0;
    for (int i = 0; i < 41; i++)
        for (int j = 0; j < 30; j++)
            sum += p->elem[i * 41 + j] * (j % 7) + t->elem[j * 41 + i] * (i % 5);
    for (int i = 0; i < 23 * 17; i++)
        sum += o->elem[i] * (i % 3) + w->elem[i] * (i % 4);
    printf("%.17g\n", sum);
    return 0;
}
