// distributed: 26 40 47 58 64 76 78
// offloaded: 26 40 47 64 76 78
/* A sheet of cloth hung from its upper edge: the world holds its nodes by a pointer, and a node's vectors are copied whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct { double x, y, z; } vec;
typedef struct { vec pos, old; double mass; } node;            /* 56 bytes, a vector is 24 */
typedef struct { int id; float w[2]; vec force; vec ring[3]; char tag[5]; } extra;
typedef struct { int rows, cols; node *nodes; extra *ex; } sheet;

static vec add(vec a, vec b) { vec r = { a.x + b.x, a.y + b.y, a.z + b.z }; return r; }
static vec scale(vec a, double s) { vec r = { a.x * s, a.y * s, a.z * s }; return r; }
static void pull(vec *f, const vec *from, const vec *to)
{
    f->x += 0.25 * (to->x - from->x);
    f->y += 0.25 * (to->y - from->y);
    f->z += 0.25 * (to->z - from->z);
}

static void forces(sheet *s)
{
    #pragma hydra parallel for
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < s->cols; j++) {
            int k = i * s->cols + j;
            s->ex[k].force = (vec){ 0, -0.5 * s->nodes[k].mass, 0 };
            if (i > 0) pull(&s->ex[k].force, &s->nodes[k].pos, &s->nodes[k - s->cols].pos);
            if (i + 1 < s->rows) pull(&s->ex[k].force, &s->nodes[k].pos, &s->nodes[k + s->cols].pos);
            if (j > 0) pull(&s->ex[k].force, &s->nodes[k].pos, &s->nodes[k - 1].pos);
        }
}

static void move(sheet *s)
{
    int n = s->rows * s->cols;
    #pragma hydra parallel for
    for (int k = s->cols; k < n; k++) {
        node *p = &s->nodes[k];
        vec before = p->pos;
        p->pos = add(p->pos, add(scale(p->pos, 0.1), scale(s->ex[k].force, 1 / p->mass)));
        p->old = before;
    }
    #pragma hydra parallel for
    for (int k = 0; k < n; k++) {
        s->ex[k].ring[2] = s->ex[k].ring[1];
        s->ex[k].ring[1] = s->ex[k].ring[0];
        s->ex[k].ring[0] = s->nodes[k].old;
    }
}

static void relax(sheet *s)
{
    int n = s->rows * s->cols;
    #pragma hydra parallel for
    for (int k = 0; k < n; k++) {
        memcpy(&s->nodes[k].old, &s->ex[k].ring[1], sizeof(vec));
        for (int r = 0; r < 3; r++) s->ex[k].ring[r].y += r;
        memcpy(s->ex[k].tag, k % 2 ? "odd" : "even", 4);
    }
    #pragma hydra parallel for
    for (int k = 1; k < n - 1; k++) {
        vec *v = s->ex[k].ring;
        v[0] = add(v[1], s->nodes[k + 1].old);
        *(v + 2) = s->nodes[k - 1].old;
    }
}

/* A record of its own that a pointer leads to as well: nothing that the loops store is a part of it. */
static void lone(void)
{
    sheet w = { 4, 5, calloc(20, sizeof(node)), NULL }, *p = &w;
    #pragma hydra parallel for
    for (int i = 0; i < w.rows * w.cols; i++) w.nodes[i].pos = (vec){ i, 2, w.cols };
    #pragma hydra parallel for
    for (int i = 0; i < p->rows * p->cols; i++) w.nodes[i].old = p->nodes[19 - i].pos;
    printf("%g %g\n", p->nodes[3].old.x, w.nodes[7].old.z);
    free(w.nodes);
}

int main(void)
{
    sheet s = { 12, 9, NULL, NULL };
    s.nodes = calloc(12 * 9, sizeof(node));
    s.ex = calloc(12 * 9, sizeof(extra));
    for (int k = 0; k < 108; k++) {
        s.nodes[k].pos = (vec){ k % 9, k / 9, 0.1 * (k % 4) };
        s.nodes[k].mass = 1 + k % 3;
        s.ex[k].id = k;
    }
    for (int t = 0; t < 4; t++) {
        forces(&s);
        move(&s);
        relax(&s);
    }
    double sum = 0;
    for (int k = 0; k < 108; k++) {
        for (int r = 0; r < 3; r++) sum += s.ex[k].ring[r].x * (r + 1) + s.ex[k].ring[r].y;
        sum += s.nodes[k].pos.y + s.nodes[k].old.z + s.ex[k].tag[0] + s.ex[k].id;
    }
    printf("%zu %zu %.9g\n", sizeof(node), sizeof(extra), sum);
    for (int k = 0; k < 108; k += 19)
        printf("%.6f %.6f %.6f %.6f %s\n", s.nodes[k].pos.x, s.nodes[k].old.y, s.ex[k].force.z, s.ex[k].ring[2].x, s.ex[k].tag);
    free(s.nodes);
    free(s.ex);
    lone();
    return 0;
}
