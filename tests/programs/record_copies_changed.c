// distributed: 34 44 47 50 55 58
// offloaded: 34 44 47 50 55
// Structures with arrays, handed over as copies that the function changes; and addresses that were integers for a while.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct sample {
    int n;
    int v[4];
    double *scale;
};
static struct sample g[40];
static double scales[40];
static int a[160], b[40];

static int raised(struct sample s)
{
    s.v[0] += 9;
    return s.v[0] + s.v[1] + s.n;
}

static int cleared(struct sample s)
{
    memset(s.v, 0, sizeof s.v);
    return s.v[2] + s.n;
}

static void stretch(struct sample s, double by) { s.scale[0] *= by; }

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        g[i].n = i;
        g[i].v[0] = 2 * i;
        g[i].v[1] = 3;
        g[i].v[2] = 5;
        scales[i] = 1;
    }
    for (int i = 0; i < 40; i++)
        g[i].scale = &scales[i];
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        b[i] = raised(g[i / 2]);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        b[i] += raised(g[i * 7 % 40]) + cleared(g[39 - i]);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        stretch(g[i], i);
    for (int i = 0; i < 40; i += 3)
        printf("%d %d %d %g\n", b[i], g[i].v[0], g[i].v[2], scales[i]);
#pragma hydra parallel for
    for (int i = 0; i < 160; i++)
        a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        int t[4];
        uintptr_t at = (uintptr_t)(a + 4 * (39 - i));
        memcpy(t, (void *)at, sizeof t);
        b[i] = t[0] + t[3];
    }
    for (int i = 0; i < 40; i++)
        printf("%d ", b[i]);
    puts("");
    return 0;
}
