// distributed: 28 32 40 48 56
// offloaded: 28 32 40
/* Settings that are 0 stand for a default: `setting ?: fallback` (GNU C). The value of the condition is converted like
   the other arm, so a setting below 0 becomes a large number beside an unsigned default. */
#include <stdio.h>

struct channel {
    unsigned gain : 3;
    int offset;
};

static int weight[96], mixed[96], seen[32][96];

static void report(const char *what)
{
    unsigned hash = 0;
    for (int i = 0; i < 96; i++)
        hash = hash * 31 + (unsigned)mixed[i];
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 96; j++)
            hash = hash * 31 + (unsigned)seen[i][j];
    printf("%-8s %u\n", what, hash);
}

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 96; i++)
        weight[i] = i * i % 61 + 1;

#pragma hydra parallel for
    for (int i = 0; i < 32; i++) {
        int level = i - 5;
        mixed[i] = weight[(level ?: 1u) / 100000000u];
        seen[i][(level ?: 1u) / 100000000u] = i;
    }
    report("unsigned");

#pragma hydra parallel for
    for (int i = 0; i < 32; i++) {
        signed char level = (signed char)(i - 16);
        mixed[i] += weight[((level ?: 7UL) >> 58) + i % 3];
        seen[i][(level ?: 3L) + 20] += 2;
    }
    report("long");

#pragma hydra parallel for
    for (int i = 0; i < 32; i++) {
        struct channel c = {(unsigned)i % 4, i - 3};
        mixed[i] += weight[(c.gain ?: -8) / 2 + 4];
        seen[i][(c.offset ?: 5) + 40] += 3;
    }
    report("fields");

#pragma hydra parallel for
    for (int i = 0; i < 32; i++) {
        int *chosen = (i % 2 ? &weight[i] : 0) ?: weight + 64;
        mixed[i] += *chosen + ((i > 20) ?: -1) * 2;
        seen[i][((i > 20) ?: 9u) + 30] += 4;
    }
    report("others");
    return 0;
}
