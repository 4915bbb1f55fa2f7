/* The twin of t27.cmaps. */
#include <math.h>
#include <stdio.h>
typedef struct { double p[3], v[3], m; } body;
static double dist2(const double a[3], const double b[3]) {
    double s = 0.01;
    for (int k = 0; k < 3; k++) s += (a[k] - b[k]) * (a[k] - b[k]);
    return s;
}
int main(void) {
    body B[11];
    float F[11][3];
    double total = 0, dt = 0.125;
    for (int i = 0; i < 11; i++) {
        B[i].m = 1 + i % 3;
        total += B[i].m;
        for (int k = 0; k < 3; k++) { B[i].p[k] = (i * (k + 3) % 7) - 3; B[i].v[k] = 0; }
    }
    for (int t = 1; t <= 5; t++) {
        for (int i = 0; i < 11; i++) {
            double s[3] = {0, 0, 0};
            for (int j = 0; j < 11; j++) {
                if (j == i) continue;
                const double d = dist2(B[j].p, B[i].p), w = B[j].m / (d * sqrt(d));
                for (int k = 0; k < 3; k++) s[k] += w * (B[j].p[k] - B[i].p[k]);
            }
            for (int k = 0; k < 3; k++) F[i][k] = (float)s[k];
        }
        for (int i = 0; i < 11; i++) for (int k = 0; k < 3; k++) { B[i].v[k] += F[i][k] * (t == 1 ? dt / 2 : dt); B[i].p[k] += B[i].v[k] * (t == 1 ? dt / 2 : dt); }
    }
    for (int i = 0; i < 11; i++) printf("%.17g %.17g %.17g %.17g\n", B[i].p[0], B[i].p[1], B[i].p[2], B[i].v[1]);
    printf("%g %g\n", total * 100 + 11, 3.0);
    return 0;
}
