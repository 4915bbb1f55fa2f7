// distributed: 27 32
/* Serial code that looks behind a pointer only where another one is none: what the transfers in front of it load must not
 * be looked at before. */
#include <stdio.h>
#include <stdlib.h>

struct leaf {
    unsigned flags;
    int weight;
};
struct cell {
    struct leaf *leaf;
    long kind;
};

static int marked(const struct cell *c) { return c && c->leaf && !(c->leaf->flags & 8); }
static int heavy(const struct cell *c, int least) { return c == NULL || c->leaf == NULL ? -1 : c->leaf->weight > least; }

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100, count = 0;
    struct cell *cells = calloc(n, sizeof *cells);
    struct leaf *leaves = calloc(n, sizeof *leaves);
    for (int i = 0; i < n; i++)
        cells[i].leaf = i % 3 ? leaves + i : NULL;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        leaves[i].flags = i % 5 ? 8 : 1;
        leaves[i].weight = i;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        cells[i].kind = i % 4;
    for (int i = 0; i < n; i++)
        count += marked(i % 2 ? cells + i : NULL);
    for (int i = 0; i < n; i++) {
        const struct cell *c = i % 2 ? cells + i : NULL;
        if (c && c->leaf && c->leaf->weight > 7 && c->kind == 3)
            count += 1000;
        count += heavy(c, n / 2);
    }
    printf("%d\n", count);
    return 0;
}
