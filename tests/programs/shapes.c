// args: 9 14
// distributed: 12 14 16 21
// offloaded: 12 14 16 21
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    int n = argc > 2 ? atoi(argv[1]) : 2;
    int m = argc > 2 ? atoi(argv[2]) : 3;
    double line[n], *wide = malloc(sizeof(double) * n * m), (*tall)[n] = malloc(sizeof(double) * m * n);
    float cube[3][n][2];
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) { line[i] = i; for (int j = 0; j < m; j++) wide[i*m+j] = i - j; }
    #pragma hydra parallel for
    for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) tall[j][i] = wide[i*m+j] * line[i];
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) { cube[k][i][0] = tall[k][i]; cube[k][i][1] = line[n-1-i]; }
    }
    double s = 0;
    #pragma hydra parallel for reduction(+:s)
    for (int k = 0; k < 3; k++) for (int i = 0; i < n; i++) s += cube[k][i][0] + 2 * cube[k][i][1];
    printf("%.10g\n", s);
    for (int j = 0; j < m; j++) { for (int i = 0; i < n; i++) printf("%g ", tall[j][i]); printf("\n"); }
    for (int i = 0; i < n; i++) printf("%g %g %g\n", cube[0][i][0], cube[1][i][1], cube[2][i][0]);
    free(wide); free(tall);
    return 0;
}
