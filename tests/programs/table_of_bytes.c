// distributed: 23 41 45 48 61 66
// offloaded: 23 41 48 61 66
// Tables of bytes behind other members, so that their rows begin between the rows that are counted from the record's
// beginning; looked up by what pixels hold.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef union {
    struct {
        uint8_t r, g, b, a;
    };
    uint32_t v;
} pixel;
typedef struct {
    long total;
    double share[3][256];
    uint8_t value[3][256];
} tables;

static void map(const pixel *in, pixel *out, const tables *t, int n) {
#pragma hydra parallel for
    for (int k = 0; k < n; k++) {
        out[k].r = t->value[0][in[k].r];
        out[k].g = t->value[1][in[k].g];
        out[k].b = t->value[2][in[k].b];
        out[k].a = in[k].a;
    }
}

struct counted {
    int kinds, table[3][40];
};

// Stores and loads where a permutation leads.
static void scatter(struct counted *c) {
    int place[40], back[40];
    for (int k = 0; k < 40; k++)
        place[k] = k * 7 % 40;
#pragma hydra parallel for
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 40; k++)
            c->table[r][k] = 100 * r + k;
#pragma hydra parallel for
    for (int k = 0; k < 40; k++)
        c->table[2][place[k]] = k;
#pragma hydra parallel for
    for (int k = 0; k < 40; k++)
        back[k] = c->table[2][place[k]] + c->table[1][39 - place[k]] + c->kinds;
    printf("%d %d %d\n", back[0], back[17], back[39]);
}

int main(void) {
    enum { N = 600 };
    struct counted *c = calloc(1, sizeof *c);
    scatter(c);
    free(c);
    pixel *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
    static tables t;
#pragma hydra parallel for
    for (int k = 0; k < N; k++) {
        pixel p = {{k, k * 7, k * 13 ^ k, 255}};
        a[k] = p;
    }
#pragma hydra parallel for
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 256; k++) {
            t.share[c][k] = k / 256.0;
            t.value[c][k] = 255 - k + c;
        }
    map(a, b, &t, N);
    uint32_t sum = 0;
    for (int k = 0; k < N; k++)
        sum += b[k].v * (2u * k + 1);
    printf("%u %g\n", sum, t.share[2][255]);
    free(a);
    free(b);
    return 0;
}
