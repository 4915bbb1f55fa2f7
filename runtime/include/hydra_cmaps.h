/* hydra_cmaps.h: what C made of CMAPS calls. Plain C, so that any compiler makes the sequential program of it. Whatever
 * stops here does so on all ranks alike, with status 70. */
#ifndef HYDRA_CMAPS_H
#define HYDRA_CMAPS_H

#include <hydra_layouts.h>
#include <hydra_waves.h>
#include <stdio.h>
#include <stdlib.h>

/* Copies of element functions for one call. */
#define HYDRA_INLINE static inline __attribute__((always_inline))
#define HYDRA_CALLED static __attribute__((cold, unused))

static inline void hydra_stop(const char* at, const char* what) {
    fflush(stdout);
    fprintf(stderr, "hydra: %s: %s\n", at, what);
    exit(70);
}

/* ---- Places -------------------------------------------------------------------------------------------------------
 */

static inline long hydra_larger(long a, long b) { return a > b ? a : b; }
static inline long hydra_smaller(long a, long b) { return a < b ? a : b; }

/* e modulo n, as an index: cyc(e) in a dimension of extent n. hydracc reads the plain form; what is compiled looks
 * first whether the place wraps at all, since most do not and division is slow. */
static inline long hydra_wrapped(long e, long n) {
    const long rest = e % n;
    return rest < 0 ? rest + n : rest;
}
#ifdef __HYDRA_READS__
static inline long hydra_cyc(long e, long n) {
    const long rest = e % n;
    return rest < 0 ? rest + n : rest;
}
#else
static inline long hydra_cyc(long e, long n) {
    return __builtin_expect((unsigned long)e < (unsigned long)n, 1) ? e : hydra_wrapped(e, n);
}
#endif

/* e, of which hydracc knows nothing. */
#ifdef __HYDRA_READS__
long hydra_rt_opaque(long e);
#else
static inline long hydra_rt_opaque(long e) { return e; }
#endif

/* The same where all rounds of the loop over `all`, whatever they are shifted by, name the whole dimension, which is
 * all that hydracc needs to know. */
#ifdef __HYDRA_READS__
static inline long hydra_turn(long e, long n, long all) {
    (void)e, (void)n;
    return all;
}
#else
static inline long hydra_turn(long e, long n, long all) {
    (void)all;
    return hydra_cyc(e, n);
}
#endif

/* What only runs, and does not change what is named: loops are cut where places wrap, and between two such cuts a place
 * is so many elements away from the round that names it. hydracc reads HYDRA_RUNS as nothing, and the first form of
 * HYDRA_PLACE. */
#ifdef __HYDRA_READS__
#define HYDRA_RUNS(...)
#define HYDRA_PLACE(read, run) (read)
#else
#define HYDRA_RUNS(...) __VA_ARGS__
#define HYDRA_PLACE(read, run) (run)
#endif

/* How far the place `e` modulo `n` is from `by` times the round k. `last` becomes the last round up to which that is
 * so. */
static inline long hydra_shift(long* last, long by, long k, long e, long n) {
    const long place = hydra_cyc(e, n), end = k + (n - 1 - place) / by;
    if (end < *last)
        *last = end;
    return place - by * k;
}

static inline int hydra_inside(long e, long n) { return 0 <= e && e < n; }

/* The least and the greatest value of c * i for first <= i <= last. */
static inline long hydra_least(long c, long first, long last) { return c > 0 ? c * first : c * last; }
static inline long hydra_greatest(long c, long first, long last) { return c > 0 ? c * last : c * first; }

/* The first and the last i for which 0 <= c * i + d < n: an empty range where there is none, all where c is 0. */
static inline long hydra_first_inside(long c, long d, long n) {
    if (c == 0)
        return hydra_inside(d, n) ? 0 : __LONG_MAX__ / 2;
    if (c > 0)
        return d >= 0 ? -(d / c) : (-d + c - 1) / c;
    return d - (n - 1) >= 0 ? (d - (n - 1) - c - 1) / -c : -((n - 1 - d) / -c);
}
static inline long hydra_last_inside(long c, long d, long n) {
    if (c == 0)
        return hydra_inside(d, n) ? __LONG_MAX__ / 2 : -1;
    if (c > 0)
        return n - 1 - d >= 0 ? (n - 1 - d) / c : -((d - (n - 1) + c - 1) / c);
    return d >= 0 ? d / -c : -((-d - c - 1) / -c);
}

static inline long hydra_last_hit(long first, long last, long step) {
    return last < first ? last : first + (last - first) / step * step;
}

/* ---- Checks -------------------------------------------------------------------------------------------------------
 */

static inline long hydra_extent(long n, const char* at, const char* name, int dimension) {
    if (n < 0) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: the extent of '%s' in dimension %d is negative: %ld\n", at, name, dimension, n);
        exit(70);
    }
    return n;
}

