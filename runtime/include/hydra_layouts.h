/* hydra_layouts.h: layouts that numbers must be found for before a loop can be placed by them. Part of hydra_cmaps.h.
 * The run of another compiler is one process, for which layouts are checked all the same. */
#ifndef HYDRA_LAYOUTS_H
#define HYDRA_LAYOUTS_H

#include <hydra.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(HYDRA_RT_H) || defined(__HYDRA_READS__)
/* In the runtime (process/layouts.cpp), the same on all ranks. */
long hydra_rt_processes(void);
void hydra_rt_layout_weight(long place, double weight);
long hydra_rt_layout_weights(void);
long hydra_rt_layout_known(hydra_rank_of* rank_of, hydra_indexes_of* indexes_of, const void* data, long dims, long rows,
                           long columns, long rest);
void hydra_rt_layout_box(long rank, long first, long last, long step, long left, long right, long stride);
long hydra_rt_layout_boxes(long usable);
#else
static inline long hydra_rt_processes(void) { return 1; }
static inline void hydra_rt_layout_weight(long place, double weight) { (void)place, (void)weight; }
static inline long hydra_rt_layout_weights(void) { return 0; }
static inline long hydra_rt_layout_known(hydra_rank_of* rank_of, hydra_indexes_of* indexes_of, const void* data,
                                         long dims, long rows, long columns, long rest) {
    (void)rank_of, (void)indexes_of, (void)data, (void)dims, (void)rows, (void)columns, (void)rest;
    return -1;
}
static inline void hydra_rt_layout_box(long rank, long first, long last, long step, long left, long right,
                                       long stride) {
    (void)rank, (void)first, (void)last, (void)step, (void)left, (void)right, (void)stride;
}
static inline long hydra_rt_layout_boxes(long usable) {
    (void)usable;
    return 0;
}
#endif

/* Of layouts and extents that nothing asks for. */
#define HYDRA_UNUSED __attribute__((unused))

enum { HYDRA_MOST_DIMENSIONS = 16 };

/* Processes first, …, first + count - 1. */
typedef struct {
    long first, count;
} hydra_group;

static inline void hydra_layout_stop(const char* at, const char* what, long a, long b) {
    fflush(stdout);
    fprintf(stderr, "hydra: %s: ", at);
    fprintf(stderr, what, a, b);
    fprintf(stderr, "\n");
    exit(70);
}

static inline hydra_layout hydra_checked_layout(hydra_layout layout, const char* at) {
    if (layout.kind < HYDRA_LAYOUT_BLOCK || layout.kind > HYDRA_LAYOUT_OWN)
        hydra_layout_stop(at, "this is no layout", 0, 0);
    if (layout.kind == HYDRA_LAYOUT_BLOCK_CYCLIC && layout.n < 1)
        hydra_layout_stop(at, "HYDRA_BLOCK_CYCLIC(n) deals out blocks of n indexes, and n is less than 1", 0, 0);
    if (layout.kind == HYDRA_LAYOUT_WEIGHTED && (layout.n < 1 || layout.weights == 0))
        hydra_layout_stop(at, "HYDRA_WEIGHTED(w, count) needs weights, and there are %ld", layout.n, 0);
    if (layout.kind == HYDRA_LAYOUT_OWN && (layout.rank_of == 0 || layout.indexes_of == 0))
        hydra_layout_stop(at, "HYDRA_LAYOUT(rank_of, indexes_of, data) needs both functions", 0, 0);
    return layout;
}

/* The number of what processes have by these weights. */
static inline long hydra_weights_number(hydra_layout layout, long processes, const char* at) {
    double sum = 0;
    for (long rank = 0; rank < processes; rank++) {
        const double weight = layout.weights[rank % layout.n];
        if (!(weight >= 0 && weight <= 1e300))
            hydra_layout_stop(at, "weight %ld of HYDRA_WEIGHTED is negative, or no number", rank % layout.n, 0);
        sum += weight;
    }
    for (long rank = 0; rank < processes; rank++) /* even shares where there is nothing to go by */
        hydra_rt_layout_weight(rank, sum > 0 ? layout.weights[rank % layout.n] : 1);
    return hydra_rt_layout_weights();
}

static inline long hydra_range_count(hydra_range range) {
    return range.end < range.begin ? 0 : (range.end - range.begin) / range.step + 1;
}

