// distributed: 28 34 50 54 60
/* Minima and maxima with what is stored beside them: the places of elements, members of a struct, in loops that count
 * up and down, of equal values the first and the last, -0 and 0, and where nothing is ever stored. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct hit {
    int row, col;
    double v;
};
int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000, m = 37;
    double(*a)[m] = malloc(n * sizeof *a);
    int* k = malloc(n * sizeof *k);
    double lo = DBL_MAX, hi = -1;
    struct hit at = {-1, -1, 0};
    int row = -1;
    long last = -7;
    int ik = 1 << 30, who = -1;
    int seen = 0;
    float fz = 1;
    int zi = -1;
    int none = 5;
    double big = 1e300;
    unsigned char flag = 9;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        k[i] = (i * 7919) % 13;
        for (int j = 0; j < m; j++)
            a[i][j] = ((i * 31 + j * 17) % 101) - 50;
    }
#pragma hydra parallel for reduction(min : lo) reduction(max : hi)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (a[i][j] < lo) {
                lo = a[i][j];
                at.row = i;
                at.col = j;
                at.v = a[i][j] * 2;
            }
            double v = fabs(a[i][j]);
            if (v >= hi) {
                row = i;
                hi = v;
                last = (long)i * m + j;
            }
        }
#pragma hydra parallel for reduction(min : ik)
    for (int i = n - 1; i >= 0; i--)
        if (k[i] <= ik && k[i] != 3)
            ik = k[i], who = i, seen = 1;
#pragma hydra parallel for reduction(min : fz)
    for (int i = 0; i < n; i++)
        if (fz > (i % 3 == 1 ? -0.0f : 0.0f)) {
            fz = (i % 3 == 1 ? -0.0f : 0.0f);
            zi = i;
        }
#pragma hydra parallel for reduction(max : big)
    for (int i = 0; i < n; i++)
        if (a[i][0] > big) {
            big = a[i][0];
            none = i;
            flag = 1;
        }
    struct {
        int first, second;
    } of = {-1, -1};
    double both = 1e30;
#pragma hydra parallel for reduction(min : both)
    for (int i = 0; i < n; i++) { /* two members, each stored by itself: in order */
        if (a[i][1] < both) {
            both = a[i][1];
            of.first = i;
        }
        if (a[i][2] - 3 < both) {
            both = a[i][2] - 3;
            of.second = i;
        }
    }
    printf("%g %d %d\n", both, of.first, of.second);
    printf("%g %d %d %g | %g %d %ld | %d %d %d | %g %d | %d %d\n", lo, at.row, at.col, at.v, hi, row, last, ik, who,
           seen, fz, zi, none, flag);
    return 0;
}
