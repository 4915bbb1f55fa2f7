// distributed: 86 104 126
// offloaded: 86 104 126
/* Lagrangian hydrodynamics on hexahedra in the manner of LULESH: element volumes from eight gathered corners, forces kept
   for each element's corner, then summed at the nodes through the inverse list, and the nodes moved. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double Real_t;
typedef int Index_t;

typedef struct {
    Index_t edge, numElem, numNode;
    Real_t *x, *y, *z, *xd, *yd, *zd, *mass;
    Real_t *p, *vol;
    Index_t *nodelist;                    /* elemToNode, eight for each element */
    Index_t *elemStart, *elemCornerList;  /* nodeElemStart, corners of each node */
} Domain;

static Real_t *reals(Index_t n) { return (Real_t *)malloc(n * sizeof(Real_t)); }

static Real_t elem_volume(const Real_t x[8], const Real_t y[8], const Real_t z[8])
{
    /* six tetrahedra around the diagonal 0-6 */
    static const int ring[7] = {1, 2, 3, 7, 4, 5, 1};
    Real_t v = 0;
    for (int t = 0; t < 6; t++) {
        int a = ring[t], b = ring[t + 1];
        Real_t ax = x[a] - x[0], ay = y[a] - y[0], az = z[a] - z[0];
        Real_t bx = x[b] - x[0], by = y[b] - y[0], bz = z[b] - z[0];
        Real_t cx = x[6] - x[0], cy = y[6] - y[0], cz = z[6] - z[0];
        v += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
    }
    return fabs(v) / 6.0;
}

static void build(Domain *d, Index_t edge)
{
    Index_t en = edge + 1;
    d->edge = edge;
    d->numElem = edge * edge * edge;
    d->numNode = en * en * en;
    d->x = reals(d->numNode), d->y = reals(d->numNode), d->z = reals(d->numNode);
    d->xd = reals(d->numNode), d->yd = reals(d->numNode), d->zd = reals(d->numNode);
    d->mass = reals(d->numNode);
    d->p = reals(d->numElem), d->vol = reals(d->numElem);
    d->nodelist = malloc(8 * d->numElem * sizeof(Index_t));
    d->elemStart = calloc(d->numNode + 1, sizeof(Index_t));
    d->elemCornerList = malloc(8 * d->numElem * sizeof(Index_t));
    for (Index_t k = 0, n = 0; k < en; k++)
        for (Index_t j = 0; j < en; j++)
            for (Index_t i = 0; i < en; i++, n++) {
                d->x[n] = 1.125 * i / edge, d->y[n] = 1.125 * j / edge, d->z[n] = 1.125 * k / edge;
                d->xd[n] = d->yd[n] = d->zd[n] = 0;
                d->mass[n] = 1.0 + 0.1 * ((i + j + k) % 3);
            }
    for (Index_t e = 0; e < d->numElem; e++) {
        Index_t i = e % edge, j = e / edge % edge, k = e / (edge * edge);
        Index_t base = (k * en + j) * en + i, *nl = &d->nodelist[8 * e];
        nl[0] = base, nl[1] = base + 1, nl[2] = base + en + 1, nl[3] = base + en;
        for (int c = 0; c < 4; c++)
            nl[4 + c] = nl[c] + en * en;
        d->p[e] = e == 0 ? 5.0 : 0.2 + 0.01 * (e % 7);
    }
    for (Index_t c = 0; c < 8 * d->numElem; c++)
        d->elemStart[d->nodelist[c] + 1]++;
    for (Index_t n = 0; n < d->numNode; n++)
        d->elemStart[n + 1] += d->elemStart[n];
    Index_t *at = malloc(d->numNode * sizeof(Index_t));
    for (Index_t n = 0; n < d->numNode; n++)
        at[n] = d->elemStart[n];
    for (Index_t c = 0; c < 8 * d->numElem; c++)
        d->elemCornerList[at[d->nodelist[c]]++] = c;
    free(at);
}

static void step(Domain *domain, Real_t dt, Real_t *fx, Real_t *fy, Real_t *fz)
{
    Index_t numElem = domain->numElem, numNode = domain->numNode;
    const Index_t *nodelist = domain->nodelist, *start = domain->elemStart, *corners = domain->elemCornerList;
    Real_t *x = domain->x, *y = domain->y, *z = domain->z, *xd = domain->xd, *yd = domain->yd, *zd = domain->zd;
    Real_t *p = domain->p, *vol = domain->vol;
    const Real_t *mass = domain->mass;

    #pragma hydra parallel for
    for (Index_t e = 0; e < numElem; ++e) {
        Real_t xl[8], yl[8], zl[8], cx = 0, cy = 0, cz = 0;
        const Index_t *elemToNode = &nodelist[8 * e];
        for (int c = 0; c < 8; c++) {
            xl[c] = x[elemToNode[c]], yl[c] = y[elemToNode[c]], zl[c] = z[elemToNode[c]];
            cx += xl[c] / 8, cy += yl[c] / 8, cz += zl[c] / 8;
        }
        Real_t v = elem_volume(xl, yl, zl);
        if (vol[e] > 0)
            p[e] *= pow(vol[e] / v, 1.4);
        vol[e] = v;
        for (int c = 0; c < 8; c++) {
            fx[8 * e + c] = p[e] * (xl[c] - cx);
            fy[8 * e + c] = p[e] * (yl[c] - cy);
            fz[8 * e + c] = p[e] * (zl[c] - cz);
        }
    }
    #pragma hydra parallel for
    for (Index_t n = 0; n < numNode; ++n) {
        Real_t sx = 0, sy = 0, sz = 0;
        for (Index_t i = start[n]; i < start[n + 1]; ++i) {
            Index_t c = corners[i];
            sx += fx[c], sy += fy[c], sz += fz[c];
        }
        xd[n] += dt * sx / mass[n], yd[n] += dt * sy / mass[n], zd[n] += dt * sz / mass[n];
        x[n] += dt * xd[n], y[n] += dt * yd[n], z[n] += dt * zd[n];
    }
}

int main(void)
{
    Domain d;
    build(&d, 5);
    Real_t *fx = reals(8 * d.numElem), *fy = reals(8 * d.numElem), *fz = reals(8 * d.numElem), total = 0;
    for (Index_t e = 0; e < d.numElem; e++)
        d.vol[e] = 0;
    for (int cycle = 0; cycle < 6; cycle++)
        step(&d, 0.02, fx, fy, fz);
    Real_t *vol = d.vol;
    #pragma hydra parallel for reduction(+ : total)
    for (Index_t e = 0; e < d.numElem; e++)
        total += vol[e];
    printf("volume %.9f\n", total);
    for (Index_t n = 0; n < d.numNode; n++)
        printf("%.12e %.12e %.12e %.12e\n", d.x[n], d.y[n], d.z[n], d.xd[n]);
    return 0;
}
