// bench: 1000000 6000000
// quick: 1000 5000
/* k-mers of a reference in a hash table with chains, built serially; reads are looked up in parallel, and hits are
   summed by the chain's length. */
#include <stdio.h>
#include <stdlib.h>

struct entry {
    unsigned long key;
    int place, next;
};

struct table {
    unsigned mask;
    int used, *bucket;
    struct entry *entry;
};

static unsigned hash(unsigned long key)
{
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9ul;
    return (unsigned)(key >> 32);
}

static void add(struct table *t, unsigned long key, int place)
{
    unsigned b = hash(key) & t->mask;
    for (int e = t->bucket[b]; e >= 0; e = t->entry[e].next)
        if (t->entry[e].key == key)
            return;
    t->entry[t->used] = (struct entry){key, place, t->bucket[b]};
    t->bucket[b] = t->used++;
}

static int find(const struct table *t, unsigned long key, int *steps)
{
    for (int e = t->bucket[hash(key) & t->mask]; e >= 0; e = t->entry[e].next) {
        ++*steps;
        if (t->entry[e].key == key)
            return t->entry[e].place;
    }
    return -1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10000, m = argc > 2 ? atoi(argv[2]) : 50000, size = 1;
    while (size < n)
        size *= 2;
    struct table t = {size - 1, 0, malloc(size * sizeof(int)), malloc(n * sizeof(struct entry))};
    unsigned long *query = malloc(m * sizeof *query), r = 1, window = 0;
    int *where = malloc(m * sizeof *where);
    long found = 0, walked = 0;
    for (int b = 0; b < size; b++)
        t.bucket[b] = -1;
    for (int i = 0; i < n + 16; i++) {
        r = r * 6364136223846793005ul + 1442695040888963407ul;
        window = (window << 2 | r >> 62) & 0xfffffffful;
        if (i >= 16)
            add(&t, window, i);
        if (i >= 16 && i - 16 < m)
            query[i - 16] = window;
    }
    for (int i = n; i < m; i++)
        query[i] = i % 3 ? query[(i * 7919L) % n] : query[i % n] ^ 5;
    #pragma hydra parallel for reduction(+:found, walked)
    for (int i = 0; i < m; i++) {
        int steps = 0;
        where[i] = find(&t, query[i], &steps);
        found += where[i] >= 0;
        walked += steps;
    }
    long sum = 0;
    #pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < m; i++)
        sum += where[i] % 1000;
    printf("%d entries, %ld found, %ld steps, %ld\n", t.used, found, walked, sum);
    return 0;
}
