// args: 15
// distributed: 12 16
// offloaded: 12 16
#include <stdio.h>
#include <stdlib.h>
/* mirror the upper triangle of a symmetric matrix into the lower one */
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 5;
    double (*m)[n] = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = -1;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            m[i][j] = (i + 1) * 0.5 + j * j;
    #pragma hydra parallel for
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            m[i][j] = m[j][i];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) printf("%g ", m[i][j]);
        putchar('\n');
    }
    free(m);
    return 0;
}
