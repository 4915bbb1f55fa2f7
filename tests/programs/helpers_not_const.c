// distributed: 34 38 46
// offloaded: 34 38 46
// Helpers that take a struct by a pointer without const and only read it: some stand behind the loops. And macros that
// are handed the address of a struct variable.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int w, h;
    double *px;
    double limits[2];
} Image;

static void set(Image *m, int x, int y, double v) { m->px[y * m->w + x] = v; }
static double *at(Image *m, int x, int y) { return m->px + y * m->w + x; }
double clamped(Image *m, int x, int y);
static int inside(Image *m, int x) {
    if (!m || m->px == NULL)
        return 0;
    return x >= 0 && x < m->w;
}

#define NEXT(s) ((s)->k += 37)
#define POINT(s, q) ((s)->p = (q))
struct Cursor {
    int k;
    double *p;
};
static double a[400], b[400];

int main(void) {
    Image im = {21, 17, calloc(17 * 21, sizeof(double)), {2, 30}};
#pragma hydra parallel for
    for (int y = 0; y < 17; y++)
        for (int x = 0; x < 21; x++)
            set(&im, x, y, x + y);
#pragma hydra parallel for
    for (int y = 0; y < 17; y++) {
        *at(&im, 3, y) = -1;
        if (inside(&im, y + 6))
            *at(&im, y + 6, y) = clamped(&im, y + 6, y);
    }
    printf("%g %g %g\n", *at(&im, 3, 4), *at(&im, 16, 10), clamped(&im, 20, 16));

#pragma hydra parallel for
    for (int i = 0; i < 400; i++) {
        a[i] = i;
        b[i] = 1000 + i;
    }
    struct Cursor s = {0, a};
    double x = 0;
    for (int t = 0; t < 9; t++) {
        NEXT(&s);
        x += a[s.k];
    }
    printf("%g\n", x);
    for (int t = 0; t < 3; t++) {
        POINT(&s, t % 2 ? a : b);
        x += s.p[350 - t];
    }
    printf("%g\n", x);
    x = (NEXT(&s), a[s.k - 1]);
    printf("%g\n", x);
    free(im.px);
    return 0;
}

double clamped(Image *m, int x, int y) {
    double v = *at(m, x, y);
    return v < m->limits[0] ? m->limits[0] : v > m->limits[1] ? m->limits[1] : v;
}
