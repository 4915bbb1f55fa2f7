// bench: 40 120
// quick: 8 4
/* Elasticity-like system with 3 x 3 blocks: block Jacobi, the diagonal blocks inverted once, over a struct of
   pointers to blocks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double block[3][3];

struct system {
    int rows, *start, *col;
    block *off, *inverse;
    double (*b)[3], (*x)[3], (*next)[3];
};

static void invert(block m, block r)
{
    double det = 0;
    for (int i = 0; i < 3; i++)
        det += m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r[j][i] = (m[(i + 1) % 3][(j + 1) % 3] * m[(i + 2) % 3][(j + 2) % 3] -
                       m[(i + 1) % 3][(j + 2) % 3] * m[(i + 2) % 3][(j + 1) % 3]) / det;
}

int main(int argc, char **argv)
{
    int g = argc > 1 ? atoi(argv[1]) : 20, sweeps = argc > 2 ? atoi(argv[2]) : 20;
    struct system s = {.rows = g * g * g};
    int at = 0;
    s.start = malloc((s.rows + 1) * sizeof *s.start);
    s.col = malloc(6 * (size_t)s.rows * sizeof *s.col);
    s.off = malloc(6 * (size_t)s.rows * sizeof *s.off);
    s.inverse = malloc(s.rows * sizeof *s.inverse);
    s.b = malloc(s.rows * sizeof *s.b), s.x = calloc(s.rows, sizeof *s.x), s.next = calloc(s.rows, sizeof *s.next);
    for (int i = 0; i < s.rows; i++) {
        int p[3] = {i / (g * g), i / g % g, i % g}, stride[3] = {g * g, g, 1};
        block d;
        s.start[i] = at;
        for (int k = 0; k < 6; k++) {
            int axis = k / 2, step = k % 2 ? 1 : -1;
            if (p[axis] + step < 0 || p[axis] + step >= g)
                continue;
            s.col[at] = i + step * stride[axis];
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    s.off[at][r][c] = r == c ? -1 - (r == axis) : 0.1 * ((i + r + c) % 3 - 1);
            at++;
        }
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++)
                d[r][c] = r == c ? 11 : 0.2 * (r + c);
            s.b[i][r] = 1 + (i + r) % 4;
        }
        invert(d, s.inverse[i]);
    }
    s.start[s.rows] = at;
    double change = 0;
    for (int t = 0; t < sweeps; t++) {
        change = 0;
        #pragma hydra parallel for reduction(+:change)
        for (int i = 0; i < s.rows; i++) {
            double r[3];
            for (int k = 0; k < 3; k++)
                r[k] = s.b[i][k];
            for (int e = s.start[i]; e < s.start[i + 1]; e++) {
                const double *v = s.x[s.col[e]];
                for (int k = 0; k < 3; k++)
                    r[k] -= s.off[e][k][0] * v[0] + s.off[e][k][1] * v[1] + s.off[e][k][2] * v[2];
            }
            for (int k = 0; k < 3; k++) {
                double value = s.inverse[i][k][0] * r[0] + s.inverse[i][k][1] * r[1] + s.inverse[i][k][2] * r[2];
                change += (value - s.x[i][k]) * (value - s.x[i][k]);
                s.next[i][k] = value;
            }
        }
        double (*old)[3] = s.x;
        s.x = s.next;
        s.next = old;
    }
    double sum = 0;
    #pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < s.rows; i++)
        sum += fabs(s.x[i][0]) + fabs(s.x[i][1]) + fabs(s.x[i][2]);
    printf("change %.3g, norm %.6g\n", sqrt(change), sum);
    return 0;
}
