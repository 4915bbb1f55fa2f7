// verify: no (two iterations store into one element, on purpose)
// stderr: overlap on residual
// distributed: 49 53 58 76
// offloaded: 49 53 58 76
/* An unstructured mesh: faces gather from two cells, cells gather from their faces, a table is looked up, and cells
   that a mask picks are written through a list that has each cell once, or, in one loop, some cells twice. */
#include <stdio.h>
#include <stdlib.h>

#define CELLS 46
#define FACES 80

typedef struct {
    int left, right;
    float area;
} face_t;

static face_t face[FACES];
static int start[CELLS + 1], list[2 * FACES], order[CELLS], twice[CELLS];
static double u[CELLS], residual[CELLS], flux[FACES], table[32];
static char active[CELLS];

static double limiter(double x)
{
    return x < 0 ? 0.25 * x : x;
}

int main(void)
{
    for (int f = 0; f < FACES; f++) {
        face[f].left = (f * 7) % CELLS;
        face[f].right = (f * 13 + 5) % CELLS;
        face[f].area = 1.0f / (1 + f % 9);
    }
    int n = 0;
    for (int c = 0; c < CELLS; c++) {
        start[c] = n;
        for (int f = 0; f < FACES; f++)
            if (face[f].left == c || face[f].right == c)
                list[n++] = face[f].left == c ? f : -f - 1;
        order[c] = (c * 9 + 4) % CELLS;
        twice[c] = c / 2;
        active[c] = c % 5 != 2;
    }
    start[CELLS] = n;
    for (int k = 0; k < 32; k++)
        table[k] = k * k * 0.125;
#pragma hydra parallel for
    for (int c = 0; c < CELLS; c++)
        u[c] = c % 17 + table[(c * c) & 31];
    for (int step = 0; step < 5; step++) {
#pragma hydra parallel for
        for (int f = 0; f < FACES; f++) {
            double l = u[face[f].left], r = u[face[f].right];
            flux[f] = limiter(l - r) * face[f].area;
        }
#pragma hydra parallel for
        for (int c = 0; c < CELLS; c++) {
            double sum = 0;
            int k = start[c];
            do {
                if (k >= start[c + 1])
                    break;
                int f = list[k];
                switch (f < 0) {
                case 0:
                    sum -= flux[f];
                    break;
                default:
                    sum += flux[-f - 1];
                }
            } while (++k);
            residual[c] = sum;
        }
#pragma hydra parallel for
        for (int c = 0; c < CELLS; c++) {
            int where = order[c];
            if (!active[where])
                continue;
            u[where] = where % 2 ? u[where] + 0.1 * residual[where] : u[where] - 0.05;
        }
        if (step == 2) /* some more cells from here on */
            for (int c = 2; c < CELLS; c += 10)
                active[c] = 1;
        double norm = 0;
        for (int c = 0; c < CELLS; c++)
            norm += residual[c] * residual[c];
        printf("%d %.10g\n", step, norm);
    }
#pragma hydra parallel for
    for (int c = 0; c < CELLS; c++)
        residual[twice[c]] = u[c]; /* the later one stays */
    for (int c = 0; c < CELLS; c++)
        printf("%.15g %.15g\n", u[c], residual[c]);
    for (int f = 0; f < FACES; f++)
        printf("%.15g\n", flux[f]);
    return 0;
}
