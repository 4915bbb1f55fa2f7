// bench: 1000 200
// quick: 60 10
/* The game of life on a torus whose rows are allocated one by one. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300, steps = argc > 2 ? atoi(argv[2]) : 30;
    unsigned char **now = malloc(n * sizeof *now), **next = malloc(n * sizeof *next);
    for (int i = 0; i < n; i++) {
        now[i] = malloc(n);
        next[i] = malloc(n);
        for (int j = 0; j < n; j++)
            now[i][j] = (i * 17 + j * 29 + i * j % 11) % 7 < 3;
    }
    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            const unsigned char *up = now[(i + n - 1) % n], *me = now[i], *down = now[(i + 1) % n];
            for (int j = 0; j < n; j++) {
                int l = j ? j - 1 : n - 1, r = j + 1 < n ? j + 1 : 0;
                int around = up[l] + up[j] + up[r] + me[l] + me[r] + down[l] + down[j] + down[r];
                next[i][j] = around == 3 || (around == 2 && me[j]);
            }
        }
        unsigned char **old = now;
        now = next;
        next = old;
    }
    long alive = 0;
    #pragma hydra parallel for reduction(+:alive)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            alive += now[i][j];
    printf("%ld alive\n", alive);
    return 0;
}
