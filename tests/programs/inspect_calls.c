// distributed: 97 102 107 111 115 123 127 131 143
// offloaded: 97 102 107 111 115 123 127 131 143
// Lookups in functions: a binary search, lists by index, a search tree, a particle-in-cell gather, a stencil over a
// mesh's neighbours, a scatter through a pointer parameter, early returns.
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, BUCKETS = 37 };

static int keys[N], head[BUCKETS], next[N], left[N], right[N], root = -1;
static double weight[N], result[N], cell_value[64];

// The position of the largest entry that is not above `what`.
static int lower(const int *sorted, int n, int what) {
    int lo = 0, hi = n - 1;
    while (lo < hi) {
        int mid = (lo + hi + 1) / 2;
        if (sorted[mid] <= what)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

static double interpolate(const int *sorted, const double *values, int n, int what) {
    int at = lower(sorted, n, what);
    if (at + 1 >= n)
        return values[n - 1];
    return 0.5 * (values[at] + values[at + 1]);
}

static int hash(int key) { return (key * 7 + 3) % BUCKETS; }

static double look_up(int key) {
    for (int e = head[hash(key)]; e >= 0; e = next[e])
        if (keys[e] == key)
            return weight[e];
    return -1.0;
}

static int find(int key) {
    int node = root;
    while (node >= 0 && keys[node] != key)
        node = key < keys[node] ? left[node] : right[node];
    return node;
}

struct particle {
    double x;
    int cell;
    double force;
};

static void push(struct particle *p, const double *field) {
    if (p->cell < 0)
        return;
    p->force = field[p->cell] * p->x;
}

static void add_to(double *target, const int *where, int i, double by) { target[where[i]] += by; }

static int insert(int node, int i) {
    if (node < 0)
        return i;
    if (keys[i] < keys[node])
        left[node] = insert(left[node], i);
    else
        right[node] = insert(right[node], i);
    return node;
}

int main(void) {
    int *sorted = malloc(N * sizeof(int)), *where = malloc(N * sizeof(int)), *neighbour = malloc(4 * N * sizeof(int));
    double *values = malloc(N * sizeof(double)), *sums = calloc(N, sizeof(double));
    struct particle *p = malloc(N * sizeof *p);
    for (int b = 0; b < BUCKETS; b++)
        head[b] = -1;
    for (int i = 0; i < N; i++) {
        keys[i] = (i * 149 + 5) % 997;
        sorted[i] = 3 * i + i % 2;
        left[i] = right[i] = -1;
        next[i] = head[hash(keys[i])];
        head[hash(keys[i])] = i;
        where[i] = (i * 7) % N;
        p[i].x = 0.25 * i;
        p[i].cell = i % 5 == 0 ? -1 : (i * 11) % 64;
        p[i].force = 0;
        for (int d = 0; d < 4; d++)
            neighbour[4 * i + d] = (i + (d < 2 ? 1 : 17) * (d % 2 ? 1 : -1) + N) % N;
    }
    for (int i = 0; i < N; i++)
        root = insert(root, i);

    // What is looked up is made in parallel, so that it lies on many ranks.
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        weight[i] = 1.0 + i % 13;
        values[i] = i * 0.5;
    }
#pragma hydra parallel for
    for (int c = 0; c < 64; c++)
        cell_value[c] = c * c;

    for (int round = 0; round < 3; round++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            result[i] = interpolate(sorted, values, N, (i * 5 + round) % (3 * N));

#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            sums[i] = sums[i] + look_up((i * 149 + 5 + round) % 997);

#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int at = find((i * 149 + 5 + 2 * round) % 997);
            if (at < 0)
                continue;
            result[i] += 0.125 * weight[at];
        }

#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            push(&p[i], cell_value);

#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            add_to(sums, where, i, result[i]);

#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            double around = 0;
            for (int d = 0; d < 4; d++) {
                int j = neighbour[4 * i + d];
                if (j == i)
                    break;
                around += result[j];
            }
            values[i] += 0.01 * around;
        }

#pragma hydra parallel for
        for (int c = 0; c < 64; c++)
            cell_value[c] = cell_value[c] * 0.5 + 1;
    }
    double a = 0, b = 0, c = 0;
    for (int i = 0; i < N; i++) {
        a += result[i] * (i % 9);
        b += sums[i] * (i % 7);
        c += values[i] + p[i].force;
    }
    printf("%.12g %.12g %.12g\n", a, b, c);
    return 0;
}