static inline void hydra_has_memory(const void* memory, long count, const char* at, const char* name) {
    if (memory == 0 && count > 0) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: there is no memory for the %ld elements of '%s'\n", at, count, name);
        exit(70);
    }
}

static inline void hydra_leads(long step, const char* at) {
    if (step == 0)
        hydra_stop(at, "a step of 0 leads nowhere");
}

static inline void hydra_stride(long step, const char* at) {
    if (step < 1)
        hydra_stop(at, "the stride of a range is not positive");
}

/* The product of two extents. */
static inline long hydra_times(long a, long b, const char* at, const char* name) {
    if (a > 0 && b > __LONG_MAX__ / 16 / a) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: '%s' has more elements than memory can have: %ld * %ld\n", at, name, a, b);
        exit(70);
    }
    return a * b;
}

/* Where serial code reads one element. hydracc reads which one that is; what is compiled looks first whether there is
 * one. */
#ifdef __HYDRA_READS__
#define hydra_place(e, n, at, array, dimension) ((long)(e))
#else
static inline long hydra_place(long e, long n, const char* at, const char* array, int dimension) {
    if (e < 0 || e >= n) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: subscript %ld of '%s' in dimension %d, where its extent is %ld\n", at, e, array,
                dimension, n);
        exit(70);
    }
    return e;
}
#endif

/* A section of so many elements, where the element function says so many. */
static inline void hydra_as_long(long length, long said, const char* at, const char* access, const char* parameter) {
    if (length != said) {
        fflush(stdout);
        fprintf(stderr, "hydra: %s: '%s' is a section of %ld, and '%s' of %ld\n", at, access, length, parameter, said);
        exit(70);
    }
}

/* An access of processes whose subscripts go from `least` to `greatest`. */
static inline void hydra_stays(long least, long greatest, long extent, const char* at, const char* array,
                               const char* access, int dimension) {
    if (least < 0 || greatest >= extent) {
        fflush(stdout);
        fprintf(stderr,
                "hydra: %s: '%s' leaves '%s': its subscript in dimension %d comes to %ld, and the extent there is "
                "%ld\n",
                at, access, array, dimension, least < 0 ? least : greatest, extent);
        exit(70);
    }
}

/* What is periodic in a dimension of that extent: an element, or a section of so many. */
static inline void hydra_wraps(long length, long extent, const char* at, const char* array, const char* access,
                               int dimension) {
    if (extent < 1 || length > extent) {
        fflush(stdout);
        fprintf(stderr,
                extent < 1 ? "hydra: %s: '%s' names an element of '%s', which is empty in dimension %d: %ld of %ld\n"
                           : "hydra: %s: '%s' is a section of '%s' that is longer than its dimension %d: %ld of %ld\n",
                at, access, array, dimension, length, extent);
        exit(70);
    }
}

/* Whether no two indexes of first <= i <= last (in steps) are so far apart. */
static inline int hydra_leaves(long by, long first, long last, long step) {
    return (by < 0 ? -by : by) > last - first || by % step != 0;
}
/* The same around an extent. */
static inline int hydra_turn_leaves(long by, long extent, long first, long last) {
    const long forward = hydra_cyc(by, extent);
    return forward != 0 && forward > last - first && extent - forward > last - first;
}

/* Two arrays behind parameters of which one is written. */
static inline void hydra_apart(const void* a, long a_bytes, const char* a_name, const void* b, long b_bytes,
                               const char* b_name, const char* at) {
    if ((const char*)a < (const char*)b + b_bytes && (const char*)b < (const char*)a + a_bytes) {
        fflush(stdout);
        fprintf(stderr,
                "hydra: %s: '%s' and '%s' are one array, or overlap, and one of them is written; only 'in' parameters "
                "may be the same array\n",
                at, a_name, b_name);
        exit(70);
    }
}

/* ---- What reductions begin with ------------------------------------------------------------------------------------
 */

#define HYDRA_GREATEST(T)                                                                                              \
    _Generic((T)0, float                                                                                               \
             : __builtin_inff(), double                                                                                \
             : __builtin_inf(), long double                                                                            \
             : __builtin_infl(), default                                                                               \
             : (T)((T)-1 > 0 ? (T)-1 : (T)((1ULL << (sizeof(T) * 8 - 1)) - 1)))
#define HYDRA_LEAST(T)                                                                                                 \
    _Generic((T)0, float                                                                                               \
             : -__builtin_inff(), double                                                                               \
             : -__builtin_inf(), long double                                                                           \
             : -__builtin_infl(), default                                                                              \
             : (T)((T)-1 > 0 ? 0 : -(T)((1ULL << (sizeof(T) * 8 - 1)) - 1) - 1))

#endif
