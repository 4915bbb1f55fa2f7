// quicksort.cmaps by hand: every process sorts its block, values at equal distances in all blocks divide the range of
// values, what belongs to a process is sent to it and merged, and blocks of equal size are made again.
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 20000
#endif

static int rank, ranks;

static long start(long i) {
    unsigned long h = (unsigned long)i * 2654435761u;
    return (long)((h ^ (h >> 13)) % 100003);
}

static long first_of(long r) { return r * (N / ranks) + (r < N % ranks ? r : N % ranks); }

static void sort(long *a, long n) {
    while (n > 24) {
        long x = a[0], y = a[n / 2], z = a[n - 1];
        long pivot = x < y ? (y < z ? y : x < z ? z : x) : (x < z ? x : y < z ? z : y);
        long i = 0, j = n - 1;
        for (;; i++, j--) {
            while (a[i] < pivot)
                i++;
            while (a[j] > pivot)
                j--;
            if (i >= j)
                break;
            long t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        long left = i == j ? i : j + 1, right = i == j ? i + 1 : j + 1; // what is at i == j is the pivot
        if (left < n - right) {
            sort(a, left);
            a += right;
            n -= right;
        } else {
            sort(a + right, n - right);
            n = left;
        }
    }
    for (long i = 1; i < n; i++) {
        long x = a[i], j = i;
        for (; j > 0 && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

// Runs next to each other, two and two, until one is left.
static long *merge(long *a, long *b, const int *at, int runs, long n) {
    long *ends = malloc((size_t)(runs + 1) * sizeof(long));
    for (int r = 0; r < runs; r++)
        ends[r] = at[r];
    ends[runs] = n;
    while (runs > 1) {
        int made = 0;
        for (int r = 0; r < runs; r += 2) {
            long i = ends[r], mid = ends[r + 1], last = r + 2 <= runs ? ends[r + 2] : mid, j = mid, k = i;
            while (i < mid && j < last)
                b[k++] = a[j] < a[i] ? a[j++] : a[i++];
            memcpy(b + k, a + i, (size_t)(mid - i) * sizeof(long));
            memcpy(b + k + mid - i, a + j, (size_t)(last - j) * sizeof(long));
            ends[made++] = ends[r];
        }
        ends[made] = n;
        runs = made;
        long *t = a;
        a = b;
        b = t;
    }
    free(ends);
    free(b);
    return a;
}

// What lies in order of processes, so many elements each, becomes blocks.
static long *to_blocks(long *a, long n) {
    int *out = calloc((size_t)ranks * 4, sizeof(int)), *out_at = out + ranks, *in = out_at + ranks, *in_at = in + ranks;
    long begin = 0, own = first_of(rank + 1) - first_of(rank), *b = malloc((size_t)(own + 1) * sizeof(long));
    MPI_Exscan(&n, &begin, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        begin = 0;
    for (int r = 0; r < ranks; r++) {
        long from = begin > first_of(r) ? begin : first_of(r);
        long to = begin + n < first_of(r + 1) ? begin + n : first_of(r + 1);
        out[r] = to > from ? (int)(to - from) : 0;
        out_at[r] = to > from ? (int)(from - begin) : 0;
    }
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 1; r < ranks; r++)
        in_at[r] = in_at[r - 1] + in[r - 1];
    MPI_Alltoallv(a, out, out_at, MPI_LONG, b, in, in_at, MPI_LONG, MPI_COMM_WORLD);
    free(out);
    free(a);
    return b;
}

static long *sort_all(long *a, long n) {
    sort(a, n);
    if (ranks == 1)
        return a;
    long *own = malloc((size_t)ranks * sizeof(long)), *all = malloc((size_t)ranks * (size_t)ranks * sizeof(long));
    for (int r = 0; r < ranks; r++)
        own[r] = n > 0 ? a[r * n / ranks] : LONG_MAX;
    MPI_Allgather(own, ranks, MPI_LONG, all, ranks, MPI_LONG, MPI_COMM_WORLD);
    sort(all, (long)ranks * ranks);
    int *out = calloc((size_t)ranks * 4, sizeof(int)), *out_at = out + ranks, *in = out_at + ranks, *in_at = in + ranks;
    long k = 0;
    for (int r = 0; r < ranks; r++) {
        out_at[r] = (int)k;
        long low = k, high = n; // the first above process r's last value
        while (r < ranks - 1 && low < high) {
            long mid = (low + high) / 2;
            if (a[mid] <= all[(r + 1) * ranks + ranks / 2 - 1])
                low = mid + 1;
            else
                high = mid;
        }
        k = r < ranks - 1 ? low : n;
        out[r] = (int)(k - out_at[r]);
    }
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 1; r < ranks; r++)
        in_at[r] = in_at[r - 1] + in[r - 1];
    long got = in_at[ranks - 1] + in[ranks - 1];
    long *b = malloc((size_t)(got + 1) * sizeof(long)), *c = malloc((size_t)(got + 1) * sizeof(long));
    MPI_Alltoallv(a, out, out_at, MPI_LONG, b, in, in_at, MPI_LONG, MPI_COMM_WORLD);
    b = merge(b, c, in_at, ranks, got);
    free(a);
    free(own);
    free(all);
    free(out);
    return to_blocks(b, got);
}

static int out_of_order(const long *a, long n) {
    long next = LONG_MAX, none = LONG_MAX;
    int wrong = 0, all;
    int before = rank > 0 ? rank - 1 : MPI_PROC_NULL, after = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(n > 0 ? a : &none, 1, MPI_LONG, before, 0, &next, 1, MPI_LONG, after, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (long i = 0; i < n; i++)
        wrong += a[i] > (i < n - 1 ? a[i + 1] : next);
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long first = first_of(rank), n = first_of(rank + 1) - first;
    long *a = malloc((size_t)(n + 1) * sizeof(long));
    for (long i = 0; i < n; i++)
        a[i] = start(first + i);
    a = sort_all(a, n);
    int wrong = out_of_order(a, n);
    long asked[] = {0, N / 3, N / 2, N - 1}, mine[4] = {0}, shown[4];
    for (int k = 0; k < 4; k++)
        if (first <= asked[k] && asked[k] < first + n)
            mine[k] = a[asked[k] - first];
    MPI_Reduce(mine, shown, 4, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d out of order; %ld %ld %ld %ld\n", wrong, shown[0], shown[1], shown[2], shown[3]);
    free(a);
    MPI_Finalize();
    return 0;
}
