// distributed: 15 24 33
// offloaded: 15 24 33
// Arrays inside structure variables, written by parallel loops; structures with arrays copied by assignment.
#include <stdio.h>
#include <string.h>
#define P 40
static struct { int row[P], col[P]; float tmpl[P][3][3]; struct { double w[P]; int k; } in; } pts;
typedef struct { double u[P], v[P]; int steps; } state;
static state now, old;
int main(void)
{
    state local;
    memset(&local, 0, sizeof local);
#pragma hydra parallel for
    for (int p = 0; p < P; p++) {
        pts.row[p] = p * 2;
        pts.col[p] = P - p;
        pts.in.w[p] = p * 0.5;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                pts.tmpl[p][i][j] = p + i * 0.1f + j * 0.01f;
    }
#pragma hydra parallel for
    for (int p = 0; p < P; p++) {
        now.u[p] = pts.row[p] + pts.in.w[P - 1 - p];
        now.v[p] = pts.tmpl[(p + 1) % P][1][2];
    }
    now.steps = 3;
    for (int t = 0; t < 5; t++) {
        old = now;
        local = old;
#pragma hydra parallel for
        for (int p = 1; p < P - 1; p++) {
            now.u[p] = 0.5 * (old.u[p - 1] + old.u[p + 1]) + 0.1 * local.v[p];
            now.v[p] = old.v[p] * 0.9;
        }
    }
    double s = 0;
    for (int p = 0; p < P; p++)
        s += now.u[p] * (p + 1) + now.v[p] + pts.col[p];
    printf("%.10g %d %.10g %.10g\n", s, now.steps, local.u[3], old.v[7]);
    return 0;
}
