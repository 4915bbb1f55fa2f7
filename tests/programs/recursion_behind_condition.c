// distributed: 53 58
// replicated: 63
// offloaded: 53 58
// Functions that call themselves, or each other, where a condition without an else says so: walks over a tree in an
// array, with parallel loops before and between.
#include <stdio.h>
#include <stdlib.h>

#define NODES 63

static double weight[NODES], below[NODES];
static int visits;

static void deeper(double *w, int node, int level);

static void descend(double *w, int node, int level)
{
    visits++;
    w[node] += level;
    if (2 * node + 2 < NODES)
        deeper(w, 2 * node + 1, level + 1);
    if (2 * node + 2 < NODES)
        deeper(w, 2 * node + 2, level + 1);
}

static void deeper(double *w, int node, int level)
{
    if (level > 40)
        exit(2);
    if (node >= 0)
        descend(w, node, level);
}

static void give_up(int code)
{
    if (code > 3)
        give_up(code - 1);
    exit(code);
}

static double collect(int node)
{
    double sum = weight[node];
    if (2 * node + 2 < NODES)
        sum += collect(2 * node + 1) + collect(2 * node + 2);
    below[node] = sum;
    return sum;
}

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < NODES; i++)
        weight[i] = i % 7;
    for (int round = 0; round < 3; round++) {
        descend(weight, round, 0);
#pragma hydra parallel for
        for (int i = 0; i < NODES; i++)
            weight[i] = 0.5 * weight[i] + round;
        printf("%d visits, sum %.6f\n", visits, collect(0));
    }
#pragma hydra parallel for
    for (int i = 0; i < NODES; i++) {
        if (below[i] < 0)
            give_up(7);
        weight[i] = below[i] / (i + 1);
    }
    for (int i = 0; i < NODES; i += 9)
        printf("%d: %.6f %.6f\n", i, weight[i], below[i]);
    return 0;
}
