// distributed: 29 36 41
// Structures whose alignment is an expression, or comes with a typedef; and pointers that are promised to be aligned.
#include <stdio.h>

enum { LINE = 32 };
struct __attribute__((aligned(4 * 8))) first {
    double x;
};
struct second {
    char c;
    int x __attribute__((aligned((LINE >> 1) + 16)));
};
typedef double wide __attribute__((aligned(16)));
struct third {
    char c;
    wide x;
    char d;
};
static struct first a[64];
static struct second b[64];
static struct third c[64];
static float from[64], to[64];

static float *promised(float *p) { return __builtin_assume_aligned(p, 4); }

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 64; i++) {
        a[63 - i].x = i * 3;
        b[63 - i].x = i * 5;
        c[63 - i].x = i * 7;
        from[i] = i;
    }
#pragma hydra parallel for
    for (int i = 0; i < 64; i++) {
        float *p = __builtin_assume_aligned(to, 4);
        p[i] = from[63 - i];
    }
#pragma hydra parallel for
    for (int i = 0; i < 64; i++) {
        float *p = __builtin_choose_expr(1, to, from);
        p[i] += promised(from)[(i * 5) % 64];
    }
    double s = 0;
    for (int i = 0; i < 64; i++)
        s += (a[i].x + b[i].x + c[i].x + to[i]) * i;
    printf("%g %zu %zu %zu\n", s, sizeof a[0], sizeof b[0], sizeof c[0]);
    return 0;
}
