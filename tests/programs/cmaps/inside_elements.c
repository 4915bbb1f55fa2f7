/* The twin of t31.cmaps. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define M 5

static const int table[4] = {3, 1, 4, 1};
double factor = 2.5;
static int counter;
static struct { int mask; long offset[2]; } config = {6, {10, -20}};

static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void reverse(int n, int *a) { for (int i = 0; i < n / 2; i++) { int t = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = t; } }
static double integrate(double (*f)(double), double a, double b, int n) {
    double s = 0, h = (b - a) / n;
    for (int k = 0; k < n; k++) s += f(a + (k + 0.5) * h) * h;
    return s;
}
static double cube(double x) { return x * x * x; }

static void heavy(int i, long *r) {
    int n = i % 9 + 1, *a = malloc(n * sizeof *a);
    for (int k = 0; k < n; k++) a[k] = table[k & 3] * (k + i);
    reverse(n, a);
    long s = fib(i % 12);
    for (int k = 0; k < n; k++) s = s * 3 + a[k];
    free(a);
    *r = s & 0xffff;
}
static void kinds(int i, double x, double *r) {
    if (i % 5 == 4) { *r = -1; return; }
    switch (i % 4) {
        case 0: *r = floor(x * factor); break;
        case 1: *r = integrate(cube, 0, i, 4); break;
        case 2: { double t[M] = {0}; memset(t, 0, sizeof t); for (int k = 0; k < M; k++) t[k] += k; *r = t[i % M] + hypot(3, 4); break; }
        default: *r = fabs(x) + config.offset[i & 1];  *r /= 2;
    }
    *r += config.mask;
    while (*r > 20) *r -= 13;
    int k = 0;
    do { *r = *r * 2; } while (k++ < 1);
}
static void bits(uint32_t x, int n, uint32_t *r, uint32_t *y) {
    uint32_t h = x;
    int k = n;
    do { h ^= h << 13; h ^= h >> 17; h ^= h << 5; } while (--k > 0);
    *r = h;
    *y ^= h >> 3, (*y)++;
}
static long A[21]; static double B[21]; static uint32_t C[21], D[21];
static void run(void) {
    for (int i = 0; i < 21; i++) heavy(i, &A[i]);
    for (int i = 0; i < 21; i++) kinds(i, i * 0.3, &B[i]);
    for (int i = 0; i < 21; i++) bits(i * 2654435761u + 1, i % 4, &D[i], &C[i]);
}
int main(void) {
    for (int t = 0; t < 2; t++) {
        counter++;
        run();
        for (int i = 0; i < 21; i++) printf("%ld %.17g %u %u\n", A[i], B[i], C[i], D[i]);
        factor += counter; config.mask = 1;
    }
    return 0;
}
