// args: 53 9
// distributed: 18
// offloaded: 18
#include <stdio.h>
#include <stdlib.h>

/* three-point smoothing of a rod, pointers change roles */
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[2]), t, i;
    double *cur = malloc(n * sizeof *cur), *nxt = malloc(n * sizeof *nxt), *tmp;
    (void)argc;

    for (i = 0; i < n; i++)
        cur[i] = nxt[i] = (i * 37) % 101;
    for (t = 0; t < steps; t++) {
#pragma hydra parallel for
        for (i = 1; i < n - 1; i++)
            nxt[i] = (cur[i - 1] + 2 * cur[i] + cur[i + 1]) / 4;
        tmp = cur;
        cur = nxt;
        nxt = tmp;
    }
    for (i = 0; i < n; i++)
        printf("%.17g\n", cur[i]);
    free(cur);
    free(nxt);
    return 0;
}
