/* Stands in for the runtime: instead of running a launch, compares what the footprint function says of many chunks with
 * what an instrumented copy of the loop, compiled by the C compiler alone, was seen to touch. Where it says which
 * iterations touch which rows, what it says of all iterations, cut to the rows of a chunk, must be what it says of the
 * chunk: plans by rule rely on it. */
#include "recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 4, READ = 0, WRITE = 1, MAYWRITE = 2, MAYREAD = 3, LOGGED = 1 << 20, SHOWN = 20 };

typedef struct {
    long x, at;
    int array, write;
} touch;

int arrays[ARRAYS][SIZE];
long seen_x;
static touch seen[LOGGED];
static long touches, ticks;
static int outside; /* the instrumented loop left the arrays, or runs for very long: nothing is compared */
static const char *loop_name;
static int by_count;
static long launches, skipped, inspected, wide, wrong, ruled;

int *touched(int array, long at, int write)
{
    static int nowhere;
    if (at < -MARGIN || at >= SIZE - MARGIN || touches == LOGGED) {
        outside = 1;
        nowhere = 0;
        return &nowhere;
    }
    seen[touches++] = (touch){seen_x, at + MARGIN, array, write};
    return &arrays[array][at + MARGIN];
}

int *touched_row(int array, long row, long column, long length, int write)
{
    if (column < 0 || column >= length) /* not C, though it works with most compilers */
        outside = 1;
    return touched(array, row * length + column, write);
}

int tick(void)
{
    if (ticks++ > 20000)
        outside = 1;
    return !outside;
}

void begin_loop(const char *name, int counted)
{
    loop_name = name;
    by_count = counted;
    touches = ticks = 0;
    outside = 0;
    for (int a = 0; a < ARRAYS; a++)
        for (int i = 0; i < SIZE; i++)
            arrays[a][i] = (i * 31 + a * 7) % 11;
}

/* ---- what a footprint says --------------------------------------------------------------------------------------- */

typedef struct {
    int array;
    long offset; /* bytes of the slot's pointer from the array's start */
    long elem;
    int dims;
    long len[8];
} shape;

struct hydra_rt_footprint {
    shape slot[64];
    void *const *pointers;
};

static unsigned char said[KINDS][ARRAYS][SIZE];
static struct hydra_rt_footprint current;

enum law { NO_LAW, ROW_LAW, EACH_LAW };
enum { BOXES = 256 };
typedef struct { /* the boxes of one call of a footprint function */
    int count;
    struct {
        const shape *shape;
        int kind;
        enum law law;
        long value, bounds[24];
    } box[BOXES];
    unsigned char lawless[KINDS][ARRAYS]; /* some box of these has no law */
} rules;
static rules *noted; /* where boxes are written down; null: nowhere */

static int kind_of(int how)
{
    switch (how & 7) { /* behind it: which access (HYDRA_RT_OF) */
    case HYDRA_RT_READ: return READ;
    case HYDRA_RT_WRITE: return WRITE;
    case HYDRA_RT_MAYWRITE: return MAYWRITE;
    default: return MAYREAD;
    }
}

void hydra_rt_shape(hydra_rt_footprint *f, int slot, long elem, int dims, const long *len)
{
    shape *s = &f->slot[slot];
    const char *pointer = f->pointers[slot];
    s->array = -1;
    for (int a = 0; a < ARRAYS; a++)
        if (pointer >= (char *)arrays[a] && pointer < (char *)arrays[a] + sizeof arrays[a]) {
            s->array = a;
            s->offset = pointer - (char *)arrays[a];
        }
    s->elem = elem;
    s->dims = dims;
    for (int d = 1; d < dims; d++)
        s->len[d] = len[d - 1];
}

/* Boxes are said in the rows that hydra_rt_shape was told of, whatever the array's own are. */
void hydra_rt_skew(hydra_rt_footprint *f, int slot, long by)
{
    (void)f, (void)slot, (void)by;
}

