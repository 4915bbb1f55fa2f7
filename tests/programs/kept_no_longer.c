/* Variables that begin with a constant and look as if they kept it, but are changed: through pointers that lie in arrays,
 * structures and literals, by functions of all kinds, in expressions that hold statements, and by loops that have their own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int g1 = 4, g2 = 4, g3 = 4;
static int *where(void) { return &g1; }
static void bump(void) { g2 += 2; }
void (*hook)(void) = bump;
int main(void)
{
    int a = 5, b = 5, c = 5, d = 5, e = 5, f = 5, h = 5, m = 5, q = 5;
    int *p[1] = {&a};
    struct { int *q; } s = {.q = &b};
    int **pp = (int *[]){&c};
    double x[100]; long t = 0;
    *p[0] = 7; *s.q = 8; **pp = 9;
    memcpy(&d, &(int){11}, sizeof d);
    sscanf("12", "%d", &e);
    *where() = 13; hook();
    t += ({ int k = 3; k++; f += k; f; });
    for (int i = 0, *z = &h; i < 2; i++) (*z)++;
    (m) = 21; (*&q) -= 1;
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        x[i] = i + a + 10.0 * b + 100.0 * c + d * 3 + e * 7 + f * 11 + g1 * 13 + g2 * 17 + g3 * 19 + h * 23 + m * 29 + q * 31;
    int own = 2, first = 3, red = 4;
#pragma hydra parallel for private(own) reduction(+:red)
    for (int i = 0; i < 100; i++) { own = i; x[i] += first + own; red += own % 3; }
#pragma hydra parallel for
    for (int i = 0; i < 100; i++) x[i] += red + first + (own == 99);
    double sum = 0;
    for (int i = 0; i < 100; i++) sum += x[i];
    printf("%.17g %ld %d %d\n", sum, t, own, first);
    return 0;
}
