// distributed: 26
// offloaded: 26
// Matrices as { data, rows, cols }, by value and by pointer, with accessor functions.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    double* data;
    int rows, cols;
} Matrix;
static Matrix mat_new(int r, int c) {
    Matrix m = {malloc(sizeof(double) * r * c), r, c};
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            m.data[i * m.cols + j] = 0.0;
    return m;
}
static void mat_fill(Matrix* m, double s) {
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            m->data[i * m->cols + j] = s * (i + 1) - j;
}
static double at(const Matrix* m, int i, int j) { return m->data[i * m->cols + j]; }
static void set(Matrix* m, int i, int j, double v) { m->data[i * m->cols + j] = v; }
static void mul(const Matrix* a, const Matrix* b, Matrix* c) {
#pragma hydra parallel for
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j < c->cols; j++) {
            double s = 0;
            for (int k = 0; k < a->cols; k++)
                s += a->data[i * a->cols + k] * b->data[k * b->cols + j];
            c->data[i * c->cols + j] = s;
        }
}
static double trace(Matrix m) {
    double t = 0;
    for (int i = 0; i < m.rows; i++)
        t += m.data[i * m.cols + i];
    return t;
}
int main(void) {
    Matrix a = mat_new(12, 9), b = mat_new(9, 12), c = mat_new(12, 12);
    mat_fill(&a, 0.5);
    mat_fill(&b, 0.25);
    mul(&a, &b, &c);
    for (int i = 0; i < c.rows; i++)
        set(&c, i, i, at(&c, i, i) * 2);
    printf("%g\n", trace(c));
    double s = 0;
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.cols; j++)
            s += at(&c, i, j) * (i - j);
    printf("%g\n", s);
}