static void mark(const shape *s, int kind, long byte)
{
    long first = byte / (long)sizeof(int), last = (byte + s->elem - 1) / (long)sizeof(int);
    for (long at = first; at <= last; at++)
        if (byte >= 0 && at < SIZE)
            said[kind][s->array][at] = 1;
}

static void boxed(const shape *s, int kind, const long *bounds, int dim, long index)
{
    if (dim == s->dims) {
        mark(s, kind, s->offset + index * s->elem);
        return;
    }
    for (long x = bounds[3 * dim]; x < bounds[3 * dim + 1]; x += bounds[3 * dim + 2])
        boxed(s, kind, bounds, dim + 1, (dim > 0 ? index * s->len[dim] : 0) + x);
}

void hydra_rt_whole(hydra_rt_footprint *f, int how, int slot)
{
    if (f->slot[slot].array < 0)
        return;
    memset(said[kind_of(how)][f->slot[slot].array], 1, SIZE);
    if (noted)
        noted->lawless[kind_of(how)][f->slot[slot].array] = 1;
}

void hydra_rt_everything(hydra_rt_footprint *f, int how)
{
    (void)f;
    memset(said[kind_of(how)], 1, sizeof said[0]);
    if (noted)
        memset(noted->lawless, 1, sizeof noted->lawless);
}

void hydra_rt_beyond(hydra_rt_footprint *f, const char *what)
{
    (void)what;
    hydra_rt_everything(f, HYDRA_RT_MAYWRITE);
}

static void note(const shape *s, int kind, const long *bounds, enum law law, long value)
{
    if (!noted || s->array < 0)
        return;
    if (law == NO_LAW || noted->count == BOXES) {
        noted->lawless[kind][s->array] = 1;
        return;
    }
    noted->box[noted->count].shape = s;
    noted->box[noted->count].kind = kind;
    noted->box[noted->count].law = law;
    noted->box[noted->count].value = value;
    memcpy(noted->box[noted->count++].bounds, bounds, 3 * (unsigned long)s->dims * sizeof *bounds);
}

static void add_box(hydra_rt_footprint *f, int how, int slot, const long *bounds, enum law law,
                    long value)
{
    const shape *s = &f->slot[slot];
    double elements = 1;
    for (int d = 0; d < s->dims; d++) {
        if (bounds[3 * d + 1] <= bounds[3 * d])
            return;
        elements *= ((double)bounds[3 * d + 1] - (double)bounds[3 * d]) / (double)bounds[3 * d + 2];
    }
    if (s->array < 0)
        return;
    if (elements > 1e6) { /* wider than any array: as good as all of it */
        hydra_rt_whole(f, how, slot);
        return;
    }
    note(s, kind_of(how), bounds, law, value);
    boxed(s, kind_of(how), bounds, 0, 0);
}

void hydra_rt_rows(hydra_rt_footprint *f, int how, int slot, const long *bounds, long distance)
{
    add_box(f, how, slot, bounds, ROW_LAW, distance);
}

void hydra_rt_each(hydra_rt_footprint *f, int how, int slot, const long *bounds, long enough)
{
    add_box(f, how, slot, bounds, EACH_LAW, enough);
}

void hydra_rt_box(hydra_rt_footprint *f, int how, int slot, const long *bounds)
{
    add_box(f, how, slot, bounds, NO_LAW, 0);
}

/* ---- the comparison ---------------------------------------------------------------------------------------------- */

static void complain(const char *what, long lo, long hi, int array, long at, const long *k, int keys)
{
    if (wrong++ > SHOWN)
        return;
    printf("%s: iterations %ld to %ld: element %ld of array %d %s (keys", loop_name, lo, hi, at - MARGIN, array, what);
    for (int i = 0; i < keys; i++)
        printf(" %ld", k[i]);
    printf(")\n");
}

