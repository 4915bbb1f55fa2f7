// gcc: -isystem {here}/installed
// distributed: 15 23 31
// Functions of a library's header touch arrays that ranks share out: what they touch, their calls touch.
#include <fill.h>
#include <stdio.h>
#include <stdlib.h>

#define N 5000

int main(void) {
    double *a = malloc(N * sizeof *a);
    const fill_box box = {a, N};
    double sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i % 91;

    double *b = fill_taken(a, sizeof *a, N / 4, 3, 3);
    printf("%g %g\n", fill_sum(a, N), fill_sum(b, N / 4));
    fill_box changed = box;
    fill_add(&changed, 0.5);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 2 + (i < N / 4 ? b[i] : 0);

    *fill_place(&box, 77) += 1000;
    *fill_place(&box, N - 1) = *fill_place(&box, 77);
    fill_add(&changed, 0.25);
    double *c = malloc(N * sizeof *c);
#pragma hydra parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        c[i] = a[N - 1 - i];
        sum += fill_sum(a + i, 1) * (i % 5);
    }
    printf("%g %g %g %g\n", sum, c[0], a[77], fill_sum(c, N));
    free(c);
    free(b);
    free(a);
    return 0;
}
