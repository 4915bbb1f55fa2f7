/* Jacobi's method on a square plate, written by hand with MPI: the yardstick for samples/jacobi.c in its swap form.
 *
 * Rows are dealt out in blocks; each rank keeps its rows and one halo row on each side. In each step the halos are
 * exchanged without blocking while the rows that do not need them are computed. Same arithmetic, same output.
 *
 *     mpirun -n P jacobi_mpi [n [steps]]
 */
#include "hand.h"
#include <stdio.h>

static double start(int n, int i, int j)
{
    if (j == 0)
        return 100.0;
    if (i == 0 || i == n - 1 || j == n - 1)
        return 0.0;
    return (double)((i * 7 + j * 13) % 50);
}

static void relax_rows(int n, int lo, int hi, double (*restrict from)[n], double (*restrict to)[n])
{
    for (int i = lo; i < hi; i++)
        for (int j = 1; j < n - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? atoi(argv[1]) : 200;
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    if (n < ranks || n < 3) {
        if (rank == 0)
            printf("at least one row for each rank, please\n");
        MPI_Finalize();
        return 1;
    }

    /* My rows are first .. first+mine-1 of the plate, and 1 .. mine of the local arrays. */
    int first = first_of(n, ranks, rank), mine = first_of(n, ranks, rank + 1) - first;
    size_t bytes = sizeof(double) * (mine + 2) * n;
    double (*a)[n] = pages(bytes);
    double (*b)[n] = pages(bytes);

    for (int i = 1; i <= mine; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = b[i][j] = start(n, first + i - 1, j);

    int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int down = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    int lo = rank == 0 ? 2 : 1;                  /* the plate's border rows stay as they are */
    int hi = rank == ranks - 1 ? mine : mine + 1;

    for (int t = 0; t < steps; t++) {
        MPI_Request request[4];
        MPI_Irecv(&a[0][1], n - 2, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &request[0]);
        MPI_Irecv(&a[mine + 1][1], n - 2, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &request[1]);
        MPI_Isend(&a[1][1], n - 2, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &request[2]);
        MPI_Isend(&a[mine][1], n - 2, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &request[3]);
        int inner_lo = up == MPI_PROC_NULL ? lo : 2;
        int inner_hi = down == MPI_PROC_NULL ? hi : mine;
        relax_rows(n, inner_lo, inner_hi, a, b);
        MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
        if (inner_lo > inner_hi) { /* a single row that needs both halos */
            relax_rows(n, lo, hi, a, b);
        } else {
            relax_rows(n, lo, inner_lo, a, b);
            relax_rows(n, inner_hi, hi, a, b);
        }
        double (*old)[n] = a;
        a = b;
        b = old;
    }

    double sum = 0.0, total;
    for (int i = 1; i <= mine; i++)
        for (int j = 0; j < n; j++)
            sum += a[i][j];
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

    /* The sample values come from whoever has them. */
    int middle = n / 2, wanted[3][2] = {{1, 1}, {middle, 1}, {middle, middle}};
    double value[3], all[3];
    for (int k = 0; k < 3; k++) {
        int i = wanted[k][0] - first + 1;
        value[k] = i >= 1 && i <= mine ? a[i][wanted[k][1]] : 0.0;
    }
    MPI_Reduce(value, all, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

    /* The largest memory of a rank, which is what tests/memory compares. */
    long peak = 0, largest;
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (sscanf(line, "VmHWM: %ld", &peak) == 1)
            break;
    if (status != NULL)
        fclose(status);
    MPI_Reduce(&peak, &largest, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);

    if (rank == 0) {
        printf("jacobi %d x %d, %d steps\n", n, n, steps);
        printf("checksum %.10g\n", total);
        printf("a[1][1] = %.10g\n", all[0]);
        printf("a[%d][1] = %.10g\n", middle, all[1]);
        printf("a[%d][%d] = %.10g\n", middle, middle, all[2]);
        fprintf(stderr, "largest rank: %ld kB\n", largest);
    }
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