static void compare(const hydra_rt_loop *loop, void *const *pointers, const long *k, long lo, long hi)
{
    static unsigned char did[2][ARRAYS][SIZE];
    if (lo >= hi)
        return;
    memset(did, 0, sizeof did);
    memset(said, 0, sizeof said);
    for (long i = 0; i < touches; i++)
        if (seen[i].x >= lo && seen[i].x < hi)
            did[seen[i].write][seen[i].array][seen[i].at] = 1;
    current.pointers = pointers;
    loop->footprint(&current, k, lo, hi);
    for (int a = 0; a < ARRAYS; a++)
        for (long at = 0; at < SIZE; at++) {
            const int writes = said[WRITE][a][at];
            if (did[1][a][at] && !writes && !said[MAYWRITE][a][at]) {
                complain("is written, but not described", lo, hi, a, at, k, loop->keys);
                return;
            }
            if (writes && !did[1][a][at]) {
                complain("is described as written, but is not", lo, hi, a, at, k, loop->keys);
                return;
            }
            if (did[0][a][at] && !said[READ][a][at] && !said[MAYREAD][a][at]) {
                complain("is read, but not described", lo, hi, a, at, k, loop->keys);
                return;
            }
        }
}

/* Marks, in said, what these boxes are of a kind and an array, cut to the rows of iterations lo <= x < hi. False: fewer
 * iterations than it takes to touch all of a box that all touch. */
static int mark_by_law(const rules *all, int kind, int array, long lo, long hi)
{
    for (int b = 0; b < all->count; b++) {
        long bounds[24];
        if (all->box[b].kind != kind || all->box[b].shape->array != array)
            continue;
        memcpy(bounds, all->box[b].bounds, sizeof bounds);
        const long first = lo + all->box[b].value, end = hi + all->box[b].value;
        if (all->box[b].law == EACH_LAW && hi - lo < all->box[b].value)
            return 0;
        if (all->box[b].law == ROW_LAW) {
            while (bounds[0] < bounds[1] && bounds[0] < first)
                bounds[0] += bounds[2];
            if (bounds[1] > end)
                bounds[1] = end;
        }
        boxed(all->box[b].shape, kind, bounds, 0, 0);
    }
    return 1;
}

/* What the function says of all iterations, cut to a chunk, against what it says of the chunk. */
static void compare_laws(const hydra_rt_loop *loop, void *const *pointers, const long *k, const rules *all, long lo,
                         long hi)
{
    static rules chunk;
    static unsigned char of_chunk[KINDS][ARRAYS][SIZE];
    if (lo >= hi)
        return;
    memset(&chunk, 0, sizeof chunk);
    memset(said, 0, sizeof said);
    noted = &chunk;
    current.pointers = pointers;
    loop->footprint(&current, k, lo, hi);
    noted = 0;
    memcpy(of_chunk, said, sizeof said);
    memset(said, 0, sizeof said);
    for (int kind = 0; kind < KINDS; kind++)
        for (int a = 0; a < ARRAYS; a++) {
            if (all->lawless[kind][a] || chunk.lawless[kind][a] || !mark_by_law(all, kind, a, lo, hi))
                continue;
            for (long at = 0; at < SIZE; at++) {
                ruled += said[kind][a][at];
                if (said[kind][a][at] != of_chunk[kind][a][at]) {
                    complain(said[kind][a][at] ? "follows from the rows of all iterations alone"
                                               : "does not follow from the rows of all iterations",
                             lo, hi, a, at, k, loop->keys);
                    return;
                }
            }
        }
}

