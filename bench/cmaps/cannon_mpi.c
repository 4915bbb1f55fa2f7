/* Cannon's product of matrices by hand with MPI: a square number of ranks, of which each has one block of A, B and C.
 * While blocks are multiplied, the next ones are on their way, into a second pair of buffers. All numbers are whole, so
 * that the result is that of cannon.c to the last digit. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef Q
#define Q 12
#endif
#ifndef B
#define B 16
#endif
#define N (Q * B)

static int side; /* of a block */

static double *block(void) { return calloc((size_t)side * side, sizeof(double)); }

static void fill(double *block, int row, int column, int factor) {
    for (long i = 0; i < side; i++)
        for (long j = 0; j < side; j++)
            block[i * side + j] = ((row * side + i) * N + column * side + j) * factor % 19 - 9;
}

static void multiply(const double *restrict a, const double *restrict b, double *restrict c) {
    for (int i = 0; i < side; i++)
        for (int k = 0; k < side; k++)
            for (int j = 0; j < side; j++)
                c[i * side + j] += a[i * side + k] * b[k * side + j];
}

int main(int argc, char **argv) {
    int ranks, rank, at[2], left, right, up, down;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int blocks = (int)lround(sqrt(ranks));
    side = N / blocks;
    if (blocks * blocks != ranks || side * blocks != N) {
        fprintf(stderr, "the number of ranks must be a square, and its root divide %d\n", N);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){blocks, blocks}, (int[]){1, 1}, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, at);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    MPI_Cart_shift(grid, 0, 1, &up, &down);

    double *a = block(), *b = block(), *c = block(), *next_a = block(), *next_b = block();
    int from, to;
    fill(a, at[0], at[1], 7);
    fill(b, at[0], at[1], 11);
    MPI_Cart_shift(grid, 1, -at[0], &from, &to);
    MPI_Sendrecv_replace(a, side * side, MPI_DOUBLE, to, 0, from, 0, grid, MPI_STATUS_IGNORE);
    MPI_Cart_shift(grid, 0, -at[1], &from, &to);
    MPI_Sendrecv_replace(b, side * side, MPI_DOUBLE, to, 1, from, 1, grid, MPI_STATUS_IGNORE);
    for (int t = 1; t <= blocks; t++) {
        MPI_Request request[4];
        if (t < blocks) {
            MPI_Irecv(next_a, side * side, MPI_DOUBLE, right, 0, grid, &request[0]);
            MPI_Irecv(next_b, side * side, MPI_DOUBLE, down, 1, grid, &request[1]);
            MPI_Isend(a, side * side, MPI_DOUBLE, left, 0, grid, &request[2]);
            MPI_Isend(b, side * side, MPI_DOUBLE, up, 1, grid, &request[3]);
        }
        multiply(a, b, c);
        if (t < blocks) {
            MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
            double *swap = a;
            a = next_a, next_a = swap;
            swap = b, b = next_b, next_b = swap;
        }
    }

    double mine[4] = {0}, all[4];
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            mine[0] += c[i * side + j] * ((at[0] * side + i + 2 * (at[1] * side + j)) % 5);
    if (at[0] == 0 && at[1] == 0)
        mine[1] = c[0];
    if (at[0] == 0 && at[1] == blocks - 1)
        mine[2] = c[side - 1];
    if (at[0] == blocks - 1 && at[1] == blocks - 1)
        mine[3] = c[side * side - 1];
    MPI_Reduce(mine, all, 4, MPI_DOUBLE, MPI_SUM, 0, grid);
    if (rank == 0)
        printf("sum %.0f, corners %.0f %.0f %.0f\n", all[0], all[1], all[2], all[3]);
    free(a);
    free(b);
    free(c);
    free(next_a);
    free(next_b);
    MPI_Finalize();
    return 0;
}
