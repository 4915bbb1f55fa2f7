// distributed: 38 42 51 60 72 81
// offloaded: 38
/* Readings go round a ring of eight slots. The cursor's counters are bit-fields and wrap by themselves, so what an
   assignment to one of them is worth is not what was assigned. */
#include <stdio.h>

struct cursor {
    unsigned slot : 3;
    int phase : 5;
    unsigned lap : 13;
};

#define READINGS 48

static double ring[64], heard[READINGS];
static int hits[READINGS][64];

static int advance(struct cursor *c, int by)
{
    return c->slot += by;
}

static void report(const char *what)
{
    double sum = 0;
    long at = 0;
    for (int i = 0; i < READINGS; i++) {
        sum += heard[i] * (i + 1);
        for (int j = 0; j < 64; j++)
            at += (long)hits[i][j] * (i * 64 + j);
    }
    printf("%-10s %.3f %ld\n", what, sum, at);
}

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 64; i++)
        ring[i] = i * i % 57 + 0.5;

#pragma hydra parallel for
    for (int i = 0; i < READINGS; i++) {
        struct cursor c = {0};
        int at = (c.slot = i + 9);
        heard[i] = ring[at];
        hits[i][c.slot = i + 3] += 1;
    }
    report("assigned");

#pragma hydra parallel for
    for (int i = 0; i < READINGS; i++) {
        struct cursor c = {.slot = i};
        int at = c.slot += 5;
        heard[i] += ring[at] + ring[c.lap = i];
        hits[i][at] += 2;
    }
    report("added");

#pragma hydra parallel for
    for (int i = 0; i < READINGS; i++) {
        struct cursor c;
        c.slot = i % 8;
        int next = ++c.slot;
        int same = c.slot++;
        int back = --c.slot;
        heard[i] += ring[next] - ring[same + 8] + ring[back + 16];
        hits[i][next] += 3;
    }
    report("stepped");

#pragma hydra parallel for
    for (int i = 0; i < READINGS; i++) {
        struct cursor c = {0};
        int phase = (c.phase = i), both = c.slot = c.phase = i;
        heard[i] += ring[phase + 16] + ring[both];
        hits[i][phase + 16] += 4;
    }
    report("signed");

#pragma hydra parallel for
    for (int i = 0; i < READINGS; i++) {
        struct cursor c = {0};
        int at = advance(&c, i + 2);
        heard[i] += ring[at + advance(&c, 7)];
        hits[i][at] += 5;
    }
    report("advanced");
    return 0;
}
