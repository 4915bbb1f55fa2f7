/* The twin of t12.cmaps. */
#include <math.h>
#include <stdio.h>
static int A[11], trace = 1;
static void log10s(int t, int *r) { *r = *r * 7 % 100003 + t; }

static void loops(int b, int e, int s) {
    for (int t = b; s > 0 ? t <= e : t >= e; t += s) { for (int i = 0; i < 11; i++) log10s(t * 3 + i, &A[i]); trace = trace * 3 % 10007 + t; }
    for (int t = 9; t >= 2; t -= 3) trace = trace * 3 % 10007 + t;
    trace += 3;
    for (int t = 0; t <= 4; t++) trace += t;
    trace += 100;
    for (int i = 1; i <= 5; i++) {
        for (int j = i; j >= 1; j--) { if (j == 2 && i > 3) break; trace = trace * 5 % 10007 + j; }
        if (i == 4) { trace++; break; }
        trace += i;
    }
    for (int k = 0; k <= 20; k++) {
        for (int q = 0; q < 5; q++) {
            int w = 0;
            while (1) { w++; if (w > 3) break; if (w == 2) continue; if (k * 10 + q == 23 && w == 3) goto out; trace = (trace + w * q) % 10007; }
        }
        do { trace++; } while (trace % 4);
    }
out:
    for (int q = 0; q < 3; q++) for (int z = q; z <= 10; z += q + 2) { if (z > 6) break; for (int i = 0; i <= z / 4; i++) log10s(z, &A[i]); }
    if (s < 0) return;
    trace += 5000;
    while (1) { trace--; if (trace < 100) break; }
}
int main(void) {
    double X[12] = {1}, Y[12], left = 0;
    int steps = 0;
    loops(2, 11, 3); printf("%d\n", trace);
    loops(7, -4, -2); printf("%d\n", trace);
    loops(7, -4, 2); printf("%d\n", trace);
    for (int i = 0; i < 11; i++) printf("%d\n", A[i]);
    for (int t = 1; t <= 10000; t++) {
        for (int i = 1; i < 11; i++) Y[i] = (X[i - 1] + X[i + 1]) / 2;
        left = 0;
        for (int i = 1; i < 11; i++) left = fmax(left, fabs(X[i] - Y[i]));
        for (int i = 1; i < 11; i++) X[i] = Y[i];
        steps = t;
        if (left < 1e-4) break;
    }
    printf("%d %.17g\n", steps, left);
    for (int i = 0; i < 12; i++) printf("%.17g\n", X[i]);
    return 0;
}
