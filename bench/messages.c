/* A step's messages to both neighbours in a ring, in three ways that MPI offers: started one by one each time, as the
 * runtime does; as persistent requests; and as one neighbourhood collective. Each way must bring the right bytes.
 * Prints lines "BYTES one_by_one persistent neighbourhood", in microseconds a step: of REPEATS rounds, in which the three
 * take turns, the least time. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ways = 3 };

static char *out[2], *in[2];
static int to[2]; /* the rank below, and the one above */
static MPI_Comm ring;

static void check(int bytes, int step)
{
    for (int side = 0; side < 2; side++)
        if (in[side][0] != (char)(to[side] + step) || in[side][bytes - 1] != (char)(to[side] + step)) {
            fprintf(stderr, "wrong bytes from rank %d in step %d\n", to[side], step);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

static double run(int way, int bytes, int steps)
{
    MPI_Request requests[4];
    int rank, counts[2] = {bytes, bytes};
    /* With two ranks both neighbours are one: what goes up is received from below. */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (way == 1)
        for (int side = 0; side < 2; side++) {
            MPI_Recv_init(in[side], bytes, MPI_BYTE, to[side], side, MPI_COMM_WORLD, &requests[side]);
            MPI_Send_init(out[side], bytes, MPI_BYTE, to[side], 1 - side, MPI_COMM_WORLD, &requests[2 + side]);
        }
    MPI_Aint sends[2], receives[2];
    MPI_Datatype types[2] = {MPI_BYTE, MPI_BYTE};
    for (int side = 0; side < 2; side++) {
        MPI_Get_address(out[side], &sends[side]);
        MPI_Get_address(in[side], &receives[side]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        out[0][0] = out[1][0] = out[0][bytes - 1] = out[1][bytes - 1] = (char)(rank + step);
        if (way == 0) {
            for (int side = 0; side < 2; side++)
                MPI_Irecv(in[side], bytes, MPI_BYTE, to[side], side, MPI_COMM_WORLD, &requests[side]);
            for (int side = 0; side < 2; side++)
                MPI_Isend(out[side], bytes, MPI_BYTE, to[side], 1 - side, MPI_COMM_WORLD, &requests[2 + side]);
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        } else if (way == 1) {
            MPI_Startall(4, requests);
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        } else {
            MPI_Neighbor_alltoallw(MPI_BOTTOM, counts, sends, types, MPI_BOTTOM, counts, receives, types, ring);
        }
        check(bytes, step);
    }
    const double mine = (MPI_Wtime() - start) / steps * 1e6;
    double most;
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int r = 0; way == 1 && r < 4; r++)
        MPI_Request_free(&requests[r]);
    return most;
}

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 2000, repeats = argc > 2 ? atoi(argv[2]) : 7;
    int rank, ranks, periodic = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    to[0] = (rank + ranks - 1) % ranks;
    to[1] = (rank + 1) % ranks;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &periodic, 0, &ring);
    for (int bytes = 64; bytes <= 65536; bytes *= 8) {
        double least[ways] = {1e30, 1e30, 1e30};
        for (int side = 0; side < 2; side++) {
            out[side] = malloc((size_t)bytes);
            in[side] = malloc((size_t)bytes);
            memset(out[side], 0, (size_t)bytes);
        }
        for (int round = 0; round < repeats; round++)
            for (int way = 0; way < ways; way++) {
                const double time = run(way, bytes, steps);
                least[way] = time < least[way] ? time : least[way];
            }
        if (rank == 0)
            printf("%d %.2f %.2f %.2f\n", bytes, least[0], least[1], least[2]);
        for (int side = 0; side < 2; side++) {
            free(out[side]);
            free(in[side]);
        }
    }
    MPI_Finalize();
    return 0;
}
