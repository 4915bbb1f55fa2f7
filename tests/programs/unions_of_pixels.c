// distributed: 46 56 64 73 85
// offloaded: 46 56 64 85
// Pixels as unions, and parameters in a struct with arrays: by value, by pointer, firstprivate.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef union {
    float f[4];
    struct {
        float r, g, b, a;
    } c;
    unsigned u[4];
} px;
typedef struct {
    int n;
    double w[6];
    struct {
        double m[2][2];
        int k;
    } in;
} par;
static px img[16][12];
static par P;
static double field[64];
static px blend(px a, px b, float t) {
    px r;
    for (int k = 0; k < 4; k++)
        r.f[k] = a.f[k] * t + b.f[k] * (1 - t);
    return r;
}
static double poly(const par* p, double x) {
    double s = 0;
    for (int k = 0; k < p->n; k++)
        s = s * x + p->w[k];
    return s + p->in.m[1][0];
}
static par tweak(par q, int k) {
    q.w[k % q.n] += 1;
    q.in.m[1][0] *= 2;
    return q;
}
static void setup(par* p) {
    p->n = 6;
#pragma hydra parallel for
    for (int k = 0; k < 6; k++) {
        p->w[k] = k * 0.5;
        if (k < 4)
            p->in.m[k / 2][k % 2] = k;
    }
    p->in.k = 3;
}
int main(void) {
    setup(&P);
#pragma hydra parallel for
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 12; x++) {
            img[y][x].c.r = x;
            img[y][x].c.g = y;
            img[y][x].f[2] = x * y;
            img[y][x].u[3] = 0;
        }
#pragma hydra parallel for
    for (int y = 1; y < 15; y++)
        for (int x = 0; x < 12; x++) {
            px t = blend(img[y][x], img[y][(x + 1) % 12], 0.25f);
            img[y][x].c.a = t.c.r + t.f[1];
        }
    printf("%g %g %d %d\n", img[3][4].f[3], img[14][11].c.a, P.n, P.in.k);
    par R = tweak(P, 2), S = P;
    S.w[0] = 9;
#pragma hydra parallel for firstprivate(R, S)
    for (int i = 0; i < 64; i++) {
        R.w[0] = i;
        field[i] = poly(&R, 0.5) + poly(&S, i * 0.01) + tweak(P, i).w[i % 6] + P.in.k;
    }
    double t = 0;
    for (int i = 0; i < 64; i++)
        t += field[i] * (i + 1);
    printf("%.6f\n", t);
    P.w[3] = poly(&P, 2);
    P.in.m[1][0] = field[63];
    P.n = 5;
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        field[i] = poly(&P, i * 0.1) - field[i];
    t = 0;
    for (int i = 0; i < 64; i++)
        t += field[i] * (i + 1);
    printf("%.4f %g %g\n", t, P.w[3], P.in.m[1][0]);
    px* row = img[7];
    float mx = -1;
    for (int x = 0; x < 12; x++)
        if (row[x].c.a > mx)
            mx = row[x].c.a;
    printf("%g\n", mx);
    px all[3] = {img[1][1], img[14][3], img[8][8]};
    printf("%g %g %g\n", all[0].f[3], all[1].c.a, all[2].f[2]);
    return 0;
}
