// distributed: 28 42 53 58
// offloaded: 28 42 53 58
// One member of all elements is read at places that the data tell, or nobody can tell; another member is written.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double pos[3];
    long owner;
    float cost;
} point;

struct cell {
    double x, y;
};

static point *points;

static double distance(const point *a, const point *b, int dims) {
    double sum = 0;
    for (int d = 0; d < dims; d++)
        sum += (a->pos[d] - b->pos[d]) * (a->pos[d] - b->pos[d]);
    return sum;
}

static void improve(long centre, int n, int dims) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double d = distance(&points[i], &points[centre], dims);
        if (d < points[i].cost) {
            points[i].cost = (float)d;
            points[i].owner = centre;
        }
    }
}

int main(void) {
    int n = 120;
    points = malloc(n * sizeof *points);
    struct cell *cells = malloc(n * sizeof *cells);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        for (int d = 0; d < 3; d++)
            points[i].pos[d] = (i * (d + 3)) % 17;
        points[i].cost = 1e9f;
        points[i].owner = -1;
        cells[i].x = i * 0.75;
        cells[i].y = 0;
    }
    for (long c = 3; c < n; c += 31)
        improve(c, n, 3);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int k = (int)cells[i].x % 7;
        cells[i].y = cells[k].x + cells[(k * k) % n].x;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        cells[i].y += points[points[i].owner].pos[i % 3];
    double sum = 0;
    long owners = 0;
    for (int i = 0; i < n; i++) {
        sum += cells[i].y + points[i].cost;
        owners += points[i].owner * (i % 5);
    }
    printf("%.10g %ld\n", sum, owners);
    return 0;
}
