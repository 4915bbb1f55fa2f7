// deals: block, cyclic
// distributed: 76 92
// offloaded: 76 92
/* Look-ups in a B+ tree, after Rodinia's "b+tree": the tree is flattened into an array of knodes with child indexes,
   and batches of point and range queries walk down from the root. */
#include <stdio.h>
#include <stdlib.h>

#define ORDER 8

typedef struct {
    int location;
    int indices[ORDER + 1];
    int keys[ORDER + 1];
    int is_leaf;
    int num_keys;
} knode;

typedef struct {
    int value;
} record;

static knode *knodes;
static int nodes;

/* builds the subtree over the sorted keys [lo, hi) bottom up and returns its number; `height` 0 is a leaf */
static int build(const int *keys, int lo, int hi, int height, int capacity)
{
    int me = nodes++;
    knode *k = &knodes[me];
    k->location = me;
    k->is_leaf = height == 0;
    k->num_keys = 0;
    if (height == 0) {
        for (int i = lo; i < hi; i++) {
            k->keys[k->num_keys] = keys[i];
            k->indices[k->num_keys] = i;
            k->num_keys++;
        }
        return me;
    }
    int below = capacity / ORDER;
    for (int at = lo; at < hi; at += below) {
        int end = at + below < hi ? at + below : hi;
        int child = build(keys, at, end, height - 1, below);
        knodes[me].keys[knodes[me].num_keys] = keys[at];
        knodes[me].indices[knodes[me].num_keys] = child;
        knodes[me].num_keys++;
    }
    return me;
}

int main(void)
{
    int n = 400, queries = 150;
    int *keys = malloc(n * sizeof(int)), *query = malloc(queries * sizeof(int)), *ans = malloc(queries * sizeof(int));
    int *start = malloc(queries * sizeof(int)), *range_start = malloc(queries * sizeof(int));
    int *range_length = malloc(queries * sizeof(int));
    record *records = malloc(n * sizeof(record));
    knodes = malloc(100 * sizeof(knode));

    for (int i = 0; i < n; i++) {
        keys[i] = 3 * i + i % 3;
        records[i].value = 1000 + (i * 77) % 991;
    }
    int height = 0, capacity = ORDER;
    while (capacity < n)
        capacity *= ORDER, height++;
    int root = build(keys, 0, n, height, capacity);
    for (int q = 0; q < queries; q++) {
        query[q] = (q * 37) % (3 * n);
        start[q] = (q * 91) % (3 * n - 60);
    }

    #pragma hydra parallel for
    for (int q = 0; q < queries; q++) {
        int node = root;
        while (!knodes[node].is_leaf) {
            int next = 0;
            for (int i = 0; i < knodes[node].num_keys; i++)
                if (knodes[node].keys[i] <= query[q])
                    next = i;
            node = knodes[node].indices[next];
        }
        ans[q] = -1;
        for (int i = 0; i < knodes[node].num_keys; i++)
            if (knodes[node].keys[i] == query[q])
                ans[q] = records[knodes[node].indices[i]].value;
    }

    #pragma hydra parallel for
    for (int q = 0; q < queries; q++) {
        int bound[2] = {start[q], start[q] + 40}, at[2];
        for (int side = 0; side < 2; side++) {
            int node = root;
            for (int level = 0; level < height; level++) {
                int i = 0;
                while (i + 1 < knodes[node].num_keys && knodes[node].keys[i + 1] <= bound[side])
                    i++;
                node = knodes[node].indices[i];
            }
            int i = 0;
            while (i + 1 < knodes[node].num_keys && knodes[node].keys[i + 1] <= bound[side])
                i++;
            at[side] = knodes[node].indices[i];
        }
        range_start[q] = at[0];
        range_length[q] = at[1] - at[0] + 1;
    }
    for (int q = 0; q < queries; q++)
        printf("%d -> %d; %d + %d\n", query[q], ans[q], range_start[q], range_length[q]);
    printf("%d nodes, height %d\n", nodes, height);
    return 0;
}
