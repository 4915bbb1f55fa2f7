// distributed: 10 13 16
// offloaded: 10 13 16
// Unions of arrays inside of a record variable, by all their names.
#include <stdio.h>
#include <string.h>
typedef struct { char name[32]; union { int words[8]; struct { int lo, hi; } p; unsigned char raw[32]; } u; int n; } rec;
static rec g;
int main(void) { rec *p = &g; 
#pragma hydra parallel for
    for (int i = 0; i < 8; i++) g.u.words[i] = i * 3;
    printf("%d %d\n", g.u.p.hi, p->u.p.hi); int k = g.u.p.lo + g.u.p.hi; printf("%d %d\n", k, g.u.raw[28]);
#pragma hydra parallel for
    for (int i = 0; i < 32; i++) g.u.raw[i] = i;
    if (g.u.p.hi == 0x07060504) puts("yes"); g.u.p.lo = 5; g.u.p.hi = 6; 
#pragma hydra parallel for
    for (int i = 0; i < 8; i++) g.u.words[i] += 1;
    printf("%d %d %d\n", g.u.p.lo, g.u.p.hi, g.u.words[7]);
    return 0;
}
