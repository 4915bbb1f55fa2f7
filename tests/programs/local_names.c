// distributed: 25 30 40 53 64 70
// offloaded: 25 30 40 53
// Names that a function gives to types and constants of its own, some of them hiding the file's, used in its loops: by
// name, in lengths, through macros, and through typeof in a macro.
#include <stdio.h>
#include <string.h>

typedef double real;
enum { N = 3, WIDE = 64 };
#define REAL real
#define COPYOF(m, t) typeof(m) t; memcpy(t, m, sizeof t)

struct cell {
    char tag;
    double x __attribute__((aligned(32)));
    int k;
};
static struct cell cells[WIDE];
static double a[WIDE], b[WIDE], c[WIDE], grid[40][30];

static void rounded(void)
{
    typedef float real;
#pragma hydra parallel for
    for (int i = 0; i < WIDE; i++) {
        real x = i * .1;
        a[i] = x + sizeof(real);
    }
#pragma hydra parallel for
    for (int i = 0; i < WIDE; i++) {
        REAL t = i * 0.3;
        b[i] = t + sizeof(REAL);
    }
}

static void longer(void)
{
    enum { N = 8 };
#pragma hydra parallel for
    for (int i = 0; i < WIDE; i++) {
        double t[N];
        for (int k = 0; k < (int)(sizeof t / sizeof t[0]); k++)
            t[k] = i + k;
        c[i] = t[N - 1] + (int)sizeof(double[N]) + (int)sizeof t;
    }
}

static void rows(int n, int m, double x[n][m])
{
    typedef double line[m];
    double *q = &x[0][0];
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        line *p = (line *)q;
        for (int j = 0; j < m; j++)
            p[i][j] = i * 100 + j + sizeof(line) / sizeof(double);
    }
}

static void shifted(void)
{
#define BIAS 1
#pragma hydra parallel for
    for (int i = 0; i < WIDE; i++) {
        struct cell *p = &cells[i];
        p->x = i * 2;
        p->k = 64 - i + BIAS;
    }
#pragma hydra parallel for
    for (int i = 0; i < WIDE; i++) {
        struct cell s = cells[i];
        s.tag = (char)(s.k + BIAS);
        s.k = 7;
        cells[i] = s;
    }
}

int main(void)
{
    rounded();
    longer();
    rows(40, 30, grid);
    shifted();
    double s = 0;
    for (int i = 0; i < WIDE; i++)
        s = s * 1.001 + a[i] + b[i] * i + c[i] - cells[i].x * cells[i].k + cells[i].tag;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            s = s * 1.001 + grid[i][j];
    printf("%.17g\n", s);
    return 0;
}
