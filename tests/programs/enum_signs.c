// distributed: 29
// offloaded: 29
/* Enumerations without negative constants are unsigned to gcc, others are not: comparisons, differences, divisions. */
#include <stdio.h>

enum plain { RED, GREEN, BLUE };
enum offset { BACK = -2, HERE, FORTH };
typedef enum { SMALL = 1, LARGE = 7 } size;
struct cell {
    enum plain color;
    enum offset move;
    size extent;
};
static struct cell cells[90];
static int out[90], more[90];
static double ratio[90];

static enum plain next(enum plain c) { return c == BLUE ? RED : (enum plain)(c + 1); }

int main(void)
{
    enum { LOW = 0, HIGH = 3 } level = HIGH;
    for (int i = 0; i < 90; i++) {
        cells[i].color = (enum plain)(i % 3);
        cells[i].move = (enum offset)(i % 3 - 2);
        cells[i].extent = i % 2 ? LARGE : SMALL;
    }
#pragma hydra parallel for
    for (int i = 0; i < 90; i++) {
        enum plain c = cells[i].color;
        out[i] = c - 2 < 0 ? 100 : 200;
        out[i] += cells[i].move - 1 < 0 ? 10 : 20;
        more[i] = (c - 1) / 2 > 1000 ? 1 : 0;
        more[i] += next(c) - 3 > 0 ? 4 : 2;
        more[i] += level - 5 > 0 ? 16 : 8;
        ratio[i] = c - BLUE * 1.0 + (cells[i].extent - 8 > 0) + cells[i].move;
        cells[i].color = next(c);
    }
    long a = 0, b = 0;
    double r = 0;
    for (int i = 0; i < 90; i++) {
        a = a * 3 % 100003 + out[i];
        b = b * 5 % 100003 + more[i] + cells[i].color;
        r += ratio[i];
    }
    printf("%ld %ld %g %d %d %d\n", a, b, r, out[0], more[1], more[2]);
    return 0;
}
