// distributed: 57 69 76 79 85 92 106 112 118
// offloaded: 76 79 85 106 112 118
// Texts that do not fill their places: rows of a local table, members of records that helpers build on their stacks,
// records with padding, sorted and permuted. Nobody has written what lies behind the ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char key[8];
    int value;
} entry;

struct part {
    double x;
    int kind;
    char name[6];
};

struct cell {
    int count;
    struct part parts[4];
};

static struct part made[92];
static struct cell cells[23];

static void litter(int with) {
    volatile char stack[6000];
    for (int i = 0; i < 6000; i++)
        stack[i] = (char)(with + i % 3);
}

static struct part make(int i, int kind) {
    struct part fresh;
    fresh.x = i + kind;
    fresh.kind = kind;
    fresh.name[0] = 'a';
    fresh.name[1] = 0;
    return fresh;
}

static void put(struct cell *c, const struct part *p) {
    if (c->count < 4)
        c->parts[c->count++] = *p;
}

static int by_value(const void *a, const void *b) {
    int x = ((const entry *)a)->value, y = ((const entry *)b)->value;
    return (x > y) - (x < y);
}

static void rows(int with) {
    char line[20][24];
    litter(with);
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        snprintf(line[i], sizeof line[i], "row %d", i * i);
    for (int i = 0; i < 20; i++)
        printf("%s|", line[i]);
    puts("");
}

static void entries(void) {
    enum { N = 48 };
    entry r[N], s[N];
    int place[N], inverse[N], rank[N];
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        place[i] = (i * 11 + 7) % N;
        snprintf(r[i].key, sizeof r[i].key, "k%d", i);
        r[i].value = (i * 31) % 53;
    }
    place[0] ^= 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        inverse[place[i]] = i;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        s[inverse[i]] = r[i];
    for (int i = 0; i < N; i += 5)
        printf("%s:%d ", s[i].key, s[i].value);
    puts("");
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int c = 0;
        for (int j = 0; j < N; j++)
            c += r[j].value < r[i].value || (r[j].value == r[i].value && j < i);
        rank[i] = c;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        s[rank[i]].value = r[i].value;
        strcpy(s[rank[i]].key, r[i].key);
    }
    qsort(r, N, sizeof *r, by_value);
    printf("%s %s %d\n", r[5].key, s[5].key, inverse[3]);
}

int main(void) {
    rows(3);
    rows(40);
    litter(9);
    entries();
#pragma hydra parallel for
    for (int i = 0; i < 92; i++) {
        struct part t = make(i, 2);
        made[i] = t;
    }
    printf("%g %s\n", made[4].x, made[4].name);
#pragma hydra parallel for
    for (int i = 0; i < 92; i++) {
        struct part t = {i, 3, "abc"};
        made[i] = t;
    }
    printf("%g %s\n", made[90].x, made[90].name);
#pragma hydra parallel for
    for (int i = 0; i < 23; i++) {
        cells[i].count = 0;
        for (int k = 0; k < i % 5; k++) {
            struct part t = {i, k, "part"};
            put(&cells[i], &t);
        }
    }
    printf("%g %s\n", cells[4].parts[2].x, cells[4].parts[1].name);
    return 0;
}
