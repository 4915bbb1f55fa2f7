/* hydra_operators.h: redistribution of plain arrays (thesis, section 9.5.3), for HYDRA C: what ArrayRemapRange,
 * ArrayRemapMask, ArrayDivide and ArrayMerge are in CMAPS. Plain C, of which any compiler makes the sequential program.
 *
 * An element is `size` bytes, whatever its type is; an array has its extents row by row, as C lays it out. What comes
 * back is from malloc, and the caller's. `layout` says which process (rank) the elements of the result lie with, and
 * nothing else. What is wrong stops all ranks alike, with status 70 and the place of the call. */
#ifndef HYDRA_OPERATORS_H
#define HYDRA_OPERATORS_H

#include <hydra_layouts.h>
#include <string.h>

#define HYDRA_OPERATORS_TEXT(x) #x
#define HYDRA_OPERATORS_LINE(x) HYDRA_OPERATORS_TEXT(x)
#define HYDRA_HERE __FILE__ ":" HYDRA_OPERATORS_LINE(__LINE__)

/* The elements of a[range[0]][range[1]]…; a has dims (1 to 4) dimensions of these extents.
 *     void* hydra_remap_range(const void* a, unsigned long size, int dims, const long* extent,
 *                             const hydra_range* range, hydra_layout layout) */
#define hydra_remap_range(...) hydra_remap_range_at(HYDRA_HERE, __VA_ARGS__)
/* The elements of a[0], …, a[n - 1] where mask is not 0, in their order; *count becomes how many there are.
 *     void* hydra_remap_mask(const void* a, unsigned long size, const int* mask, long n, long* count,
 *                            hydra_layout layout) */
#define hydra_remap_mask(...) hydra_remap_mask_at(HYDRA_HERE, __VA_ARGS__)
/* parts[g] becomes the elements whose mask is g, in their order, and count[g] how many; other values than 0, …,
 * groups.n - 1 are an error. Each part lies with the processes of its group.
 *     void hydra_divide(const void* a, unsigned long size, const int* mask, long n, hydra_layout layout,
 *                       hydra_groups groups, void** parts, long* count) */
#define hydra_divide(...) hydra_divide_at(HYDRA_HERE, __VA_ARGS__)
/* The elements of all parts, one part after the other.
 *     void* hydra_merge(void* const* parts, const long* count, long groups, unsigned long size, hydra_layout layout) */
#define hydra_merge(...) hydra_merge_at(HYDRA_HERE, __VA_ARGS__)

/* One element. hydracc reads the bytes; what is compiled moves them at once. */
#ifdef __HYDRA_READS__
#define HYDRA_MOVE(to, from, size)                                                                                     \
    for (unsigned long hydra_byte = 0; hydra_byte < (size); hydra_byte++)                                              \
    (to)[hydra_byte] = (from)[hydra_byte]
#else
#define HYDRA_MOVE(to, from, size) hydra_move_element((to), (from), (size))
#endif
static inline void hydra_move_element(char* to, const char* from, unsigned long size) {
    if (size == 8)
        memcpy(to, from, 8);
    else if (size == 4)
        memcpy(to, from, 4);
    else
        memmove(to, from, size);
}

static inline void* hydra_operator_memory(long count, unsigned long size, const char* at) {
    if (size == 0)
        hydra_layout_stop(at, "an element has no bytes", 0, 0);
    void* const memory = calloc((unsigned long)(count > 0 ? count : 1), size);
    if (memory == 0)
        hydra_layout_stop(at, "there is no memory for %ld elements of %ld bytes", count, (long)size);
    return memory;
}

