// distributed: 14 22
// offloaded: 14 22
#include <stdio.h>
/* names that generated code might like to use itself */
int rank, size, lo, hi, kernel, args, launch, class, private;
double new[30], self[30];
static int MPI_Rank(int this) { return this + 1; }
int hydra_begin(int x) { return x * 2; }
int main(int argc, char **argv)
{
    int begin = 2, end = 28, x = 3, partial = 0, last = 5, k = 7, f = 1, l = 2, t, n, this = argc;
    (void)argv;
#pragma hydra parallel for reduction(+:partial) private(t)
    for (int i = begin; i < end; i++) {
        t = i * x + k + f + l;
        new[i] = t + hydra_begin(last) - this;
        partial += MPI_Rank(t);
    }
    rank = partial;
    size = lo + hi;
#pragma hydra parallel for private(n) firstprivate(kernel)
    for (launch = 0; launch < 30; launch++) {
        n = launch + kernel;
        double args_ = new[n] * 0.5;
        self[launch] = args_ + rank;
    }
    printf("%d %d %d %d %d %d\n", rank, size, launch, args, class, private);
    for (int i = 0; i < 30; i++)
        printf("%g %g\n", new[i], self[i]);
    return 0;
}
