/* The rotation of a vector, by hand with MPI: element i of the result is f of element i + rot, modulo the length. Ranks
 * have blocks; each sends what lies in its block of what another one needs, and works on its own part while messages are
 * on their way. Twice: by rot, and then by -3 rot. Prints some elements of both results. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, ranks;

static double f(double m) { return 2 * m + 1; }
static long lesser(long a, long b) { return a < b ? a : b; }
static long greater(long a, long b) { return a > b ? a : b; }

/* Where the block of rank r begins; longer blocks come first. */
static long first(long n, int r) { return r * (n / ranks) + lesser(r, n % ranks); }

/* to[i] = f(from[(i + rot) mod n]); both are the blocks of this rank. What is needed of [0, n) is a range of [0, 2 n),
 * where each block occurs twice, n apart (lap 0 and 1). */
static void rotate(long n, const double *from, long rot, double *to) {
    const long shift = (rot % n + n) % n, mine = first(n, rank), end = first(n, rank + 1);
    MPI_Request *request = malloc(4 * ranks * sizeof *request);
    int requests = 0;
    for (int r = 0; r < ranks; r++)
        for (int lap = 0; r != rank && lap < 2; lap++) {
            const long low = greater(mine + shift, first(n, r) + lap * n);
            const long high = lesser(end + shift, first(n, r + 1) + lap * n);
            if (low < high)
                MPI_Irecv(to + low - shift - mine, high - low, MPI_DOUBLE, r, lap, MPI_COMM_WORLD,
                          &request[requests++]);
        }
    const int receives = requests;
    for (int r = 0; r < ranks; r++)
        for (int lap = 0; lap < 2; lap++) {
            const long low = greater(first(n, r) + shift, mine + lap * n);
            const long high = lesser(first(n, r + 1) + shift, end + lap * n);
            const double *part = from + low - lap * n - mine;
            if (low < high && r != rank)
                MPI_Isend(part, high - low, MPI_DOUBLE, r, lap, MPI_COMM_WORLD, &request[requests++]);
        }
    for (int lap = 0; lap < 2; lap++) {
        const long low = greater(mine + shift, mine + lap * n), high = lesser(end + shift, end + lap * n);
        for (long i = low; i < high; i++)
            to[i - shift - mine] = f(from[i - lap * n - mine]);
    }
    for (int k = 0; k < receives; k++) {
        MPI_Status status;
        int which, count;
        MPI_Waitany(receives, request, &which, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        const long low = greater(mine + shift, first(n, status.MPI_SOURCE) + status.MPI_TAG * n) - shift - mine;
        for (long i = low; i < low + count; i++)
            to[i] = f(to[i]);
    }
    MPI_Waitall(requests - receives, request + receives, MPI_STATUSES_IGNORE);
    free(request);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const long n = argc > 1 ? atol(argv[1]) : 20, rot = argc > 2 ? atol(argv[2]) : 3, step = n / 20 + 1;
    const long mine = first(n, rank), length = first(n, rank + 1) - mine;
    double *M = malloc(length * sizeof(double)), *M2 = malloc(length * sizeof(double));
    double shown[20][2] = {{0}}, all[20][2];
    for (long i = 0; i < length; i++)
        M[i] = mine + i;
    rotate(n, M, rot, M2);
    rotate(n, M2, -rot * 3, M);
    for (long i = (mine + step - 1) / step * step; i < mine + length; i += step) {
        shown[i / step][0] = M[i - mine];
        shown[i / step][1] = M2[i - mine];
    }
    MPI_Reduce(shown, all, 40, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    for (long i = 0; rank == 0 && i < n; i += step)
        printf("%g %g\n", all[i / step][0], all[i / step][1]);
    free(M);
    free(M2);
    MPI_Finalize();
    return 0;
}
