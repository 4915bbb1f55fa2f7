/* hydra_waves.h: the order of wave-fronts. Part of hydra_cmaps.h. */
#ifndef HYDRA_WAVES_H
#define HYDRA_WAVES_H

#include <hydra_layouts.h>

#if defined(HYDRA_RT_H) || defined(__HYDRA_READS__)
long hydra_rt_pipeline(void); /* HYDRA_PIPELINE, or 0 */
#else
static inline long hydra_rt_pipeline(void) { return 0; }
#endif

/* Of so many numbers: 1 where none is negative, -1 where none is positive, 0 where there are both. */
static inline long hydra_wave_direction(int count, const long* by) {
    int up = 1, down = 1;
    for (int k = 0; k < count; k++) {
        up = up && by[k] >= 0;
        down = down && by[k] <= 0;
    }
    return up ? 1 : down ? -1 : 0;
}

/* h, whose product with each of `count` vectors is positive and of which no element is 0. */
static inline void hydra_wave_schedule(int dims, int count, const long* vectors, long* h, const char* at) {
    long greatest = 1;
    for (int k = 0; k < dims; k++)
        h[k] = 0;
    for (int round = 0, against = 0; against < count; round++) {
        if (round > 20000) {
            fflush(stdout);
            fprintf(stderr,
                    "hydra: %s: no order of the processes gives each access the values that it asks for: the accesses "
                    "lead in directions that go against each other\n",
                    at);
            exit(70);
        }
        for (against = 0; against < count; against++) {
            long product = 0;
            int moves = 0;
            for (int k = 0; k < dims; k++) {
                product += h[k] * vectors[against * dims + k];
                moves = moves || vectors[against * dims + k] != 0;
            }
            if (moves && product <= 0)
                break;
        }
        for (int k = 0; k < dims && against < count; k++)
            h[k] += vectors[against * dims + k];
    }
    for (int k = 0; k < dims * count; k++) {
        const long size = vectors[k] < 0 ? -vectors[k] : vectors[k];
        greatest = size > greatest ? size : greatest;
    }
    for (int k = 0; k < dims; k++)
        if (h[k] == 0) { /* so little that no product changes its sign */
            for (int other = 0; other < dims; other++)
                h[other] *= greatest + 1;
            h[k] = 1;
        }
}

/* How many columns a block of a pipeline has. A block costs each rank its elements, about 4 ns each, and what goes with
 * a launch, about 40 us; the pipeline fills while all ranks but one wait. HYDRA_PIPELINE says it otherwise. */
static inline long hydra_wave_width(long columns, long column, long ranks) {
    const long said = hydra_rt_pipeline();
    if (columns < 1)
        return 1;
    if (said > 0)
        return said < columns ? said : columns;
    if (ranks == 1)
        return columns;
    const double own = (double)column / (double)ranks + 1;
    long width = 1;
    while (width < columns && (double)width * (double)width * own * (double)(ranks - 1) < (double)columns * 10000)
        width++;
    return width;
}

/* Rows count the way of the wave: row u lies at position first + by * u of an extent that is dealt out in blocks. Those
 * of a rank. */
static inline long hydra_wave_at(long position, long first, long by, long count) {
    const long far = by > 0 ? position - first : first - position + 1;
    const long size = by > 0 ? by : -by;
    const long u = far <= 0 ? 0 : (far + size - 1) / size;
    return u < count ? u : count;
}
static inline long hydra_wave_begin(long extent, long ranks, long rank, long first, long by, long count) {
    if (by < 0)
        return rank == ranks - 1 ? 0 : hydra_wave_at(hydra_share_start(extent, ranks, rank + 1), first, by, count);
    return rank == 0 ? 0 : hydra_wave_at(hydra_share_start(extent, ranks, rank), first, by, count);
}
static inline long hydra_wave_end(long extent, long ranks, long rank, long first, long by, long count) {
    if (by < 0)
        return rank == 0 ? count : hydra_wave_at(hydra_share_start(extent, ranks, rank), first, by, count);
    return rank == ranks - 1 ? count : hydra_wave_at(hydra_share_start(extent, ranks, rank + 1), first, by, count);
}

#endif
