// distributed: 12 14 17
// A typedef that asks for alignment: its values have it, pointers to them do not.
#include <stdio.h>
typedef double d32 __attribute__((aligned(32)));
struct S { char c; d32 *p; char t[24]; d32 v; };
static struct S s[50];
struct T { d32 *p; int n; };
static double r[50];

int main(void) {
    #pragma hydra parallel for
    for (int i = 0; i < 50; i++) { s[i].t[3] = i; s[i].v = i * 2; s[i].c = i; }
    #pragma hydra parallel for
    for (int i = 0; i < 50; i++) r[i] = s[49 - i].t[3] + s[49 - i].v + s[49 - i].c;
    struct T t = {(d32 *)r, 50};
    #pragma hydra parallel for
    for (int i = 0; i < t.n; i++) r[i] += i + (t.p != (d32 *)r);
    printf("%zu %zu\n", sizeof(struct T), _Alignof(struct S));
    double x = 0;
    for (int i = 0; i < 50; i++) x = x * 1.1 + r[i] + s[i].t[3] * 3;
    printf("%.17g\n", x);
}
