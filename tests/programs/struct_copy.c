// distributed: 19 35 44 49
// offloaded: 19 35 44
// Structs that hold arrays are copied whole after loops wrote the arrays; pointers walk inside called functions.
#include <stdio.h>
struct block { int a[20]; int n; };
struct block everywhere;
static int total(struct block b)
{
    int s = 0;
    for (int i = 0; i < b.n; i++)
        s += b.a[i] * (i + 1);
    return s;
}
static struct block doubled(const struct block *b)
{
    struct block r = *b;
    int *q = r.a;
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        q[i] *= 2;
    return r;
}
static int walk(const int *r, int n)
{
    int s = 0;
    while (n-- > 0)
        s = s * 3 + *r++;
    return s;
}
int main(void)
{
    struct block w = {.n = 20}, v;
    int sums[20], *p = w.a;
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        p[i] = i * i;
    v = w;
    printf("%d %d\n", v.a[18], total(w));
    struct block z = doubled(&v);
    everywhere = z;
    printf("%d %d %d\n", z.a[3], everywhere.a[19], total(everywhere));
    int *e = everywhere.a;
#pragma hydra parallel for
    for (int i = 0; i < 20; i++)
        e[i] = e[i] + 1;
    w = everywhere;
    int *u = w.a;
#pragma hydra parallel for
    for (int i = 0; i < 15; i++)
        sums[i] = walk(u + i, 5) % 1000;
    for (int i = 0; i < 15; i++)
        printf("%d %d\n", w.a[i], sums[i]);
    return 0;
}
