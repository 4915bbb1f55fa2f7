// deals: block, cyclic
// stderr: warning:
// distributed: 57
// offloaded: 57
/* Breadth-first search over a random graph, after Rodinia's "bfs": nodes with offset and degree, masks for the current
   and the next frontier; neighbours' costs are written through the edge list. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct Node {
    int starting;
    int no_of_edges;
};

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200, edges = 0;
    struct Node *nodes = malloc(sizeof(struct Node) * n);
    bool *mask = calloc(n, sizeof(bool)), *updating = calloc(n, sizeof(bool)), *visited = calloc(n, sizeof(bool));
    int *list = malloc(sizeof(int) * n * 6), *cost = malloc(sizeof(int) * n);
    unsigned seed = 1;

    for (int i = 0; i < n; i++) {
        nodes[i].starting = edges;
        seed = seed * 1103515245u + 12345u;
        nodes[i].no_of_edges = 1 + (seed >> 16) % 5;
        for (int j = 0; j < nodes[i].no_of_edges; j++) {
            seed = seed * 1103515245u + 12345u;
            list[edges++] = (seed >> 16) % n;
        }
        cost[i] = -1;
    }
    int source = 0, k = 0;
    mask[source] = true;
    visited[source] = true;
    cost[source] = 0;

    bool stop;
    do {
        stop = false;
        #pragma hydra parallel for
        for (int tid = 0; tid < n; tid++) {
            if (mask[tid]) {
                mask[tid] = false;
                for (int i = nodes[tid].starting; i < nodes[tid].no_of_edges + nodes[tid].starting; i++) {
                    int id = list[i];
                    if (!visited[id]) {
                        /* several parents may write the same level */
                        cost[id] = k + 1;
                        updating[id] = true;
                    }
                }
            }
        }
        #pragma hydra parallel for
        for (int tid = 0; tid < n; tid++) {
            if (updating[tid]) {
                mask[tid] = true;
                visited[tid] = true;
                stop = true;
                updating[tid] = false;
            }
        }
        k++;
    } while (stop);

    for (int i = 0; i < n; i++)
        printf("%d) cost:%d\n", i, cost[i]);
    printf("levels %d\n", k);
    free(nodes), free(list), free(mask), free(updating), free(visited), free(cost);
    return 0;
}
