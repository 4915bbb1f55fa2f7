/* Shortest paths between all pairs, written by hand with MPI: the yardstick for samples/floyd.c.
 *
 * Rows are dealt out in blocks. In round k all ranks need row k, which its owner broadcasts. Same arithmetic, same
 * output.
 *
 *     mpirun -n P floyd_mpi [n]
 */
#include "hand.h"
#include <stdio.h>
#include <string.h>

#define FAR 1.0e6

static double road(int n, int i, int j)
{
    if (i == j)
        return 0.0;
    if (j == i + 1 || (i == n - 1 && j == 0))
        return (double)(1 + i % 4);
    if ((i * 5 + j * 3) % 17 == 0)
        return (double)(10 + (i + j) % 23);
    return FAR;
}

/* The ways through town k for the local rows lo .. hi-1; none of them is row k itself. */
static void through_town(int n, int k, int lo, int hi, double (*restrict d)[n], const double *restrict row)
{
    for (int i = lo; i < hi; i++) {
        double to_k = d[i][k];
        for (int j = 0; j < n; j++) {
            double through = to_k + row[j];
            d[i][j] = through < d[i][j] ? through : d[i][j];
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? atoi(argv[1]) : 120;
    int first = first_of(n, ranks, rank), mine = first_of(n, ranks, rank + 1) - first;
    double (*d)[n] = pages(sizeof(double) * mine * n);
    double *row = pages(sizeof(double) * n);

    for (int i = 0; i < mine; i++)
        for (int j = 0; j < n; j++)
            d[i][j] = road(n, first + i, j);

    for (int k = 0, owner = 0; k < n; k++) {
        while (k >= first_of(n, ranks, owner + 1))
            owner++;
        if (owner == rank) { /* its own row does not change in this round, so it can stay where it is */
            MPI_Bcast(d[k - first], n, MPI_DOUBLE, owner, MPI_COMM_WORLD);
            through_town(n, k, 0, k - first, d, d[k - first]);
            through_town(n, k, k - first + 1, mine, d, d[k - first]);
        } else {
            MPI_Bcast(row, n, MPI_DOUBLE, owner, MPI_COMM_WORLD);
            through_town(n, k, 0, mine, d, row);
        }
    }

    double sum = 0.0, longest = 0.0, total, longest_of_all;
    for (int i = 0; i < mine; i++)
        for (int j = 0; j < n; j++) {
            sum += d[i][j];
            if (d[i][j] > longest)
                longest = d[i][j];
        }
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&longest, &longest_of_all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    int m = n / 2, last = n - 1 - first;
    double from_first = value_of(first == 0 && mine > 0, d[0][m]);
    double from_last = value_of(last >= 0 && last < mine, last >= 0 && last < mine ? d[last][0] : 0.0);
    if (rank == 0) {
        printf("floyd, %d towns\n", n);
        printf("checksum %.10g, longest way %.10g\n", total, longest_of_all);
        printf("from 0 to %d: %.10g, from %d to 0: %.10g\n", m, from_first, n - 1, from_last);
    }
    free(d);
    free(row);
    MPI_Finalize();
    return 0;
}
