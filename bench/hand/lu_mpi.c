/* LU factors of a matrix without pivoting, written by hand with MPI: the yardstick for samples/lu.c.
 *
 * Rows are dealt out cyclically, row i to rank i % ranks, so that all ranks have work to the end. In step k the owner
 * broadcasts what is left of row k. Same arithmetic, same output.
 *
 *     mpirun -n P lu_mpi [n]
 */
#include "hand.h"
#include <stdio.h>

/* Takes multiples of row k, from column k on, from the local rows lo .. hi-1. */
static void eliminate(int n, int k, int lo, int hi, double (*restrict a)[n], const double *restrict pivot)
{
    for (int i = lo; i < hi; i++) {
        double factor = a[i][k] / pivot[k];
        a[i][k] = factor;
        for (int j = k + 1; j < n; j++)
            a[i][j] -= factor * pivot[j];
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int mine = (n - rank + ranks - 1) / ranks; /* local row i is row rank + i * ranks */
    double (*a)[n] = pages(sizeof(double) * mine * n);
    double *row = pages(sizeof(double) * n);

    for (int l = 0; l < mine; l++)
        for (int i = rank + l * ranks, j = 0; j < n; j++)
            a[l][j] = i == j ? n : (double)((i * 3 + j * 7) % 11) / 11.0;

    for (int k = 0; k < n - 1; k++) {
        int owner = k % ranks;
        double *pivot = owner == rank ? a[k / ranks] : row;
        MPI_Bcast(&pivot[k], n - k, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        eliminate(n, k, k / ranks + (rank <= owner), mine, a, pivot);
    }

    double sums[2] = {0.0, 0.0}, total[2]; /* the trace; what is below the diagonal */
    for (int l = 0; l < mine; l++) {
        int i = rank + l * ranks;
        sums[0] += a[l][i];
        for (int j = 0; j < i; j++)
            sums[1] += a[l][j];
    }
    MPI_Reduce(sums, total, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    int last = (n - 1) % ranks == rank;
    double last_pivot = value_of(last, last ? a[(n - 1) / ranks][n - 1] : 0.0);
    if (rank == 0) {
        printf("lu %d x %d\n", n, n);
        printf("trace of U %.10g, sum below the diagonal of L %.10g\n", total[0], total[1]);
        printf("last pivot %.10g\n", last_pivot);
    }
    free(a);
    free(row);
    MPI_Finalize();
    return 0;
}