void hydra_rt_begin(hydra_rt_launch *l, hydra_rt_loop *loop, void *const *pointers, const long *k, long begin, long end,
                    long align_offset, void *args)
{
    (void)align_offset;
    *l = (hydra_rt_launch){loop, args, 0, begin, begin};
    if (outside) {
        skipped++;
        return;
    }
    if (loop->inspection && loop->inspection->stages > 0) { /* its data decide, when it runs */
        inspected++;
        return;
    }
    launches++;
    if (loop->flags & HYDRA_RT_REPLICATED)
        wide++;
    for (long i = 0; i < touches; i++)
        if (seen[i].x < begin || seen[i].x >= end) {
            printf("%s: iteration %ld is not among %ld to %ld\n", loop_name, seen[i].x, begin, end);
            wrong++;
            return;
        }
    if (begin >= end)
        return;
    static rules all;
    memset(&all, 0, sizeof all);
    noted = &all;
    current.pointers = pointers;
    loop->footprint(&current, k, begin, end);
    noted = 0;
    for (int parts = 1; parts <= 5; parts++)
        for (long p = 0; p < parts; p++) {
            const long lo = begin + (end - begin) * p / parts, hi = begin + (end - begin) * (p + 1) / parts;
            compare(loop, pointers, k, lo, hi);
            compare_laws(loop, pointers, k, &all, lo, hi);
        }
    for (long x = begin; x < end; x++) {
        compare(loop, pointers, k, x, x + 1);
        compare_laws(loop, pointers, k, &all, x, x + 1);
    }
}

void hydra_rt_transfer(hydra_rt_launch *l) { (void)l; }
void hydra_rt_run(hydra_rt_launch *l) { (void)l; }
void hydra_rt_commit(hydra_rt_launch *l, void *const *reduced) { (void)l, (void)reduced; }
/* Launches are what is looked at: the copies of functions for one rank are not run. */
int hydra_rt_single = 0;
long hydra_rt_least_spread = __LONG_MAX__;
int hydra_rt_spread(hydra_rt_loop *loop, void *const *pointers, const long *k, long begin, long end, void *args,
                    void *const *reduced)
{
    (void)loop, (void)pointers, (void)k, (void)begin, (void)end, (void)args, (void)reduced;
    return 0;
}
void (hydra_rt_serial)(hydra_rt_loop *site, void *const *pointers, const long *k) { (void)site, (void)pointers, (void)k; }
void hydra_rt_array(void *base, unsigned long bytes, const char *name) { (void)base, (void)bytes, (void)name; }
void hydra_rt_blank_array(void *base, unsigned long bytes, const char *name) { (void)base, (void)bytes, (void)name; }
void hydra_rt_static(void *base, unsigned long bytes, const char *name) { (void)base, (void)bytes, (void)name; }
void hydra_rt_leave(void *holder) { (void)holder; }
/* What is read early lies in the program's tables, which are there. */
long hydra_rt_integer_at(const volatile void *address, int bytes, int zero_extended)
{
    switch (bytes) {
    case 1:
        return zero_extended ? *(const volatile unsigned char *)address : *(const volatile signed char *)address;
    case 2:
        return zero_extended ? *(const volatile unsigned short *)address : *(const volatile short *)address;
    case 4:
        return zero_extended ? (long)*(const volatile unsigned *)address : *(const volatile int *)address;
    default:
        return *(const volatile long *)address;
    }
}
void hydra_rt_touch(int slot, int reads, int writes, const volatile void *at, unsigned long bytes)
{
    (void)slot, (void)reads, (void)writes, (void)at, (void)bytes;
}
void hydra_rt_fail(const char *at, const char *message)
{
    printf("%s: %s\n", at, message);
    exit(1);
}
void hydra_rt_step_fails(const char *at, const char *before, long value, int is_unsigned, const char *behind)
{
    (void)is_unsigned;
    printf("%s: %s%ld%s\n", at, before, value, behind);
    exit(1);
}

int main(void)
{
    run_all();
    printf("%ld launches compared, %ld of them of loops that every rank runs; %ld inspected, %ld left their arrays; "
           "%ld elements by rule; %ld wrong\n",
           launches, wide, inspected, skipped, ruled, wrong);
    return wrong != 0;
}
