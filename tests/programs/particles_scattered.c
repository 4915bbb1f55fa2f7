// distributed: 14 17
// offloaded: 14 17
/* Particles that are moved behind the look at what acts on them: first they are anywhere, so that ranks need nearly all of
   the field, then they stay where they are, then few of them look at all. */
#include <stdio.h>
#include <stdlib.h>

#define N 3000
#define M 2500

static double act(int *pos, double *v, double *field, int t, int spread)
{
#pragma hydra parallel for
    for (int j = 0; j < M; j++)
        field[j] = (j * 7 + t) % 13 * 0.5;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double force = field[pos[i]];
        v[i] = v[i] * 0.5 + force;
        pos[i] = (int)((pos[i] * (spread ? 48271L : 1L) + (int)(v[i] * 8) % 3 * spread + spread * i) % M);
    }
    return v[(t * 37) % N];
}

int main(void)
{
    int *pos = malloc(N * sizeof *pos);
    double *v = calloc(N, sizeof *v), *field = malloc(M * sizeof *field);
    unsigned s = 1;
    for (int i = 0; i < N; i++) {
        s = s * 1103515245u + 12345u;
        pos[i] = (int)((s >> 8) % M);
    }
    for (int t = 0; t < 18; t++)
        printf("%g ", act(pos, v, field, t, 1));
    for (int i = 0; i < N; i++)
        pos[i] = i * 5 / 6;
    for (int t = 0; t < 18; t++)
        printf("%g ", act(pos, v, field, t, 0));
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (i % 7) + pos[i];
    printf("\n%.17g\n", sum);
    return 0;
}
