/* What the programs written by hand share: how n things are dealt out in blocks, memory that begins at a page, and the
 * fetching of a single value from the rank that has it, for printing.
 */
#ifndef HAND_H
#define HAND_H

#include <mpi.h>
#include <stdlib.h>

/* The first of a rank's things; the first n % ranks ranks have one more than others. first_of(n, ranks, ranks) is n. */
static inline int first_of(int n, int ranks, int rank) {
    return rank * (n / ranks) + (rank < n % ranks ? rank : n % ranks);
}

/* Page-aligned memory for at least that many bytes; ends all ranks where there is none. The caller frees it. */
static inline void* pages(size_t bytes) {
    void* memory = aligned_alloc(4096, (bytes / 4096 + 1) * 4096);
    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

/* On rank 0 the value that exactly one rank has (mine != 0). */
static inline double value_of(int mine, double value) {
    double all, one = mine ? value : 0.0;
    MPI_Reduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return all;
}

#endif
