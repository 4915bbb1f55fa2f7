/* The clock of bench/host.py, linked with every program that it times, so that all are measured by the same means: the
 * seconds from the end of MPI_Init to the beginning of MPI_Finalize, the slowest rank's, after a barrier; and without
 * MPI (-DNO_MPI) those from before main to its end. They go to standard error.
 */
#include <stdio.h>

#ifdef NO_MPI
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double begin;

__attribute__((constructor)) static void start(void)
{
    begin = now();
}

__attribute__((destructor)) static void stop(void)
{
    fprintf(stderr, "program takes %.9f s\n", now() - begin);
}
#else
#include <mpi.h>

static double begin;

static void start(void)
{
    PMPI_Barrier(MPI_COMM_WORLD);
    begin = PMPI_Wtime();
}

int MPI_Init(int *argc, char ***argv)
{
    int error = PMPI_Init(argc, argv);
    start();
    return error;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int error = PMPI_Init_thread(argc, argv, required, provided);
    start();
    return error;
}

int MPI_Finalize(void)
{
    double seconds = PMPI_Wtime() - begin, slowest;
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        fprintf(stderr, "program takes %.9f s\n", slowest);
    return PMPI_Finalize();
}
#endif