/* How many indexes a box has; stops where it is none, or leads to another process. */
static inline long hydra_checked_box(hydra_layout layout, int dims, const long* extent, int ranks, int rank,
                                     const hydra_range* box, const char* at) {
    long count = 1;
    for (int d = 0; d < dims; d++) {
        if (box[d].step < 1)
            hydra_layout_stop(at, "a box that the layout gives process %ld has a step of %ld", rank, box[d].step);
        if (box[d].begin <= box[d].end && (box[d].begin < 0 || box[d].end >= extent[d]))
            hydra_layout_stop(at, "a box that the layout gives process %ld leaves the array in dimension %ld", rank, d);
        count *= hydra_range_count(box[d]);
    }
    if (count == 0)
        return 0;
    long index[HYDRA_MOST_DIMENSIONS];
    for (int d = 0; d < dims; d++)
        index[d] = box[d].begin;
    for (;;) {
        const long owner = layout.rank_of(index, extent, dims, ranks, layout.data);
        if (owner != rank) {
            hydra_layout_stop(at,
                              owner < 0 || owner >= ranks
                                  ? "the layout's rank_of says process %ld, of %ld"
                                  : "the layout contradicts itself: rank_of says process %ld for an index that is in a "
                                    "box of process %ld",
                              owner, owner < 0 || owner >= ranks ? ranks : rank);
        }
        int d = dims - 1;
        while (d >= 0 && (index[d] += box[d].step) > box[d].end) {
            index[d] = box[d].begin;
            d--;
        }
        if (d < 0)
            return count;
    }
}

/* Whether two boxes have an index in common. */
static inline int hydra_boxes_meet(const hydra_range* a, const hydra_range* b, int dims) {
    for (int d = 0; d < dims; d++) {
        int meet = 0;
        const hydra_range* const wide = a[d].step > b[d].step ? &a[d] : &b[d];
        const hydra_range* const other = wide == &a[d] ? &b[d] : &a[d];
        for (long x = wide->begin; x <= wide->end && !meet; x += wide->step)
            meet = other->begin <= x && x <= other->end && (x - other->begin) % other->step == 0;
        if (!meet)
            return 0;
    }
    return 1;
}

static inline long hydra_boxes_number(hydra_layout layout, int dims, const long* extent, int ranks, const char* at) {
    long rest = 1, all = 1, usable = 1, total = 0;
    for (int d = 0; d < dims; d++) {
        all *= extent[d];
        rest = d < 2 ? 1 : rest * 1000003 + extent[d];
    }
    const long columns = dims > 1 ? extent[1] : 1;
    const long known = hydra_rt_layout_known(layout.rank_of, layout.indexes_of, layout.data, dims * 1000000007L + ranks,
                                             extent[0], columns, rest);
    if (known >= 0)
        return known;
    if (all == 0)
        return hydra_rt_layout_boxes(0);
    for (int rank = 0; rank < ranks; rank++) {
        hydra_range box[HYDRA_MOST_DIMENSIONS], earlier[HYDRA_MOST_DIMENSIONS];
        for (int b = 0; layout.indexes_of(rank, b, extent, dims, ranks, layout.data, box); b++) {
            if (b > all)
                hydra_layout_stop(at, "the layout gives process %ld more boxes than the array has indexes, %ld", rank,
                                  all);
            const long count = hydra_checked_box(layout, dims, extent, ranks, rank, box, at);
            if (count == 0)
                continue;
            total += count;
            for (int c = 0; c < b; c++)
                if (layout.indexes_of(rank, c, extent, dims, ranks, layout.data, earlier) &&
                    hydra_boxes_meet(box, earlier, dims))
                    hydra_layout_stop(at, "the layout gives process %ld an index twice, in box %ld and before", rank,
                                      b);
            for (int d = 2; d < dims; d++)
                if (hydra_range_count(box[d]) != extent[d])
                    usable = 0;
            hydra_rt_layout_box(rank, box[0].begin, box[0].end, box[0].step, dims > 1 ? box[1].begin : 0,
                                dims > 1 ? box[1].end : 0, dims > 1 ? box[1].step : 1);
        }
    }
    if (total != all)
        hydra_layout_stop(at, "the layout's boxes have %ld indexes, and the array %ld", total, all);
    return hydra_rt_layout_boxes(usable);
}

/* What the directive's clause `layout` says beside the kind: of an array of that group of processes. */
static inline long hydra_layout_number(hydra_layout layout, hydra_group group, int dims, const long* extent,
                                       const char* at) {
    if (layout.kind == HYDRA_LAYOUT_WEIGHTED)
        return hydra_weights_number(layout, group.count, at);
    if (layout.kind == HYDRA_LAYOUT_OWN)
        return hydra_boxes_number(layout, dims, extent, (int)group.count, at);
    return layout.n;
}

/* ---- Groups of processes ------------------------------------------------------------------------------------------
 */

static inline hydra_group hydra_everyone(void) {
    const hydra_group all = {0, hydra_rt_processes()};
    return all;
}

