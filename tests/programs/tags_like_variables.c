// distributed: 25 28
// offloaded: 28
// Variables that are called like their tags, in loops whose subscripts are looked up in them.
#include <stdio.h>

struct mesh {
    int n;
    int map[64];
};

static double a[64], b[64];
static struct mesh fine;
static void *other = &fine;

int main(void)
{
    struct mesh mesh;
    mesh.n = 64;
    for (int i = 0; i < 64; i++) {
        mesh.map[i] = (i * 7 + 3) % 64;
        fine.map[i] = 63 - i;
        b[i] = 2 * i;
    }
#pragma hydra parallel for
    for (int i = 0; i < mesh.n; i++)
        a[i] = b[(mesh.map[i] + (int)sizeof(struct mesh) + "a mesh"[i % 6]) % 64];
#pragma hydra parallel for
    for (int i = 0; i < mesh.n; i++)
        a[i] += b[mesh.map[((struct mesh *)other)->map[i]]];
    double t = 0;
    for (int i = 0; i < 64; i++)
        t += a[i] * i;
    printf("%g\n", t);
    return 0;
}
