// distributed: 35 42 55 69
// offloaded: 35 42 55 69
// Single elements stored by serial code before and behind calls of functions that look at the whole array.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 48
static int a[N], b[N];
static void show(void)
{
    for (int i = 0; i < N; i++)
        printf("%d ", a[i]);
    printf("\n");
}
static double norm(const double *u, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += u[i] * u[i];
    return sqrt(s);
}
static int total(void)
{
    int s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * 3 + b[i];
    return s;
}
static int indirect(int (*f)(void)) { return f(); }

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    a[5] = 99;
    show();
    a[31] = 0;
    show();
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        a[i] += i;
        b[i] = 2 * i;
    }
    b[2] = 7;
    int before = total();
    a[N - 1] = 0;
    memset(b + 20, 0, 10 * sizeof *b);
    int between = indirect(total);
    b[40] = 1;
    printf("%d %d %d\n", before, between, total());
    double *u = malloc(N * sizeof *u);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        u[i] = i * 0.5;
    for (int t = 0; t < 4; t++) {
        u[1] = 1;
        double first = norm(u, N);
        u[N - 2] = 0;
        double last = norm(u, N);
        if (t % 2) {
            u[0] = last;
            first += norm(u, N / 2);
            u[30] = 5;
        }
        printf("%.10f %.10f\n", first, last);
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            u[i] = u[i] * 0.5 + i;
    }
    free(u);
    return 0;
}
