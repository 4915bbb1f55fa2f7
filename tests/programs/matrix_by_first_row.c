// Whole matrices through their first row: m[0][i * C + j]. The standard does not define it, and gcc takes a loop to end
// with the row where it sees its length, so the sequential program is compiled without that.
// gcc: -fno-aggressive-loop-optimizations
// distributed: 29 33 38 44 52
// offloaded: 29 33 38 44 52
#include <stdio.h>
#define R 12
#define C 9
#define AT(i, j) m[0][(i) * C + (j)]
static double m[R][C], g[R][C], cube[3][R][C];
static struct { double t[R][C]; int n; } st;
static int row[R];
static double sum(double (*p)[C], int n)
{
    double s = 0;
    for (int k = 0; k < n * C; k++)
        s += p[0][k];
    return s;
}
static double corner(int i) { return AT(i, C - 1) + AT(0, i); }
int main(int argc, char **argv)
{
    const int rows = argc > 20 ? 3 : R;
    double loc[R][C], out[R];
    (void)argv;
    for (int k = 0; k < R; k++)
        row[k] = k * 5 % R;
#pragma hydra parallel for
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[0][i * C + j] = i + 0.5 * j;
#pragma hydra parallel for
    for (int i = 0; i < rows * C; i++)
        g[0][i] = m[0][i] * 2;
    if (m[0][R * C - 1] > 3)
        m[0][C + 1] += 1;
#pragma hydra parallel for
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < C; j++) {
            st.t[0][i * C + j] = g[0][i * C + j] + AT(i, j);
            cube[1][0][i * C + j] = cube[0][i][j] + (*g)[i * C + j];
        }
#pragma hydra parallel for
    for (int i = 0; i < rows; i++) {
        double own[3][3];
        for (int k = 0; k < 9; k++)
            own[0][k] = k * i;
        for (int j = 0; j < C; j++)
            loc[0][i * C + j] = st.t[0][i * C + j] + (*g)[row[i] * C + j] + own[j / 3][j % 3];
    }
#pragma hydra parallel for
    for (int i = 0; i < rows; i++) {
        out[i] = 0;
        for (int k = 0; k < R * C; k++)
            out[i] += loc[0][k] * (k + i);
        out[i] += sum(m, rows) + corner(i);
    }
    double s = 0;
    for (int k = 0; k < 3 * R * C; k++)
        s += cube[0][0][k] * k;
    for (int i = 0; i < R; i++)
        printf("%g %g %g\n", out[i], st.t[i][1], loc[i][C - 1]);
    printf("%g %g %g\n", s, sum(g, rows), m[1][1]);
    return 0;
}
