// hydracc: -Werror=hydra-replicated
// distributed: 40 56 71 87
// offloaded: 40 56 71 87
// Lists of neighbours as molecular dynamics has them: in each particle, beside the particles, in cells; the particles
// in arrays of structs that a system holds. Only what is listed may travel.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 80
#define MAX 9
#define CELLS 16
typedef struct {
    double x, y, z;
} vec;
typedef struct {
    vec r, v, f;
    double mass;
    int count;
    int list[MAX];
} atom;
typedef struct {
    int n, max;
    atom* atoms;
    int *count, *list;
    int head[CELLS], *next;
    double energy;
} md;

static vec minus(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double square(vec a) { return a.x * a.x + a.y * a.y + a.z * a.z; }
static void push(vec* f, vec d, double s) {
    f->x += s * d.x;
    f->y += s * d.y;
    f->z += s * d.z;
}

static void forces_in_atoms(atom* p, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        vec f = {0, 0, 0};
        for (int k = 0; k < p[i].count; k++) {
            int j = p[i].list[k];
            vec d = minus(p[i].r, p[j].r);
            double s = square(d);
            if (s > 400)
                continue;
            push(&f, d, p[j].mass / (1 + s));
        }
        p[i].f = f;
    }
}

static void forces_beside(md* m) {
#pragma hydra parallel for
    for (int i = 0; i < m->n; i++) {
        atom* a = &m->atoms[i];
        const int* list = m->list + i * m->max;
        for (int k = 0; k < m->count[i]; k++) {
            const atom* b = &m->atoms[list[k]];
            double dx = a->r.x - b->r.x, dy = a->r.y - b->r.y;
            a->f.x += dx / (1 + dx * dx + dy * dy);
            a->f.y += dy / (1 + dx * dx + dy * dy);
        }
    }
}

static double in_cells(md* m) {
    double energy = 0;
#pragma hydra parallel for reduction(+ : energy)
    for (int c = 0; c < CELLS; c++)
        for (int i = m->head[c]; i >= 0; i = m->next[i])
            for (int o = -1; o <= 1; o++) {
                int j = m->head[(c + o + CELLS) % CELLS];
                while (j >= 0) {
                    if (j != i)
                        energy += floor(square(minus(m->atoms[i].r, m->atoms[j].r)));
                    j = m->next[j];
                }
            }
    return energy;
}

static void move(md* m, double dt) {
    atom* p = m->atoms;
#pragma hydra parallel for
    for (int i = 0; i < m->n; i++) {
        push(&p[i].v, p[i].f, dt / p[i].mass);
        push(&p[i].r, p[i].v, dt);
    }
}

int main(void) {
    md m = {N, MAX, malloc(N * sizeof(atom)), malloc(N * sizeof(int)), malloc(N * MAX * sizeof(int)), {0}, NULL, 0};
    m.next = malloc(N * sizeof(int));
    for (int c = 0; c < CELLS; c++)
        m.head[c] = -1;
    for (int i = 0; i < N; i++) {
        atom* a = &m.atoms[i];
        *a = (atom){{i, i % 7, i % 5}, {0, 0, 0}, {0, 0, 0}, 1 + i % 3, 0, {0}};
        for (int j = i - 6; j < i + 6; j++)
            if (j >= 0 && j < N && j != i && (i * j) % 3 != 1 && a->count < MAX)
                a->list[a->count++] = j;
        m.count[i] = a->count;
        for (int k = 0; k < a->count; k++)
            m.list[i * MAX + k] = a->list[a->count - 1 - k];
        int c = i * CELLS / N;
        m.next[i] = m.head[c];
        m.head[c] = i;
    }
    for (int t = 0; t < 3; t++) {
        forces_in_atoms(m.atoms, N);
        forces_beside(&m);
        m.energy += in_cells(&m);
        move(&m, 0.125);
    }
    for (int i = 0; i < N; i++)
        printf("%.10g %.10g %.10g %.10g\n", m.atoms[i].r.x, m.atoms[i].r.y, m.atoms[i].r.z, m.atoms[i].f.x);
    printf("%.10g\n", m.energy);
    return 0;
}
