// deals: block, cyclic
// distributed: 43 69 102 114
// offloaded: 43 69 102 114
/* Online clustering by facility location, after Rodinia's "streamcluster": the gain of opening a point as a new centre
   is evaluated in parallel over all points, then the assignments that got cheaper are switched. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DIM 8

typedef struct {
    float weight;
    float coord[DIM];
    long assign; /* number of its centre */
    float cost;
} Point;

static Point *points;
static int *is_center, *center_table;
static char *switch_membership;
static float *lower, *work;

static float dist(const Point *p1, const Point *p2, int dim)
{
    float result = 0.0;
    for (int i = 0; i < dim; i++)
        result += (p1->coord[i] - p2->coord[i]) * (p1->coord[i] - p2->coord[i]);
    return result;
}

static double pgain(long x, long num, double z, long *numcenters)
{
    int k = 0;
    for (int i = 0; i < num; i++)
        if (is_center[i])
            center_table[i] = k++;
    for (int i = 0; i < k + 1; i++)
        lower[i] = 0;

    double opened = 0;
    #pragma hydra parallel for reduction(+ : opened)
    for (int i = 0; i < num; i++) {
        float x_cost = dist(&points[i], &points[x], DIM) * points[i].weight;
        float current = points[i].cost;
        work[i] = 0;
        if (x_cost < current) {
            switch_membership[i] = 1;
            opened += x_cost - current;
        } else {
            switch_membership[i] = 0;
            /* what would be lost if the point's present centre were closed */
            work[i] = current - x_cost;
        }
    }
    for (int i = 0; i < num; i++)
        lower[center_table[points[i].assign]] += work[i];

    double closing = 0;
    int close = 0;
    for (int i = 0; i < num; i++)
        if (is_center[i] && z + lower[center_table[i]] > 0) {
            close++;
            closing -= z + lower[center_table[i]];
        }
    double gain = -(z + opened + (closing > 0 ? closing : 0));
    if (gain > 0) {
        #pragma hydra parallel for
        for (int i = 0; i < num; i++)
            if (switch_membership[i]) {
                points[i].cost = points[i].weight * dist(&points[i], &points[x], DIM);
                points[i].assign = x;
            }
        is_center[x] = 1;
        (*numcenters)++;
    } else
        gain = 0;
    return gain;
}

int main(void)
{
    long n = 180, centers = 1;
    double z = 30.0, total = 0;
    points = malloc(n * sizeof(Point));
    is_center = calloc(n, sizeof(int));
    center_table = calloc(n, sizeof(int));
    switch_membership = malloc(n);
    lower = malloc((n + 1) * sizeof(float));
    work = malloc(n * sizeof(float));

    unsigned s = 17;
    for (int i = 0; i < n; i++) {
        points[i].weight = 1.0f;
        for (int d = 0; d < DIM; d++) {
            s = s * 1664525u + 1013904223u;
            points[i].coord[d] = (float)((i % 6 == d ? 8 : 0) + (int)((s >> 20) % 4));
        }
    }
    is_center[0] = 1;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        points[i].assign = 0;
        points[i].cost = points[i].weight * dist(&points[i], &points[0], DIM);
    }
    for (int round = 0; round < 20; round++) {
        long x = (round * 37 + 5) % n;
        if (is_center[x])
            continue;
        double gain = pgain(x, n, z, &centers);
        printf("candidate %ld: gain %.3f, centres %ld\n", x, gain, centers);
    }
    #pragma hydra parallel for reduction(+ : total)
    for (int i = 0; i < n; i++)
        total += points[i].cost;
    printf("cost %.3f\n", total);
    for (int i = 0; i < n; i++)
        printf("%ld:%g%c", points[i].assign, points[i].cost, i % 12 == 11 ? '\n' : ' ');
    return 0;
}
