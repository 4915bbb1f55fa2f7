/* hydra.h: what a HYDRA C program may include. The directive `#pragma hydra parallel for` needs no header; this one
 * lets a program ask which hydracc it is built by, and stays valid C for every other compiler. */
#ifndef HYDRA_H
#define HYDRA_H

/* The version of hydracc that this header belongs to: 100 * major + minor. */
#define HYDRA_VERSION 1

/* Indexes of one dimension, in steps; the end belongs to them. */
typedef struct {
    long begin, end, step;
} hydra_range;

/* A layout of one's own, of an array with these extents on so many processes, which count from 0.
 * rank_of: the process of an index. indexes_of: box number `box` of a process, one range a dimension, into out; 0 where
 * it has no such box. The boxes of all are all there is of the array, once each. */
typedef long hydra_rank_of(const long* index, const long* extent, int dims, int ranks, void* data);
typedef int hydra_indexes_of(int rank, int box, const long* extent, int dims, int ranks, void* data, hydra_range* out);

/* A layout of CMAPS: which process the indexes of an array lie with. */
typedef struct {
    int kind; /* HYDRA_LAYOUT_… */
    long n;   /* block-cyclic: indexes a block; weighted: how many weights */
    const double* weights;
    hydra_rank_of* rank_of;
    hydra_indexes_of* indexes_of;
    void* data;
} hydra_layout;

enum {
    HYDRA_LAYOUT_BLOCK,
    HYDRA_LAYOUT_CYCLIC,
    HYDRA_LAYOUT_BLOCK_CYCLIC,
    HYDRA_LAYOUT_WEIGHTED,
    HYDRA_LAYOUT_GRID,
    HYDRA_LAYOUT_QUADTREE,
    HYDRA_LAYOUT_OWN
};

/* Of the first dimension. Sizes differ by at most one, longer ones first; index i with process i mod P; n indexes in
 * turn; process r has w[r mod count] of the sum (w is read whenever the layout is used). */
#define HYDRA_BLOCK ((hydra_layout){HYDRA_LAYOUT_BLOCK, 1, 0, 0, 0, 0})
#define HYDRA_CYCLIC ((hydra_layout){HYDRA_LAYOUT_CYCLIC, 1, 0, 0, 0, 0})
#define HYDRA_BLOCK_CYCLIC(n) ((hydra_layout){HYDRA_LAYOUT_BLOCK_CYCLIC, (n), 0, 0, 0, 0})
#define HYDRA_WEIGHTED(w, count) ((hydra_layout){HYDRA_LAYOUT_WEIGHTED, (count), (w), 0, 0, 0})
/* Of all dimensions: the grid of processes with the least border; the longest dimension cut in the ratio of the two
 * halves of the processes, again and again; one's own. */
#define HYDRA_GRID ((hydra_layout){HYDRA_LAYOUT_GRID, 1, 0, 0, 0, 0})
#define HYDRA_QUADTREE ((hydra_layout){HYDRA_LAYOUT_QUADTREE, 1, 0, 0, 0, 0})
#define HYDRA_LAYOUT(rank_of, indexes_of, data)                                                                        \
    ((hydra_layout){HYDRA_LAYOUT_OWN, 1, 0, (rank_of), (indexes_of), (data)})

/* How the parts of an array (CMAPS, ArrayDivide) get processes: all of them each; shares in proportion to sizes, which
 * are disjoint where there are enough; one's own: group `group` has processes first, …, first + count - 1 of `ranks`.
 */
typedef void hydra_first_count(int group, const long* size, int groups, int ranks, void* data, int* first, int* count);
typedef struct {
    int kind; /* HYDRA_GROUPS_… */
    long n;   /* groups */
    hydra_first_count* first_count;
    void* data;
} hydra_groups;

enum { HYDRA_GROUPS_ALL, HYDRA_GROUPS_IN_PROPORTION, HYDRA_GROUPS_OWN };

#define HYDRA_ALL(n) ((hydra_groups){HYDRA_GROUPS_ALL, (n), 0, 0})
#define HYDRA_IN_PROPORTION(n) ((hydra_groups){HYDRA_GROUPS_IN_PROPORTION, (n), 0, 0})
#define HYDRA_GROUPS(n, first_count, data) ((hydra_groups){HYDRA_GROUPS_OWN, (n), (first_count), (data)})

#endif
