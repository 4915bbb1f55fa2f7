/* The twin of t15.cmaps. */
#include <stdio.h>
typedef struct { double c[3]; int n; } poly;
static double X[15], Y[15];

static double eval(const double *c, double x) { return c[0] + x * (c[1] + x * c[2]); }
static void evalAll(double *c, double m[2][2], poly p, int *hist, double ends[2][2]) {
    double k[3];
    int total = hist[0] + hist[1];
    for (int q = 0; q < 3; q++) k[q] = c[2 - q] + total;
    for (int i = 0; i < 15; i++) Y[i] = eval(c, X[i]);
    for (int i = 0; i < 15; i += 2) Y[i] = eval(k, X[i]);
    for (int i = 1; i < 15; i += 3) Y[i] = m[0][0] * X[i] + m[0][1] * X[i - 1] + m[1][0] - m[1][1];
    for (int i = 2; i < 15; i += 4) { double s = 0; for (int q = p.n - 1; q >= 0; q--) s = s * (c[1] + i) + p.c[q]; Y[i] = s; }
    hist[0] = hist[1] = 0;
    for (int i = 0; i < 15; i++) hist[Y[i] <= 0]++;
    ends[0][0] = Y[0];
    ends[0][1] = Y[14];
    for (int q = 0; q < 2; q++) ends[1][q] = ends[0][1 - q] * hist[q];
}
int main(void) {
    double ends[2][2], c[3] = {1, -2, 0.5}, m[2][2] = {{0.5, 1}, {2, 3}};
    int hist[2] = {2, 1};
    poly p = {{1, 2, 3}, 3};
    for (int i = 0; i < 15; i++) X[i] = (i * 4 % 11) - 4.5;
    for (int t = 1; t <= 3; t++) {
        c[t % 3] += 0.25 * t;
        m[t / 2][1] = t;
        evalAll(c, m, p, hist, ends);
        p.c[1] += ends[1][0];
        p.n = t % 2 + 2;
    }
    for (int i = 0; i < 15; i++) printf("%.17g\n", Y[i]);
    printf("%d %d %.17g %.17g %.17g %.17g %.17g %d\n", hist[0], hist[1], ends[0][0], ends[0][1], ends[1][0], ends[1][1], p.c[1], p.n);
    return 0;
}
