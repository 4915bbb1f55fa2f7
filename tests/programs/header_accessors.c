// distributed: 37 40 45 48 54 57
// offloaded: 37 40 45 54 57
/* Bounds of parallel loops that functions give: members of structs by their address, lengths of texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dims {
    int rows, cols;
    double spacing;
};
struct grid {
    struct dims d;
    int halo;
    double* at;
};
struct stack {
    int used;
    int items[40];
};

static int rows(const struct grid* g) { return g->d.rows; }
static int inner(struct grid* g) { return rows(g) - 2 * g->halo; }
static int size(const struct stack* s) { return s->used; }
static int first(const struct stack* s) { return s->items[0]; }

int main(void)
{
    struct grid g = {{34, 5, 0.5}, 2, NULL};
    struct stack s = {25, {3}};
    int counts[40];
    char text[64];
    g.at = malloc(g.d.rows * sizeof *g.at);

    /* Doubles are stored, and one of the struct's members is a double. */
#pragma hydra parallel for
    for (int i = 0; i < rows(&g); i++)
        g.at[i] = i * g.d.spacing;
#pragma hydra parallel for
    for (int i = 0; i < inner(&g); i++)
        g.at[i] += 3;

    /* ints are stored, as the bound is one. */
#pragma hydra parallel for
    for (int i = 0; i < size(&s); i++)
        counts[i] = i * 3 % 7;
#pragma hydra parallel for
    for (int i = 1; i < size(&s); i++)
        s.items[i] = counts[size(&s) - i];
    printf("%d\n", first(&s));

    /* A loop of the program's writes the text first. */
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        text[i] = i < 21 ? 'a' + i % 26 : 0;
#pragma hydra parallel for
    for (size_t i = 0; i < strlen(text); i++)
        counts[i] = text[i] - 'a';

    double sum = 0;
    long total = 0;
    for (int i = 0; i < g.d.rows; i++)
        sum += g.at[i] * i;
    for (int i = 0; i < s.used; i++)
        total += s.items[i] * (i + 1) + counts[i];
    printf("%g %ld\n", sum, total);
    free(g.at);
    return 0;
}
