// distributed: 27 38
// offloaded: 27 38
/* Structs without a name, whose types loops take from variables. */
#include <stdio.h>

static struct {
    double x, y;
    int k;
} points[30], one;

static struct {
    struct {
        int lo, hi;
    } range[30];
    struct {
        int plain;
    };
    union {
        int whole;
        unsigned char byte[4];
    } both;
} all;

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 30; i++) {
        __typeof__(points[0]) t = {i, 2 * i, 3};
        points[i] = t;
        __typeof__(all.range[0]) r = {i, i + 1};
        all.range[29 - i] = r;
    }
    __typeof__(one)* q = &one;
    q->x = 3;
    all.plain = 2;
    __typeof__(all.both) both = {.whole = 7};
#pragma hydra parallel for
    for (int i = 0; i < 30; i++) {
        __typeof__(one) u = points[i];
        __typeof__(points[0])* p = &points[i];
        __typeof__(both) b = both;
        b.whole += i;
        u.x += one.x + all.range[i].hi + b.byte[0];
        *p = u;
        p->k = i;
    }
    for (int i = 0; i < 30; i++)
        printf("%g %g %d\n", points[i].x, points[i].y, points[i].k + all.plain);
    return 0;
}
