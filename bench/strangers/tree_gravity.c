// bench: 16000 4
// quick: 300 2
/* Gravity by an octree of nodes with pointers to children. The tree is built from new in each step; a body's force
   is a walk with a stack of its own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body {
    double at[3], v[3], a[3], mass;
};

struct node {
    double mid[3], half, centre[3], mass;
    struct node *child[8];
    const struct body *leaf;
};

static struct node *pool;
static int used;

static struct node *new_node(const double *mid, double half)
{
    struct node *t = &pool[used++];
    *t = (struct node){.half = half};
    for (int k = 0; k < 3; k++)
        t->mid[k] = mid[k];
    return t;
}

static void insert(struct node *t, const struct body *b)
{
    const struct body *old = t->leaf;
    int inner = t->mass > 0 && !old;
    for (int k = 0; k < 3; k++)
        t->centre[k] = (t->centre[k] * t->mass + b->at[k] * b->mass) / (t->mass + b->mass);
    t->mass += b->mass;
    if (!inner && !old) {
        t->leaf = b;
        return;
    }
    t->leaf = NULL;
    for (int turn = old ? 0 : 1; turn < 2; turn++) {
        const struct body *c = turn ? b : old;
        int o = 0;
        double mid[3];
        for (int k = 0; k < 3; k++) {
            o |= (c->at[k] >= t->mid[k]) << k;
            mid[k] = t->mid[k] + (c->at[k] >= t->mid[k] ? 0.5 : -0.5) * t->half;
        }
        if (!t->child[o])
            t->child[o] = new_node(mid, t->half / 2);
        insert(t->child[o], c);
    }
}

static void accelerate(const struct node *root, struct body *me)
{
    const struct node *stack[256];
    int top = 0;
    me->a[0] = me->a[1] = me->a[2] = 0;
    stack[top++] = root;
    while (top > 0) {
        const struct node *t = stack[--top];
        double d[3], r2 = 1e-4;
        for (int k = 0; k < 3; k++) {
            d[k] = t->centre[k] - me->at[k];
            r2 += d[k] * d[k];
        }
        if (t->leaf || 4 * t->half * t->half < 0.36 * r2) {
            double w = t->mass / (r2 * sqrt(r2));
            for (int k = 0; k < 3; k++)
                me->a[k] += w * d[k];
        } else
            for (int o = 0; o < 8; o++)
                if (t->child[o])
                    stack[top++] = t->child[o];
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000, steps = argc > 2 ? atoi(argv[2]) : 2;
    struct body *b = malloc(n * sizeof *b);
    double origin[3] = {0, 0, 0}, energy = 0;
    unsigned r = 1;
    pool = malloc(40 * (size_t)n * sizeof *pool);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            r = r * 1664525u + 1013904223u;
            double x = (r >> 8) / 8388608.0 - 1;
            b[i].at[k] = x * fabs(x);
            b[i].v[k] = 0;
            b[i].mass = 1.0 / n;
        }
    for (int t = 0; t < steps; t++) {
        used = 0;
        struct node *root = new_node(origin, 8);
        for (int i = 0; i < n; i++)
            insert(root, &b[i]);
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            accelerate(root, &b[i]);
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                b[i].v[k] += 0.01 * b[i].a[k];
                b[i].at[k] += 0.01 * b[i].v[k];
            }
    }
    #pragma hydra parallel for reduction(+:energy)
    for (int i = 0; i < n; i++)
        energy += b[i].mass * (b[i].v[0] * b[i].v[0] + b[i].v[1] * b[i].v[1] + b[i].v[2] * b[i].v[2]);
    printf("%d nodes, energy %.6g\n", used, energy);
    return 0;
}
