// distributed: 20 25
// offloaded: 20 25
/* A handle as C libraries have it, a pointer to a struct without a name, which functions get in loops' bodies. */
/* gcc: -Wall -Wextra -Werror */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double v;
    int k;
} *handle;

static double get(handle h, int i) { return h[i].v + h[i].k; }

int main(void)
{
    handle h = calloc(40, sizeof *h);
    static double out[40];
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        h[i].v = i * 0.5;
        h[i].k = i % 3;
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        out[i] = get(h, 39 - i);
    for (int i = 0; i < 40; i++)
        printf("%g ", out[i]);
    puts("");
    free(h);
    return 0;
}
