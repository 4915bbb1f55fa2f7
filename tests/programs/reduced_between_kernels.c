// distributed: 26 34 39 50
// offloaded: 26 34 39 50
/* Arrays that loops fill, reduce and read, with nothing in between: what was in them and what is accumulated are joined
 * where they are, and the bits are those of the host. */
#include <stdio.h>

enum { V = 500, E = 3000 };
static int from[E], to[E];
static double rank[V], next[V];
static int least[V];
static long most[V];
static unsigned product[V];
static int truth[V];

int main(void)
{
    for (int e = 0; e < E; e++) {
        from[e] = e * 7 % V;
        to[e] = e * 13 % V;
    }
    for (int v = 0; v < V; v++)
        rank[v] = 1 + v % 3;
    for (int t = 0; t < 5; t++) {
        double all = 0;
#pragma hydra parallel for
        for (int v = 0; v < V; v++) {
            next[v] = 0.25;
            least[v] = v % 9;
            most[v] = v % 5 - 3;
            product[v] = 1u + (unsigned)v;
            truth[v] = v % 3;
        }
#pragma hydra parallel for reduction(+ : next, all)
        for (int e = 0; e < E; e++) {
            next[to[e]] += 0.25 * rank[from[e]];
            all += rank[from[e]];
        }
#pragma hydra parallel for reduction(min : least) reduction(max : most) reduction(* : product) reduction(| : truth)
        for (int e = E - 1; e >= 0; e--) {
            if (e % 17 - 8 < least[from[e]])
                least[from[e]] = e % 17 - 8;
            if (most[to[e]] < e % 11)
                most[to[e]] = e % 11;
            product[to[e]] *= (unsigned)e | 1u;
            truth[from[e]] |= e % 501 == 7 ? 4 : 0;
        }
        if (t == 3)
            next[1] += 1;
#pragma hydra parallel for
        for (int v = 0; v < V; v++)
            rank[v] = next[v] + 0.5 * most[v];
        printf("%.9g\n", all);
    }
    double sum = 0;
    for (int v = 0; v < V; v++)
        sum += rank[v] + least[v] * 2 + product[v] % 101 + truth[v] * 5;
    printf("%.9g %.9g %d %ld %u %d\n", sum, next[5], least[77], most[8], product[9], truth[10]);
    return 0;
}
