// distributed: 42 48 54 62 66
// offloaded: 66
// Macros of GNU statement expressions, as max and swap often are: in values, subscripts and reductions.
#include <stdio.h>
#include <stdlib.h>
#define max(x, y)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(x) _a = (x);                                                                                        \
        __typeof__(y) _b = (y);                                                                                        \
        _a > _b ? _a : _b;                                                                                             \
    })
#define min(x, y)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(x) _a = (x);                                                                                        \
        __typeof__(y) _b = (y);                                                                                        \
        _a < _b ? _a : _b;                                                                                             \
    })
#define imax(x, y)                                                                                                     \
    ({                                                                                                                 \
        int _a = (x), _b = (y);                                                                                        \
        _a > _b ? _a : _b;                                                                                             \
    })
#define clamp(v, lo, hi) min(max(v, lo), hi)
#define SQR(x)                                                                                                         \
    ({                                                                                                                 \
        double _t = (x);                                                                                               \
        _t* _t;                                                                                                        \
    })
#define swap(x, y)                                                                                                     \
    do {                                                                                                               \
        __typeof__(x) _t = (x);                                                                                        \
        (x) = (y);                                                                                                     \
        (y) = _t;                                                                                                      \
    } while (0)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
enum { N = 500 };
static double a[N], b[N];
static int h[N];
int main(void) {
    int n = N;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        a[i] = SQR(i * 0.25 - 3);
        b[i] = 0;
        h[i] = (i * 7919) % 1000;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        b[i] = a[max(i - 1, 0)] + a[min(i + 1, n - 1)] + a[clamp(i + 3, 2, n - 5)];
    double m = -1;
    int im = 0;
    double s = 0;
#pragma hydra parallel for reduction(max : m, im) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        m = max(m, b[i]);
        im = imax(im, h[i]);
        s += SQR(b[i]);
    }
    printf("%g %d %g\n", m, im, s);
    double lo = 1e9;
#pragma hydra parallel for reduction(min : lo)
    for (int i = 0; i < n; i++)
        lo = min(b[i], lo);
    printf("%g\n", lo);
#pragma hydra parallel for
    for (int i = 0; i < n / 2; i++)
        swap(a[i], a[n - 1 - i]);
    for (int i = 0; i < n; i += 17)
        printf("%g %g %d\n", a[i], b[i], h[i]);
    return 0;
}
