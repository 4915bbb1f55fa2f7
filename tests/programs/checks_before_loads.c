// A check that ends the program stands before the pointer that it checks: so it does with any number of ranks.
#include <stdio.h>
#include <stdlib.h>

struct part {
    int n;
    int v[30];
};
struct model {
    struct part *p;
    int k;
};
static int b[40];

static void fill(const struct model *m)
{
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        if (!m->p) {
            fprintf(stderr, "no parts\n");
            exit(2);
        }
        for (int j = 0; j < m->p->n; j++)
            b[i] += j + m->p->v[j];
    }
}

int main(void)
{
    struct model *m = calloc(1, sizeof *m);
    m->p = calloc(1, sizeof *m->p);
    m->p->n = 7;
    fill(m);
    printf("%d %d\n", b[0], b[39]);
    fflush(stdout);
    m->p = NULL;
    fill(m);
    return 0;
}
