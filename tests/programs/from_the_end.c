// stderr: the loop writes memory from which its own subscripts come
// distributed: 24 35 44
// offloaded: 24
// Arrays that are read and written backwards, through pointers to where they end.
#include <stdio.h>
#include <stdlib.h>

#define N 200

static double before[N], middle[N], after[N];
static int order[N], skipped[N + 1], picked[N];

static double weigh(const double *end, const int *pick, int n) {
    double sum = 0;
    int i;
    for (i = 0; i < n; i++)
        sum += end[-1 - pick[i]] * (i + 1);
    return sum;
}

static void fill(double *block) {
    int i;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        block[i] = 2 * i;
        before[i] = 3 * i;
        middle[i] = 7 - i;
        after[i] = i * i % 17;
    }
}

static void mix(double *end, double *sums, int *turn) {
    int i, j;
#pragma hydra parallel for private(j)
    for (i = 0; i < 60; i++) {
        sums[i] = 0;
        for (j = -N; j <= 0; j++) {
            if (skipped[j + N])
                continue; // the end itself, among others
            sums[i] += end[j] * i;
        }
    }
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        turn[i] = (turn[i] * 7) % N;
        turn[i] = (int)end[-1 - turn[i]] + 3 * i;
    }
}

int main(void) {
    double *block = malloc(N * sizeof *block), *ends[4], *p, sums[60], total = 0;
    int i, k;
    skipped[N] = skipped[7] = 1;
    for (i = 0; i < N; i++)
        order[i] = (i * 37) % N;
    fill(block);
    ends[0] = block + N;
    ends[1] = before + N;
    ends[2] = middle + N;
    ends[3] = after + N;
    for (k = 0; k < 4; k++)
        printf("%g\n", weigh(ends[k], order, N));
    fill(block);
    p = block + N;
    while (p != block) {
        const double last = *--p;
        total += last * (double)(p - block);
    }
    printf("%g\n", total);
    for (k = 0; k < 4; k++) {
        fill(block);
        for (i = 0; i < N; i++)
            picked[i] = (i * 11) % N;
        mix(ends[k], sums, picked);
        total = 0;
        for (i = 0; i < 60; i++)
            total += sums[i];
        for (i = 0; i < N; i++)
            total += picked[i] * (i % 9);
        printf("%g\n", total);
    }
    fill(block);
    for (k = 0; k < 4; k++)
        for (i = 0; i < N; i++)
            ends[k][-1 - order[i]] += i;
    total = 0;
    for (i = 0; i < N; i++)
        total += block[i] * i + before[i] * (i % 3) - middle[i] + after[i] * (i % 5);
    printf("%g\n", total);
    free(block);
    return 0;
}
