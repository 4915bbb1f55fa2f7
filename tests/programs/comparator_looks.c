// distributed: 31 43
// offloaded: 31 43
// Serial code stores elements before and behind calls of qsort and bsearch, whose comparators look at the array.
#include <stdio.h>
#include <stdlib.h>

enum { N = 50 };
struct record {
    double k;
    int id;
};
static double key[N];
static struct record records[N];

static int by_key(const void *a, const void *b) {
    double x = key[*(const int *)a], y = key[*(const int *)b];
    return x < y ? -1 : x > y ? 1 : *(const int *)a - *(const int *)b;
}

static int by_record(const void *a, const void *b) {
    const struct record *x = a, *y = b;
    if (x->k != y->k)
        return x->k < y->k ? -1 : 1;
    return key[x->id] < key[y->id] ? -1 : key[x->id] > key[y->id];
}

int main(void) {
    int index[N];
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            key[i] = (i * 37 + t) % 100 + 0.5;
            index[i] = i;
            records[i].k = i % 5;
            records[i].id = (i * 3) % N;
        }
        key[5] = 99.7;
        qsort(index, N, sizeof index[0], by_key);
        key[31] = -4;
        for (int i = 0; i < N; i += 7)
            printf("%d ", index[i]);
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            key[i] = index[i] * 2 % 31 + i * 0.01;
        qsort(records, N, sizeof records[0], by_record);
        key[0] = records[3].id;
        struct record wanted = {2, 5};
        printf("%d %g %d\n", index[7], key[49],
               bsearch(&wanted, records, N, sizeof wanted, by_record) != NULL);
    }
    return 0;
}
