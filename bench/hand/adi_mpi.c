/* Alternating directions, written by hand with MPI: the yardstick for samples/adi.c.
 *
 * Rows are dealt out in blocks and stay where they are. Along rows there is nothing to send. Down the columns the
 * ranks form a pipeline: each takes blocks of columns in turn, and hands the last row of a block on to the next rank,
 * which is a good deal less than transposing the arrays. Within a block the columns are innermost, so that the
 * compiler vectorises. The way back up reads only what the way down left, so it needs no messages of its own.
 * Same arithmetic, same output.
 *
 *     mpirun -n P adi_mpi [n [steps]]
 */
#include "hand.h"
#include <stdio.h>
#include <string.h>

#define WIDTH 64 /* columns of a block at most; of 64 to 512 the fastest, on one rank too */

static void sweep_rows(int n, int lo, int hi, double (*restrict x)[n], double (*restrict a)[n], double (*restrict b)[n])
{
    for (int i = lo; i < hi; i++) {
        for (int j = 1; j < n; j++) {
            x[i][j] -= x[i][j - 1] * a[i][j] / b[i][j - 1];
            b[i][j] -= a[i][j] * a[i][j] / b[i][j - 1];
        }
        x[i][n - 1] /= b[i][n - 1];
        for (int j = n - 2; j >= 1; j--)
            x[i][j] = (x[i][j] - x[i][j - 1] * a[i][j - 1]) / b[i][j - 1];
    }
}

/* Rows lo .. hi-1 from those above them, in columns from .. to-1: down the columns, then up. */
static void sweep_down(int n, int lo, int hi, int from, int to, double (*restrict x)[n], double (*restrict a)[n],
                       double (*restrict b)[n])
{
    for (int i = lo; i < hi; i++)
        for (int j = from; j < to; j++) {
            x[i][j] -= x[i - 1][j] * a[i][j] / b[i - 1][j];
            b[i][j] -= a[i][j] * a[i][j] / b[i - 1][j];
        }
}

static void sweep_up(int n, int lo, int hi, int from, int to, double (*restrict x)[n], double (*restrict a)[n],
                     double (*restrict b)[n])
{
    for (int i = hi - 1; i >= lo; i--)
        for (int j = from; j < to; j++)
            x[i][j] = (x[i][j] - x[i - 1][j] * a[i - 1][j]) / b[i][j];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int steps = argc > 2 ? atoi(argv[2]) : 5;
    if (n < ranks || n < 3) {
        if (rank == 0)
            printf("at least one row for each rank, please\n");
        MPI_Finalize();
        return 1;
    }

    /* My rows are first .. first+mine-1, and 1 .. mine of the local arrays; row 0 is the last one of the rank above. */
    int first = first_of(n, ranks, rank), mine = first_of(n, ranks, rank + 1) - first;
    size_t bytes = sizeof(double) * (mine + 1) * n;
    double (*x)[n] = pages(bytes), (*a)[n] = pages(bytes), (*b)[n] = pages(bytes);
    for (int l = rank > 0 ? 0 : 1; l <= mine; l++)
        for (int i = first + l - 1, j = 0; j < n; j++) {
            x[l][j] = (double)((i * (j + 1) + 1) % 23) / n;
            a[l][j] = (double)((i * (j + 2) + 2) % 7) / (10.0 * n);
            b[l][j] = 2.0 + (double)((i + j * 3) % 5) / n;
        }

    int width = n / ranks / 2 < 32 ? 32 : n / ranks / 2; /* enough blocks to keep all ranks busy */
    if (width > WIDTH)
        width = WIDTH;
    int lo = rank == 0 ? 2 : 1;
    int down = rank < ranks - 1, blocks = (n + width - 1) / width;
    double (*packed)[2][WIDTH] = pages(sizeof *packed * blocks);
    MPI_Request *sent = malloc(sizeof *sent * blocks);
    for (int t = 0; t < steps; t++) {
        sweep_rows(n, 1, mine + 1, x, a, b);
        for (int c = 0; c < blocks; c++) {
            int from = c * width, to = from + width < n ? from + width : n, some = to - from;
            if (rank > 0) {
                double above[2][WIDTH];
                MPI_Recv(above, 2 * WIDTH, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                memcpy(&x[0][from], above[0], some * sizeof(double));
                memcpy(&b[0][from], above[1], some * sizeof(double));
            }
            sweep_down(n, lo, mine + 1, from, to, x, a, b);
            if (down) {
                memcpy(packed[c][0], &x[mine][from], some * sizeof(double));
                memcpy(packed[c][1], &b[mine][from], some * sizeof(double));
                MPI_Isend(packed[c], 2 * WIDTH, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &sent[c]);
            } else {
                for (int j = from; j < to; j++)
                    x[mine][j] /= b[mine][j];
            }
            sweep_up(n, lo, down ? mine + 1 : mine, from, to, x, a, b);
        }
        if (down)
            MPI_Waitall(blocks, sent, MPI_STATUSES_IGNORE);
    }

    double sum = 0.0, total;
    for (int i = 1; i <= mine; i++)
        for (int j = 0; j < n; j++)
            sum += x[i][j] * (first + i);
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    int m = n / 2, here = m >= first && m < first + mine;
    double middle_x = value_of(here, here ? x[m - first + 1][m] : 0.0);
    double middle_b = value_of(here, here ? b[m - first + 1][m] : 0.0);
    if (rank == 0) {
        printf("adi %d x %d, %d steps\n", n, n, steps);
        printf("checksum %.10g\n", total);
        printf("x in the middle %.10g, b there %.10g\n", middle_x, middle_b);
    }
    free(x);
    free(a);
    free(b);
    free(packed);
    free(sent);
    MPI_Finalize();
    return 0;
}
