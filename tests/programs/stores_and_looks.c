// distributed: 25 36 45 61
// offloaded: 25 36 45
// Serial code that stores elements and calls functions which look at arrays, in many orders.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
    double x[8];
    int tag;
} cell;
static double h[40];
static cell cs[20];
static int flag[40];
static double peek(int i) { return h[i]; }
static void poke(int i, double v) { h[i] = v; }
static double sum(const double* p, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
int main(void) {
    int n = 40;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        h[i] = i;
        flag[i] = i % 3;
    }
    double a = h[3], b;
    h[3] = 7;
    b = peek(3);
    poke(39, peek(38) + 1);
    h[38] = peek(39);
    printf("%g %g %g %g\n", a, b, h[39], sum(h, n));
#pragma hydra parallel for reduction(+ : h)
    for (int i = 0; i < n; i++)
        h[flag[i]] += 1;
    h[0] = 0;
    printf("%g\n", sum(h, 5));
    h[1] = 0;
    printf("%g\n", sum(h, 5));
    h[2]++;
    printf("%g\n", sum(h, n));
#pragma hydra parallel for
    for (int c = 0; c < 20; c++) {
        for (int k = 0; k < 8; k++)
            cs[c].x[k] = c * k;
        cs[c].tag = c;
    }
    cell keep = cs[19];
    cs[19] = cs[1];
    cs[1].tag = 5;
    cell again = cs[19];
    printf("%g %d %g %d\n", keep.x[7], keep.tag, again.x[7], again.tag);
    cs[2].tag = -1;
    double before = sum(cs[15].x, 8);
    cs[15].x[3] = 0;
    double after = sum(cs[15].x, 8);
    printf("%g %g %d\n", before, after, cs[15].tag);
#pragma hydra parallel for firstprivate(keep)
    for (int c = 0; c < 20; c++) {
        cs[c].x[0] = keep.x[c % 8] + again.x[7];
    }
    for (int c = 0; c < 20; c += 4)
        printf("%g ", cs[c].x[0]);
    int pos = 0;
    while (h[pos] < 20 && pos < 39) {
        h[pos] += 1;
        pos++;
    }
    printf("%d %g\n", pos, sum(h, n));
    for (int i = 0; i < 3; i++) {
        h[i * 10] = 100;
        printf("%g ", sum(h, n));
        h[i * 10 + 5] = -1;
    }
    if (sum(h, n) > 10)
        h[20] = 1;
    else
        h[21] = 1;
    switch ((int)h[22] % 3) {
    case 0:
        h[30] = 1;
        break;
    case 1:
        h[31] = sum(h, 32);
        h[32] = sum(h, 33);
        break;
    default:
        h[33] = 3;
    }
    printf("%g %g %g\n", h[30], h[31], sum(h, n));
    double *p = h + 10, *q = p;
    p[0] = 3;
    q[1] = sum(p, 5);
    *++p = 2;
    printf("%g %g\n", sum(h, n), q[1]);
    char buf[200];
    snprintf(buf, sizeof buf, "%g %g", h[37], sum(h, n));
    h[37] = strlen(buf);
    puts(buf);
    printf("%g\n", sum(h, n));
    return 0;
}
