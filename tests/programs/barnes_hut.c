// distributed: 112 119
// offloaded: 119
// A gravity code with a quadtree: bodies are put into the tree one by one (serial), and each body walks the tree from
// the root, by recursion, to sum up its force (parallel). The walk stops early where a cell is far away.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NONE (-1)
#define THETA 0.6

typedef struct {
    double x, y, half;         // centre and half the side of the cell
    double mx, my, mass;       // centre of mass
    int child[4], body, count; // body: of a leaf
} Cell;

typedef struct {
    double x, y, vx, vy, fx, fy, mass;
} Body;

static Cell *cells;
static int used, room;

static int new_cell(double x, double y, double half)
{
    if (used == room) {
        room = room ? 2 * room : 16;
        cells = realloc(cells, room * sizeof *cells);
    }
    Cell *c = &cells[used];
    c->x = x, c->y = y, c->half = half;
    c->mx = c->my = c->mass = 0;
    for (int k = 0; k < 4; k++)
        c->child[k] = NONE;
    c->body = NONE, c->count = 0;
    return used++;
}

static int quadrant(const Cell *c, double x, double y) { return (x >= c->x) + 2 * (y >= c->y); }

static void insert(Body *b, int at, int which)
{
    if (cells[at].count == 0) {
        cells[at].body = which;
    } else {
        int moving[2] = {which, cells[at].body};
        cells[at].body = NONE;
        for (int m = 0; m < 2; m++) {
            if (moving[m] == NONE)
                continue;
            int q = quadrant(&cells[at], b[moving[m]].x, b[moving[m]].y);
            if (cells[at].child[q] == NONE) {
                double h = cells[at].half / 2;
                int made = new_cell(cells[at].x + (q & 1 ? h : -h), cells[at].y + (q & 2 ? h : -h), h);
                cells[at].child[q] = made;
            }
            insert(b, cells[at].child[q], moving[m]);
        }
    }
    cells[at].count++;
}

static void centre(const Body *b, int at)
{
    Cell *c = &cells[at];
    if (c->body != NONE) {
        c->mass = b[c->body].mass;
        c->mx = b[c->body].x, c->my = b[c->body].y;
        return;
    }
    for (int k = 0; k < 4; k++)
        if (c->child[k] != NONE) {
            centre(b, c->child[k]);
            const Cell *d = &cells[c->child[k]];
            c->mass += d->mass;
            c->mx += d->mass * d->mx;
            c->my += d->mass * d->my;
        }
    c->mx /= c->mass, c->my /= c->mass;
}

static void walk(const Cell *tree, int at, const Body *me, int mine, double *fx, double *fy)
{
    const Cell *c = tree + at;
    if (c->count == 0 || c->body == mine)
        return;
    double dx = c->mx - me->x, dy = c->my - me->y, r = sqrt(dx * dx + dy * dy + 1e-4);
    if (c->body != NONE || 2 * c->half < THETA * r) {
        *fx += c->mass * dx / (r * r * r);
        *fy += c->mass * dy / (r * r * r);
        return;
    }
    for (int k = 0; k < 4; k++)
        if (c->child[k] != NONE)
            walk(tree, c->child[k], me, mine, fx, fy);
}

int main(void)
{
    int n = 90;
    Body *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        b[i] = (Body){(i * 37 % 101) / 101.0, (i * 53 % 97) / 97.0, 0, 0, 0, 0, 1 + i % 3};
    for (int step = 0; step < 3; step++) {
        used = 0;
        int root = new_cell(0.5, 0.5, 4);
        for (int i = 0; i < n; i++)
            insert(b, root, i);
        centre(b, root);
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            double fx = 0, fy = 0;
            walk(cells, root, &b[i], i, &fx, &fy);
            b[i].fx = fx;
            b[i].fy = fy;
        }
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            b[i].vx += 1e-3 * b[i].fx, b[i].vy += 1e-3 * b[i].fy;
            b[i].x += 1e-3 * b[i].vx, b[i].y += 1e-3 * b[i].vy;
        }
    }
    for (int i = 0; i < n; i += 7)
        printf("%d %.10g %.10g\n", i, b[i].x, b[i].y);
    printf("%d cells\n", used);
    free(b);
    free(cells);
    return 0;
}
