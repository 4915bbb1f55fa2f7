/* The twin of t25.cmaps. */
#include <math.h>
#include <stdio.h>
static int visits;
static void smooth(int n, double *U, double *F, int times) {
    for (int t = 1; t <= times; t++) {
        for (int i = 1; i < n - 1; i += 2) U[i] = (U[i - 1] + U[i + 1] + F[i]) / 2;
        for (int i = 2; i < n - 1; i += 2) U[i] = (U[i - 1] + U[i + 1] + F[i]) / 2;
    }
}
static void cycle(int n, double *U, double *F, int depth) {
    visits++;
    if (n <= 3 || depth == 0) { smooth(n, U, F, 4); return; }
    double R[n], C[n / 2 + 1], E[n / 2 + 1];
    for (int i = 0; i <= n / 2; i++) C[i] = E[i] = 0;
    smooth(n, U, F, 2);
    for (int i = 1; i < n - 1; i++) R[i] = F[i] - (2 * U[i] - U[i - 1] - U[i + 1]);
    for (int i = 1; i < n / 2; i++) C[i] = R[2 * i - 1] + 2 * R[2 * i] + R[2 * i + 1];
    for (int k = 0; k < 2; k++) cycle(n / 2 + 1, E, C, depth - 1);
    for (int i = 1; i < n - 1; i++) if (i % 2) U[i] += (E[i / 2] + E[(i + 1) / 2]) / 2; else U[i] += E[i / 2];
    smooth(n, U, F, 2);
}
int main(void) {
    static double U[65], F[65], norm;
    int cycles = 0;
    for (int i = 0; i < 65; i++) F[i] = (i % 9 - 4) / 64.0;
    U[64] = 1;
    for (int t = 1; t <= 50; t++) {
        norm = 0;
        for (int i = 1; i < 64; i++) norm = fmax(norm, fabs(F[i] - (2 * U[i] - U[i - 1] - U[i + 1])));
        if (norm < 1e-6) break;
        cycle(65, U, F, 10);
        cycles++;
    }
    printf("%d %d %.17g\n", cycles, visits, norm);
    for (int i = 0; i < 65; i++) printf("%.17g\n", U[i]);
    return 0;
}