static inline void* hydra_remap_range_at(const char* at, const void* a, unsigned long size, int dims,
                                         const long* extent, const hydra_range* range, hydra_layout said) {
    const hydra_layout layout = hydra_checked_layout(said, at);
    if (dims < 1 || dims > 4)
        hydra_layout_stop(at, "hydra_remap_range takes arrays of 1 to 4 dimensions, and this says %ld", dims, 0);
    long n[4] = {1, 1, 1, 1}, begin[4] = {0, 0, 0, 0}, step[4] = {1, 1, 1, 1}, count[4] = {1, 1, 1, 1};
    for (int d = 0; d < dims; d++) {
        n[d] = extent[d];
        begin[d] = range[d].begin;
        step[d] = range[d].step;
        count[d] = hydra_range_length(range[d].begin, range[d].end, range[d].step, extent[d], at, "the array", d);
    }
    const long number HYDRA_UNUSED = hydra_layout_number(layout, hydra_everyone(), dims, count, at);
    const long processes HYDRA_UNUSED = hydra_rt_processes();
    const long n1 = n[1], n2 = n[2], n3 = n[3], c0 = count[0], c1 = count[1], c2 = count[2], c3 = count[3];
    const long b0 = begin[0], b1 = begin[1], b2 = begin[2], b3 = begin[3];
    const long s0 = step[0], s1 = step[1], s2 = step[2], s3 = step[3];
    char* const made = (char*)hydra_operator_memory(c0 * c1 * c2 * c3, size, at);
    if (dims == 1) {
        const char(*const from)[size] = (const char(*)[size])a;
        char(*const to)[size] = (char(*)[size])made;
#pragma hydra parallel for layout(layout.kind, number, c0, 1, 0, 1, 0, 0, 0, processes)
        for (long i = 0; i < c0; i++)
            HYDRA_MOVE(to[i], from[b0 + s0 * i], size);
        return made;
    }
    const char(*const from)[n1][n2][n3][size] = (const char(*)[n1][n2][n3][size])a;
    char(*const to)[c1][c2][c3][size] = (char(*)[c1][c2][c3][size])made;
#pragma hydra parallel for layout(layout.kind, number, c0, 1, 0, c1, 0, 0, 0, processes)
    for (long i = 0; i < c0; i++)
        for (long j = 0; j < c1; j++)
            for (long k = 0; k < c2; k++)
                for (long l = 0; l < c3; l++)
                    HYDRA_MOVE(to[i][j][k][l], from[b0 + s0 * i][b1 + s1 * j][b2 + s2 * k][b3 + s3 * l], size);
    return made;
}

/* How many of first[r], …, first[r + 1] - 1 have the mask that is wanted (any: one that is not 0), in front of each
 * process r; in start[processes], how many there are of all. */
static inline void hydra_count_selected(const int* mask, int any, long wanted, long processes, const long* first,
                                        long* start) {
#pragma hydra parallel for layout(0, 1, processes, 1, 0, 1, 0, 0, 0, processes)
    for (long r = 0; r < processes; r++) {
        long counted = 0;
        for (long k = first[r]; k < first[r + 1]; k++)
            counted += any ? mask[k] != 0 : mask[k] == wanted;
        start[r] = counted;
    }
    long all = 0;
    for (long r = 0; r < processes; r++) {
        const long own = start[r];
        start[r] = all;
        all += own;
    }
    start[processes] = all;
}

/* Those elements, one after the other; each process of `group` has some of them, by the layout. */
static inline void* hydra_selected(const void* a, unsigned long size, const int* mask, int any, long wanted,
                                   const long* first, const long* start, hydra_layout layout, hydra_group group,
                                   const char* at) {
    const long processes = hydra_rt_processes(), all = start[processes];
    char* const made = (char*)hydra_operator_memory(all, size, at);
    const long number HYDRA_UNUSED = hydra_layout_number(layout, group, 1, &start[processes], at);
    const char(*const from)[size] = (const char(*)[size])a;
    char(*const to)[size] = (char(*)[size])made;
#pragma hydra parallel for layout(0, 1, processes, 1, 0, 1, 0, 0, 0, processes)
    for (long r = 0; r < processes; r++) {
        char(*const picked)[size] = (char(*)[size])malloc((unsigned long)(first[r + 1] - first[r] + 1) * size);
        long count = 0;
        for (long k = first[r]; k < first[r + 1]; k++) {
            HYDRA_MOVE(picked[count], from[k], size);
            count += any ? mask[k] != 0 : mask[k] == wanted;
        }
        for (long k = start[r]; k < start[r + 1]; k++)
            HYDRA_MOVE(to[k], picked[k - start[r]], size);
        free(picked);
    }
#pragma hydra parallel for layout(layout.kind, number, all, 1, 0, 1, 0, 0, group.first, group.count)
    for (long k = 0; k < all; k++)
        HYDRA_MOVE(to[k], to[k], size);
    return made;
}

