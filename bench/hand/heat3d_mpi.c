/* The heat equation in a cube, written by hand with MPI: the yardstick for samples/heat3d.c.
 *
 * Planes are dealt out in blocks; each rank keeps its planes and one halo plane on each side. In each step the halos
 * are exchanged without blocking while the planes that do not need them are computed. Same arithmetic, same output.
 *
 *     mpirun -n P heat3d_mpi [n [steps]]
 */
#include "hand.h"
#include <stdio.h>

#define RATE 0.125

static double start(int n, int i, int j, int k)
{
    if (i == 0)
        return 1.0;
    if (i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1)
        return 0.0;
    return (double)((i + 2 * j + 3 * k) % 10) / 10.0;
}

static void step_planes(int n, int lo, int hi, double (*restrict u)[n][n], double (*restrict v)[n][n])
{
    for (int i = lo; i < hi; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++) {
                double around = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
                                u[i][j][k - 1] + u[i][j][k + 1];
                v[i][j][k] = u[i][j][k] + RATE * (around - 6.0 * u[i][j][k]);
            }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? atoi(argv[1]) : 40;
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    if (n < ranks || n < 3) {
        if (rank == 0)
            printf("at least one plane for each rank, please\n");
        MPI_Finalize();
        return 1;
    }

    /* My planes are first .. first+mine-1 of the cube, and 1 .. mine of the local arrays. */
    int first = first_of(n, ranks, rank), mine = first_of(n, ranks, rank + 1) - first;
    int plane = n * n;
    size_t bytes = sizeof(double) * (mine + 2) * plane;
    double (*u)[n][n] = pages(bytes);
    double (*v)[n][n] = pages(bytes);

    for (int i = 1; i <= mine; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                u[i][j][k] = v[i][j][k] = start(n, first + i - 1, j, k);

    int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int down = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    int lo = rank == 0 ? 2 : 1;
    int hi = rank == ranks - 1 ? mine : mine + 1;

    for (int t = 0; t < steps; t++) {
        MPI_Request request[4];
        MPI_Irecv(u[0], plane, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &request[0]);
        MPI_Irecv(u[mine + 1], plane, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &request[1]);
        MPI_Isend(u[1], plane, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &request[2]);
        MPI_Isend(u[mine], plane, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &request[3]);
        int inner_lo = up == MPI_PROC_NULL ? lo : 2;
        int inner_hi = down == MPI_PROC_NULL ? hi : mine;
        step_planes(n, inner_lo, inner_hi, u, v);
        MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
        if (inner_lo > inner_hi) { /* a single plane that needs both halos */
            step_planes(n, lo, hi, u, v);
        } else {
            step_planes(n, lo, inner_lo, u, v);
            step_planes(n, inner_hi, hi, u, v);
        }
        double (*old)[n][n] = u;
        u = v;
        v = old;
    }

    double sum = 0.0, hot = 0.0, total, hottest;
    for (int i = 1; i <= mine; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                sum += u[i][j][k];
                if (first + i - 1 > 0 && u[i][j][k] > hot)
                    hot = u[i][j][k];
            }
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&hot, &hottest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);

    int m = n / 2, wanted[2] = {1, m};
    double value[2], all[2];
    for (int k = 0; k < 2; k++) {
        int i = wanted[k] - first + 1;
        value[k] = i >= 1 && i <= mine ? u[i][m][m] : 0.0;
    }
    MPI_Reduce(value, all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

    if (rank == 0) {
        printf("heat3d %d x %d x %d, %d steps\n", n, n, n, steps);
        printf("checksum %.10g, hottest below the hot face %.10g\n", total, hottest);
        printf("u[1][%d][%d] = %.10g\n", m, m, all[0]);
        printf("u[%d][%d][%d] = %.10g\n", m, m, m, all[1]);
    }
    free(u);
    free(v);
    MPI_Finalize();
    return 0;
}
