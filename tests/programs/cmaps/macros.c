/* The twin of t16.cmaps. */
#include <stdio.h>
int main(void) {
    enum { n = 18 };
    double A[n], B[n];
    for (int i = 0; i < n; i++) A[i] = i * 5 % 7;
    for (int i = 0; i < n; i++) B[i] = A[i];
    for (int t = 1; t <= 4; t++) {
        double sum = 0;
        for (int i = 1; i < n - 1; i++) A[i] = (B[i - 1] + B[i + 1]) * 0.5;
        for (int i = 0; i < n; i++) B[i] = A[(i + n - 1) % n];
        for (int i = 0; i < n; i++) sum += B[i];
        if (sum > 60.0) break;
    }
    for (int i = 0; i < (n - 2) / 2; i++) A[i * 2 + 1] = B[i * 2 + 1];
    for (int i = 0; i < n; i++) printf("%.17g %.9g\n", A[i], (float)A[i]);
    return 0;
}
