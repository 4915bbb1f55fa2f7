// distributed: 68 75 78 84 88 142 149
// offloaded: 75 88 142 149
/* Rows of every length, each asked for by itself, in no order, some of them missing: edges of a graph as structs behind
 * a pointer in each node, and a triangle of rows. What is close together is planned for together, as pieces of one
 * array; then rows are freed, and longer ones come to lie where they were, loops write whole structs, every second
 * element, and members of small matrices behind pointers, and pointers into the middle of rows are followed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int to;
    short kind[3];
    double weight;
} Edge;

typedef struct {
    float m[2][3];
} Small;

typedef struct Node {
    double rank, next;
    int degree;
    Edge *edges;
    Small *small;
    const int *middle;
} Node;

enum { n = 700 };

static int degree_of(int i, int round) { return (i + round) % 11 == 3 ? 0 : 1 + (i * 3 + round * 5) % 9; }

static void give_edges(Node *node, int i, int round)
{
    node->degree = degree_of(i, round);
    node->edges = node->degree ? malloc(node->degree * sizeof(Edge)) : NULL;
    for (int k = 0; k < node->degree; k++) {
        Edge *e = &node->edges[k];
        e->to = (i * 17 + k * 31 + round) % n;
        e->weight = 1.0 / (1 + k);
        for (int c = 0; c < 3; c++)
            e->kind[c] = (short)(i + k + c);
    }
}

static void show(const char *what, const Node *g, double **triangle)
{
    double ranks = 0, weights = 0, small = 0, rows = 0;
    long kinds = 0;
    for (int i = 0; i < n; i++) {
        ranks += g[i].rank * (1 + i % 3);
        for (int k = 0; k < g[i].degree; k++) {
            weights += g[i].edges[k].weight * (1 + k);
            kinds += g[i].edges[k].kind[k % 3];
        }
        for (int s = 0; g[i].small && s < i % 3 + 1; s++)
            small += g[i].small[s].m[i % 2][s];
        for (int k = 0; k <= i; k++)
            rows += triangle[i][k] * (1 + (i + k) % 4);
    }
    printf("%s: ranks %.9g weights %.9g kinds %ld small %.9g triangle %.9g\n", what, ranks, weights, kinds, small, rows);
}

static void step(Node *g, double **triangle, int times)
{
    for (int t = 0; t < times; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < g[i].degree; k++)
                sum += g[i].edges[k].weight * g[g[i].edges[k].to].rank;
            g[i].next = 0.1 + 0.5 * sum / (1 + g[i].degree);
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            g[i].rank = g[i].next;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < g[i].degree; k += 2) {
                g[i].edges[k].weight = 0.5 * (g[i].edges[k].weight + g[g[i].edges[k].to].rank);
                g[i].edges[k].kind[1] = (short)(g[i].edges[k].kind[1] + 1);
            }
#pragma hydra parallel for
        for (int i = 1; i < n; i++)
            for (int k = 0; k < i; k++)
                triangle[i][k] = 0.5 * triangle[i][k] + 0.25 * triangle[i][k + 1] + g[i].rank;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int s = 0; s < i % 3 + 1; s++) {
                for (int c = 0; c < 3; c++)
                    g[i].small[s].m[1][c] += 0.5f * g[i].small[s].m[0][c];
                g[i].small[s].m[0][1] = (float)g[i].middle[s];
            }
    }
}

int main(void)
{
    Node *g = calloc(n, sizeof *g);
    double **triangle = malloc(n * sizeof *triangle);
    int *numbers = malloc(4 * n * sizeof *numbers);
    for (int i = 0; i < 4 * n; i++)
        numbers[i] = i * i % 97;
    for (int j = 0; j < n; j++) {
        int i = j * 389 % n; /* in no order */
        give_edges(&g[i], i, 0);
        g[i].rank = 1.0 / (1 + i % 7);
        g[i].small = calloc(i % 3 + 1, sizeof(Small));
        for (int s = 0; s < i % 3 + 1; s++)
            for (int c = 0; c < 3; c++)
                g[i].small[s].m[0][c] = (float)(i % 5 + s + c);
        g[i].middle = numbers + (i * 271 % n) * 4 + i % 2;
        triangle[i] = malloc((i + 1) * sizeof(double));
        for (int k = 0; k <= i; k++)
            triangle[i][k] = (i + k) % 13;
    }
    step(g, triangle, 2);
    show("in no order", g, triangle);

    for (int round = 1; round <= 3; round++) { /* others take the places of those that go */
        for (int i = round; i < n; i += 2)
            free(g[i].edges);
        for (int i = round; i < n; i += 2)
            give_edges(&g[i], i, round);
        step(g, triangle, 2);
        show("some new", g, triangle);
    }

    Edge *all = malloc(2 * n * sizeof *all);
    for (int i = 0; i < n; i++) { /* overlapping stretches of one block, which only reading loops follow */
        free(g[i].edges);
        g[i].edges = all + i;
        g[i].degree = i % 4;
    }
    for (int i = 0; i < 2 * n; i++) {
        memset(&all[i], 0, sizeof all[i]);
        all[i].to = i * 7 % n;
        all[i].weight = 1.0 / (1 + i % 6);
    }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < g[i].degree; k++)
                sum += g[i].edges[k].weight * g[g[i].edges[k].to].rank;
            g[i].next = 0.1 + 0.25 * sum;
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            g[i].rank = g[i].next;
    }
    show("in one block", g, triangle);
    return 0;
}