/* The groups of parts of these sizes, inside of a group. */
static inline void hydra_share_out(hydra_groups groups, const long* size, hydra_group here, hydra_group* out,
                                   const char* at) {
    long total = 0, given = 0;
    for (long g = 0; g < groups.n; g++)
        total += size[g];
    for (long g = 0; g < groups.n; g++) {
        out[g] = here;
        if (groups.kind == HYDRA_GROUPS_IN_PROPORTION && here.count < groups.n) {
            out[g].first = here.first + g * here.count / groups.n;
            out[g].count = 1;
        } else if (groups.kind == HYDRA_GROUPS_IN_PROPORTION) {
            /* One each, and of the others, as many as bring all so far nearest to their share. */
            long before = 0;
            for (long h = 0; h <= g; h++)
                before += size[h];
            const long others = here.count - groups.n;
            const double share = total == 0 ? (double)(g + 1) / (double)groups.n : (double)before / (double)total;
            const long end = g + 1 + (g + 1 == groups.n ? others : (long)((double)others * share + 0.5));
            out[g].first = here.first + given;
            out[g].count = end - given;
            given = end;
        } else if (groups.kind == HYDRA_GROUPS_OWN) {
            int first = 0, count = 0;
            groups.first_count((int)g, size, (int)groups.n, (int)here.count, groups.data, &first, &count);
            if (count < 1 || first < 0 || (long)first + count > here.count)
                hydra_layout_stop(at, "group %ld gets no processes, or some that are not there: of %ld", g, here.count);
            out[g].first = here.first + first;
            out[g].count = count;
        }
    }
}

static inline hydra_groups hydra_checked_groups(hydra_groups groups, const char* at) {
    if (groups.kind < HYDRA_GROUPS_ALL || groups.kind > HYDRA_GROUPS_OWN || groups.n < 1)
        hydra_layout_stop(at, "an array is divided into one group or more, and this says %ld", groups.n, 0);
    if (groups.kind == HYDRA_GROUPS_OWN && groups.first_count == 0)
        hydra_layout_stop(at, "HYDRA_GROUPS(n, first_count, data) needs a function", 0, 0);
    return groups;
}

/* Of the arrays of one call. */
static inline void hydra_one_group(hydra_group a, hydra_group b, const char* at, const char* a_name,
                                   const char* b_name) {
    if (a.first != b.first || a.count != b.count) {
        fflush(stdout);
        fprintf(stderr,
                "hydra: %s: '%s' is of processes %ld to %ld, and '%s' of %ld to %ld; arrays of different groups do not "
                "stand in one call\n",
                at, a_name, a.first, a.first + a.count - 1, b_name, b.first, b.first + b.count - 1);
        exit(70);
    }
}

/* ---- Operators ----------------------------------------------------------------------------------------------------
 */

/* The first of n indexes that process r of so many has, in blocks. */
static inline long hydra_share_start(long n, long processes, long r) {
    return r * (n / processes) + (r < n % processes ? r : n % processes);
}

/* Where a part of so many is asked for; see hydra_place. */
#ifdef __HYDRA_READS__
#define hydra_part(g, groups, at, name) ((long)(g))
#else
static inline long hydra_part(long g, long groups, const char* at, const char* name) {
    if (g < 0 || g >= groups) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: part %ld of '%s', which has %ld\n", at, g, name, groups);
        exit(70);
    }
    return g;
}
#endif

/* Two parts of a divided array in one parallel. */
static inline void hydra_parts_differ(const void* a, const void* b, const char* at, const char* parts,
                                      const char* name) {
    if (a == b) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: '%s' is a part of '%s' that stands here in other words, too; write it alike\n", at,
                name, parts);
        exit(70);
    }
}

/* How many indexes a range of an array's dimension has. */
static inline long hydra_range_length(long begin, long end, long step, long extent, const char* at, const char* name,
                                      int dimension) {
    if (step < 1)
        hydra_layout_stop(at, "the stride of a range is not positive: %ld", step, 0);
    if (begin > end)
        return 0;
    const long last = begin + (end - begin) / step * step;
    if (begin < 0 || last >= extent) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: the range leaves '%s' in dimension %d: it comes to %ld, and the extent is %ld\n",
                at, name, dimension, begin < 0 ? begin : last, extent);
        exit(70);
    }
    return (end - begin) / step + 1;
}

static inline void hydra_same_extent(long a, long b, const char* at, const char* a_name, const char* b_name,
                                     int dimension) {
    if (a != b) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: in dimension %d, '%s' has %ld and '%s' has %ld\n", at, dimension, a_name, a, b_name,
                b);
        exit(70);
    }
}

static inline void hydra_in_groups(long least, long greatest, long groups, const char* at, const char* name) {
    if (least < 0 || greatest >= groups) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: '%s' holds %ld, and the groups are 0 to %ld\n", at, name,
                least < 0 ? least : greatest, groups - 1);
        exit(70);
    }
}

#endif
