// args: 9 1
// says: usage
/* All iterations meet the error path at nearly the same time, and its text is long: of several threads, as of several
 * ranks, one says it all and the others nothing. */
#include <stdio.h>
#include <stdlib.h>

#define N 4096

static int limit = 8;
static double v[N];

static void check(int order)
{
    if (order > limit) {
        fprintf(stderr, "usage: [order [rounds]]\n");
        printf("usage: [order [rounds]]\n");
        printf("  order    how many neighbours on each side are summed up\n");
        printf("           (more than %d are not supported)\n", limit);
        printf("  rounds   how often\n");
        puts("  an order of zero leaves all values as they are");
        puts("  an order of one is a stencil of three points");
        puts("  an order of two is a stencil of five points");
        puts("  an order of three is a stencil of seven points");
        puts("  an order of four is a stencil of nine points");
        puts("  an order of five is a stencil of eleven points");
        puts("  an order of six is a stencil of thirteen points");
        puts("  an order of seven is a stencil of fifteen points");
        puts("  an order of eight is a stencil of seventeen points");
        exit(2);
    }
}

int main(int argc, char **argv)
{
    int order = argc > 1 ? atoi(argv[1]) : 1, rounds = argc > 2 ? atoi(argv[2]) : 1;
    double w[N];
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
    printf("starts\n");
    for (int r = 0; r < rounds; r++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            check(order);
            w[i] = 0;
            for (int k = -order; k <= order; k++)
                w[i] += v[(i + k + N) % N];
        }
        for (int i = 0; i < N; i++)
            v[i] = w[i] / (2 * order + 1);
    }
    printf("%.10g\n", v[N / 2]);
    return 0;
}
