/* Electromagnetic waves by finite differences in time, written by hand with MPI: the yardstick for samples/fdtd2d.c.
 *
 * Rows are dealt out in blocks. hz's last row goes down before ey changes, and ey's first row goes up before hz does;
 * each travels while what does not need it is computed. Same arithmetic, same output.
 *
 *     mpirun -n P fdtd2d_mpi [n [steps]]
 */
#include "hand.h"
#include <stdio.h>

static void change_ey(int n, int lo, int hi, double (*restrict ey)[n], double (*restrict hz)[n])
{
    for (int i = lo; i < hi; i++)
        for (int j = 0; j < n; j++)
            ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
}

static void change_ex(int n, int lo, int hi, double (*restrict ex)[n], double (*restrict hz)[n])
{
    for (int i = lo; i < hi; i++)
        for (int j = 1; j < n; j++)
            ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
}

static void change_hz(int n, int lo, int hi, double (*restrict hz)[n], double (*restrict ex)[n],
                      double (*restrict ey)[n])
{
    for (int i = lo; i < hi; i++)
        for (int j = 0; j < n - 1; j++)
            hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? atoi(argv[1]) : 150;
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    if (n < ranks || n < 3) {
        if (rank == 0)
            printf("at least one row for each rank, please\n");
        MPI_Finalize();
        return 1;
    }

    /* My rows are first .. first+mine-1, and 1 .. mine of the local arrays. */
    int first = first_of(n, ranks, rank), mine = first_of(n, ranks, rank + 1) - first;
    size_t bytes = sizeof(double) * (mine + 2) * n;
    double (*ex)[n] = pages(bytes), (*ey)[n] = pages(bytes), (*hz)[n] = pages(bytes);
    for (int l = 1; l <= mine; l++)
        for (int i = first + l - 1, j = 0; j < n; j++) {
            ex[l][j] = (double)(i * (j + 1) % 13) / n;
            ey[l][j] = (double)(i * (j + 2) % 17) / n;
            hz[l][j] = (double)(i * (j + 3) % 19) / n;
        }

    int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int down = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    int last = down == MPI_PROC_NULL ? mine : mine + 1; /* hz's last row of all does not change */
    for (int t = 0; t < steps; t++) {
        MPI_Request request[2];
        MPI_Irecv(hz[0], n, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(hz[mine], n, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &request[1]);
        change_ey(n, 2, mine + 1, ey, hz);
        change_ex(n, 1, mine + 1, ex, hz);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        if (up == MPI_PROC_NULL)
            for (int j = 0; j < n; j++)
                ey[1][j] = t;
        else
            change_ey(n, 1, 2, ey, hz);
        MPI_Irecv(ey[mine + 1], n - 1, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(ey[1], n - 1, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &request[1]);
        change_hz(n, 1, mine, hz, ex, ey);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        change_hz(n, mine, last, hz, ex, ey);
    }

    double energy = 0.0, total;
    for (int i = 1; i <= mine; i++)
        for (int j = 0; j < n; j++)
            energy += ex[i][j] * ex[i][j] + ey[i][j] * ey[i][j] + hz[i][j] * hz[i][j];
    MPI_Reduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    int m = n / 2, here = m >= first && m < first + mine;
    double middle = value_of(here, here ? hz[m - first + 1][m] : 0.0);
    if (rank == 0) {
        printf("fdtd2d %d x %d, %d steps\n", n, n, steps);
        printf("energy %.10g\n", total);
        printf("hz in the middle %.10g\n", middle);
    }
    free(ex);
    free(ey);
    free(hz);
    MPI_Finalize();
    return 0;
}