/* Where the block of each process begins. */
static inline long* hydra_blocks_of(long n, long processes, const char* at) {
    long* const first = (long*)hydra_operator_memory(processes + 1, sizeof(long), at);
    for (long r = 0; r <= processes; r++)
        first[r] = hydra_share_start(n, processes, r);
    return first;
}

static inline void* hydra_remap_mask_at(const char* at, const void* a, unsigned long size, const int* mask, long n,
                                        long* count, hydra_layout said) {
    const hydra_layout layout = hydra_checked_layout(said, at);
    if (n < 0)
        hydra_layout_stop(at, "an array has %ld elements", n, 0);
    const long processes = hydra_rt_processes();
    long* const first = hydra_blocks_of(n, processes, at);
    long* const start = (long*)hydra_operator_memory(processes + 1, sizeof(long), at);
    hydra_count_selected(mask, 1, 0, processes, first, start);
    *count = start[processes];
    void* const made = hydra_selected(a, size, mask, 1, 0, first, start, layout, hydra_everyone(), at);
    free(start);
    free(first);
    return made;
}

static inline void hydra_divide_at(const char* at, const void* a, unsigned long size, const int* mask, long n,
                                   hydra_layout said, hydra_groups said_groups, void** parts, long* count) {
    const hydra_layout layout = hydra_checked_layout(said, at);
    const hydra_groups groups = hydra_checked_groups(said_groups, at);
    if (n < 0)
        hydra_layout_stop(at, "an array has %ld elements", n, 0);
    long least = 0, greatest = 0;
#pragma hydra parallel for reduction(min : least) reduction(max : greatest)
    for (long k = 0; k < n; k++) {
        if (mask[k] < least)
            least = mask[k];
        if (mask[k] > greatest)
            greatest = mask[k];
    }
    hydra_in_groups(least, greatest, groups.n, at, "the mask");
    const long processes = hydra_rt_processes();
    long* const first = hydra_blocks_of(n, processes, at);
    long* const start = (long*)hydra_operator_memory((processes + 1) * groups.n, sizeof(long), at);
    hydra_group* const shares = (hydra_group*)hydra_operator_memory(groups.n, sizeof(hydra_group), at);
    for (long g = 0; g < groups.n; g++) {
        hydra_count_selected(mask, 0, g, processes, first, start + g * (processes + 1));
        count[g] = start[g * (processes + 1) + processes];
    }
    hydra_share_out(groups, count, hydra_everyone(), shares, at);
    for (long g = 0; g < groups.n; g++)
        parts[g] = hydra_selected(a, size, mask, 0, g, first, start + g * (processes + 1), layout, shares[g], at);
    free(shares);
    free(start);
    free(first);
}

static inline void* hydra_merge_at(const char* at, void* const* parts, const long* count, long groups,
                                   unsigned long size, hydra_layout said) {
    const hydra_layout layout = hydra_checked_layout(said, at);
    long all = 0, offset = 0;
    for (long g = 0; g < groups; g++)
        all += count[g];
    char* const made = (char*)hydra_operator_memory(all, size, at);
    const long number HYDRA_UNUSED = hydra_layout_number(layout, hydra_everyone(), 1, &all, at);
    const long processes HYDRA_UNUSED = hydra_rt_processes();
    char(*const to)[size] = (char(*)[size])made;
    for (long g = 0; g < groups; g++) {
        const char(*const from)[size] = (const char(*)[size])parts[g];
        const long own = count[g];
#pragma hydra parallel for layout(layout.kind, number, all, 1, offset, 1, 0, 0, 0, processes)
        for (long k = 0; k < own; k++)
            HYDRA_MOVE(to[offset + k], from[k], size);
        offset += own;
    }
    return made;
}

#endif
