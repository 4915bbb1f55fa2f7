// distributed: 27 41 66
// offloaded: 14 41 48
// Writes whose bounds are too wide although no two iterations meet: which of two places an iteration writes depends on
// data, blocks are cut by hand with a remainder, butterflies with a run-time distance, packed triangles, and a row that
// is chosen by a run-time remainder.
#include <stdio.h>
#include <stdlib.h>

static int min(int a, int b) { return a < b ? a : b; }

static void blocks(double *x, int n, int parts) {
    int per = (n + parts - 1) / parts;
#pragma hydra parallel for
    for (int b = 0; b < parts; b++) {
        int lo = b * per, hi = min(lo + per, n);
        double sum = 0;
        for (int i = lo; i < hi; i++) {
            sum += x[i];
            x[i] = sum;
        }
    }
}

static void butterflies(double *re, double *im, int n) {
    for (int half = 1; half < n; half *= 2) {
#pragma hydra parallel for
        for (int k = 0; k < n / 2; k++) {
            int i = (k / half) * 2 * half + k % half;
            int j = i + half;
            double r = re[j] * 0.5 - im[j] * 0.25, m = re[j] * 0.25 + im[j] * 0.5;
            re[j] = re[i] - r;
            im[j] = im[i] - m;
            re[i] += r;
            im[i] += m;
        }
    }
}

static void triangle(double *packed, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            packed[i * (i + 1) / 2 + j] += i - 0.5 * j;
}

static void colours(double *a, int n, int colours, int colour) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = (i + colour) & (colours - 1); j < n; j += colours)
            a[i * n + j] = 0.5 * a[i * n + j] + colour;
}

int main(void) {
    int n = 64;
    double *x = malloc(n * sizeof *x), *y = malloc((2 * n + 2) * sizeof *y), *a = calloc(n * n, sizeof *a);
    double *packed = calloc(n * (n + 1) / 2, sizeof *packed);
    int *side = malloc(n * sizeof *side);
    for (int i = 0; i < n; i++) {
        x[i] = i % 7;
        side[i] = i % 3 == 0;
    }
    for (int i = 0; i < 2 * n + 2; i++)
        y[i] = i;
    for (int step = 0; step < 3; step++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            if (side[i])
                y[2 * i] += step;
            else
                y[2 * i + 1] += 2 * step;
            if (i > 0 && side[i - 1])
                y[2 * i - 1] = 0.5 * y[2 * i - 1] + x[i];
        }
        blocks(x, n, 5 + step);
        butterflies(x, y, n);
        triangle(packed, n);
        for (int c = 0; c < 4; c++)
            colours(a, n, 4, c);
        for (int i = 0; i < n; i++)
            x[i] = x[i] / 1024;
    }
    double s = 0, t = 0;
    for (int i = 0; i < n * n; i++)
        s += a[i] * (i % 11);
    for (int i = 0; i < n * (n + 1) / 2; i++)
        t += packed[i] * (i % 5);
    printf("%.12g %.12g %.12g %.12g\n", x[n / 3], y[n / 2], s, t);
    return 0;
}
