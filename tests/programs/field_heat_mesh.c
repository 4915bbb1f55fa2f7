// distributed: 68 84
// offloaded: 68 84
/* Heat conduction on an unstructured triangle mesh: an edge list gives each vertex its neighbours in compressed form, and
   explicit steps gather the weighted differences; boundary vertices are held at fixed temperatures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct mesh {
    int nv, ne;
    double *x, *y;
    int (*edge)[2];
    int *first, *neighbour;
    double *weight;
    unsigned char *fixed;
};

static void make_mesh(struct mesh *m, int n)
{
    m->nv = n * n;
    m->x = malloc(m->nv * sizeof(double));
    m->y = malloc(m->nv * sizeof(double));
    m->fixed = calloc(m->nv, 1);
    m->edge = malloc(3 * m->nv * sizeof *m->edge);
    m->ne = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int v = i * n + j;
            m->x[v] = j + 0.2 * sin(3.0 * i + j);
            m->y[v] = i + 0.2 * cos(2.0 * j - i);
            m->fixed[v] = i == 0 || j == 0 || i == n - 1 || j == n - 1;
            if (j + 1 < n)
                m->edge[m->ne][0] = v, m->edge[m->ne++][1] = v + 1;
            if (i + 1 < n)
                m->edge[m->ne][0] = v, m->edge[m->ne++][1] = v + n;
            if (i + 1 < n && j + 1 < n)
                m->edge[m->ne][0] = v + ((i + j) % 2 ? 1 : 0), m->edge[m->ne++][1] = v + n + ((i + j) % 2 ? 0 : 1);
        }
    m->first = calloc(m->nv + 2, sizeof(int));
    m->neighbour = malloc(2 * m->ne * sizeof(int));
    m->weight = malloc(2 * m->ne * sizeof(double));
    for (int e = 0; e < m->ne; e++) {
        m->first[m->edge[e][0] + 2]++;
        m->first[m->edge[e][1] + 2]++;
    }
    for (int v = 0; v < m->nv; v++)
        m->first[v + 2] += m->first[v + 1];
    for (int e = 0; e < m->ne; e++)
        for (int side = 0; side < 2; side++) {
            int a = m->edge[e][side], b = m->edge[e][1 - side], at = m->first[a + 1]++;
            m->neighbour[at] = b;
            m->weight[at] = 1.0 / hypot(m->x[a] - m->x[b], m->y[a] - m->y[b]);
        }
}

int main(void)
{
    struct mesh m;
    make_mesh(&m, 13);
    double *t = malloc(m.nv * sizeof(double)), *tn = malloc(m.nv * sizeof(double));
    const int *first = m.first, *neighbour = m.neighbour;
    const double *weight = m.weight;
    for (int v = 0; v < m.nv; v++)
        t[v] = m.fixed[v] ? m.x[v] * 10 : 0.0;

    for (int step = 0; step < 30; step++) {
        #pragma hydra parallel for
        for (int v = 0; v < m.nv; v++) {
            if (m.fixed[v]) {
                tn[v] = t[v];
                continue;
            }
            double flux = 0;
            for (int k = first[v]; k < first[v + 1]; k++)
                flux += weight[k] * (t[neighbour[k]] - t[v]);
            tn[v] = t[v] + 0.08 * flux;
        }
        double *swap = t;
        t = tn;
        tn = swap;
    }
    double energy = 0;
    #pragma hydra parallel for reduction(+ : energy)
    for (int v = 0; v < m.nv; v++)
        energy += t[v];
    printf("%d vertices, %d edges, energy %.6f\n", m.nv, m.ne, energy);
    for (int v = 0; v < m.nv; v++)
        printf("%d %.12f\n", v, t[v]);
    return 0;
}
