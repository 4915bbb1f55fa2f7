// distributed: 17 18 32 33 34 36 40 47 48 49
// offloaded: 17 18 32 33 34 36 40 41 47 48 49
// Macros that make functions with and without parallel loops, and loops inside of do-while.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define MAKE(T) \
    static T norm_##T(const T *a, int n) { \
        T s = 0; \
        for (int i = 0; i < n; i++) s += a[i] * a[i]; \
        return s; \
    } \
    static void scale_##T(T *a, int n, T f) { \
        _Pragma("hydra parallel for") \
        for (int i = 0; i < n; i++) a[i] *= f; \
    }
MAKE(double)
MAKE(float)
#define FILL(a, n, v) do { _Pragma("hydra parallel for") for (int i = 0; i < (n); i++) (a)[i] = (v); } while (0)
#define FILL_ALONE(a, n, v) _Pragma("hydra parallel for") for (int i = 0; i < (n); i++) (a)[i] = (v)
#define FILL_AND_COUNT(a, n, v) FILL_ALONE(a, n, v); runs++
#define COUNT_AND_FILL(a, n, v) runs++; FILL_ALONE(a, n, v)
#define BEGIN(i, n) _Pragma("hydra parallel for") for (int i = 0; i < (n); i++) {
#define END }
#define TWICE(text) do { text text } while (0)
static double x[100][20], r[100];
static int runs;
static float y[200];
int main(void) {
    int n = 100;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) for (int j = 0; j < 20; j++) x[i][j] = i + j * 0.5;
    FILL(r, n, -1.0);
    FILL(y, 200, i * 0.5f);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) r[i] += norm_double(x[i], 20);
    scale_double(r, n, 0.5);
    scale_float(y, 200, 3);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) r[i] += 1;
    FILL_AND_COUNT(y, 7, 2.5f); COUNT_AND_FILL(y + 7, 5, -1);
    TWICE(runs += 2;
          y[9] = /* over
                    lines */
          runs;);
    if (runs > 0)
        FILL_ALONE(y + 20, 3, 9);
    if (runs > 9) COUNT_AND_FILL(y, 200, 4);
    BEGIN(i, n / 2)
        x[i][3] = r[i] + y[i + 1] + __LINE__;
    END
    printf("%g %d %g %d\n", norm_float(y, 200), runs, x[30][3], __LINE__);
    for (int i = 0; i < n; i += 9) printf("%g %g\n", r[i], y[i]);
    return 0;
}
