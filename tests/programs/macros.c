// args: 12 16
// distributed: 20 22 24
// offloaded: 20 22 24
#include <stdio.h>
#include <stdlib.h>
#define A(i,j) a[(i)*n+(j)]
#define B(i,j) b[(i)*n+(j)]
#define FOR(v, lo, hi) for (int v = (lo); v < (hi); v++)
#define NEIGHBOURS(i,j) (A((i)-1,j) + A((i)+1,j) + \
                         A(i,(j)-1) + A(i,(j)+1))
#define PAR parallel
#define SUM s
#define INIT(i,j) do { A(i,j) = (i) ^ (j); B(i,j) = 0; } while (0)
int main(int argc, char **argv)
{
    int m = atoi(argv[1]), n = atoi(argv[argc-1]);
    int *a = malloc(m*n*sizeof*a), *b = malloc(m*n*sizeof*b);
    long s = 0;
    #pragma hydra parallel for
    FOR(i, 0, m) FOR(j, 0, n) INIT(i,j);
    #pragma hydra parallel for
    FOR(i, 1, m-1) { FOR(j, 1, n-1) B(i,j) = NEIGHBOURS(i,j); }
    #pragma hydra PAR for reduction(+:SUM)
    FOR(i, 0, m) FOR(j, 0, n) SUM += B(i,j)*(i+1);
    printf("%ld\n", s);
    FOR(i, 0, m) FOR(j, 0, n) printf("%d%c", B(i,j), j == n-1 ? '\n' : ' ');
    free(a); free(b);
    return 0;
}
