/* The contract between generated code and the runtime.
 *
 * Generated C includes this header first and nothing else of hydracc's. It includes no system header and defines no
 * macro but its own, so it can stand before the user's feature-test macros. Every name begins with hydra_rt_.
 *
 * The model: the serial part of the program runs on every rank with equal values. An array is known by its allocation
 * (the range of addresses that a pointer falls into). The runtime keeps, equally on all ranks, a directory that says
 * which ranks hold the newest value of which elements. A parallel loop ("launch") is described by a static
 * hydra_rt_loop; its footprint function says what a range of iterations reads and writes; the runtime cuts the loop
 * into chunks, makes valid what this rank's chunk reads, runs the kernel on the chunk, and records what was written. */
/* clang-format off: laid out by hand, with comments in columns */
#ifndef HYDRA_RT_H
#define HYDRA_RT_H
#ifdef __cplusplus
extern "C" {
#endif

/* ---- Footprints -------------------------------------------------------------------------------------------------
 * A slot is one pointer of a loop together with the shape through which it is accessed: element size in bytes and,
 * for D dimensions, the lengths of the dimensions 1..D-1 in elements of the next (the outermost has none). Element
 * (x0, ..., xD-1) lies at  pointer + elem * ((x0 * len1 + x1) * len2 + x2 ...).  A box is written as D triples
 * lo, hi, step: the subscripts lo, lo+step, ... < hi, in each dimension; step >= 1; hi <= lo is an empty box.
 * Subscripts may be negative or exceed the row length: what counts is the set of addresses. They also tell which
 * allocation the slot belongs to: its READ and WRITE boxes, over the whole launch, lie in one, wherever the pointer
 * itself points (base - 1, base + n). A launch may read memory that no launch can write (no known allocation). */
typedef struct hydra_rt_footprint hydra_rt_footprint;

enum hydra_rt_access {
    HYDRA_RT_READ = 1,     /* these elements, or fewer, are read */
    HYDRA_RT_WRITE = 2,    /* exactly these elements are written */
    HYDRA_RT_MAYWRITE = 3, /* these elements, or fewer, are written; what lies outside the allocation is not */
    HYDRA_RT_MAYREAD = 4,  /* a read that is wider than the truth: what lies outside the allocation is not read */
    HYDRA_RT_REDUCE = 5    /* accumulated into by a reduction and not touched otherwise; the same for all iterations */
};
/* `how` of the functions below: one of these, or, of the loop's n-th access (hydra_rt_told), HYDRA_RT_OF(n, READ). */
#define HYDRA_RT_OF(n, how) (HYDRA_RT_##how | (n) << 3)

/* Declares the shape of a slot, before its boxes. len has dims-1 entries. Then (skew): the first is by so much longer
 * than the array's rows, which place it; behind a table of pointers, boxes are x * by farther on in row x. */
void hydra_rt_shape(hydra_rt_footprint* f, int slot, long elem, int dims, const long* len);
void hydra_rt_skew(hydra_rt_footprint* f, int slot, long by);
/* Dimensions from `dim` on (1 .. dims-1) count from the pointer that stands where those before lead, a table's. Several
 * tables: once for each, ascending. len[dim-1] means nothing then; elem is what the last dimension counts by. */
void hydra_rt_table(hydra_rt_footprint* f, int slot, int dim);
/* Adds a box: bounds has 3*dims entries. A MAYREAD box whose outermost subscripts run from -2^40 to 2^40 means this
 * part of all rows (or elements) of the allocation that the slot's pointer falls into. */
void hydra_rt_box(hydra_rt_footprint* f, int how, int slot, const long* bounds);
/* The same where it is known which iteration touches what: x touches those of row x + distance (outermost subscript)
 * and no others; or: of any `enough` iterations at least one touches all of it, and none anything else. */
void hydra_rt_rows(hydra_rt_footprint* f, int how, int slot, const long* bounds, long distance);
void hydra_rt_each(hydra_rt_footprint* f, int how, int slot, const long* bounds, long enough);
/* Adds the whole allocation that the slot's pointer falls into (READ, MAYREAD or MAYWRITE). */
void hydra_rt_whole(hydra_rt_footprint* f, int how, int slot);

/* Adds all memory that the program can reach: what is touched is not known. MAYREAD: before the launch or site, every
 * allocation is made valid on all ranks. MAYWRITE: that too, and a launch is run by every rank whole and in order, so
 * that all ranks hold what it wrote; what the footprint says besides no longer matters. */
void hydra_rt_everything(hydra_rt_footprint* f, int how);

/* The footprint holds only where the user's value `what` is inside of some limits, and it is not (a negative number was
 * stored in an unsigned variable, 2 to the power of 32 is converted to int): as hydra_rt_everything for MAYWRITE, and
 * reported. `what` must live on. */
void hydra_rt_beyond(hydra_rt_footprint* f, const char* what);

/* Fills f for the iterations lo <= x < hi; k: the launch's key values. */
typedef void hydra_rt_footprint_fn(hydra_rt_footprint* f, const long* k, long lo, long hi);

/* ---- Parallel loops --------------------------------------------------------------------------------------------- */
#include "hydra_rt_reductions.h"

/* Runs the iterations lo <= x < hi (ascending x, or descending where the user's loop descends). args: the launch's
 * argument structure. partial[r] points at the block's own accumulator of reduction r, which the runtime has set to
 * the neutral element; for an array, it is what stands in for the slot's pointer, and only the section may be touched
 * through it. last: non-zero where this call contains the sequentially last iteration. */
typedef void hydra_rt_kernel_fn(void* args, long lo, long hi, void* const* partial, int last);

typedef struct hydra_rt_slot {
    const char* name;                 /* the user's name of the pointer or array */
    int is_array HYDRA_RT_DEFAULT(0); /* non-zero: the pointer is the address of all of an array of that name */
    long bytes HYDRA_RT_DEFAULT(0);   /* of an array that is a member of a struct, in which accesses stay; 0: none */
    /* slots, a bit each, by which no iteration meets what another one does here; the last bit: reads without a slot */
    unsigned long apart HYDRA_RT_DEFAULT(0);
    int leads HYDRA_RT_DEFAULT(0); /* HYDRA_RT_BEGINS, HYDRA_RT_HELD_ONCE */
} hydra_rt_slot;
enum { HYDRA_RT_BEGINS = 1, HYDRA_RT_HELD_ONCE = 2 }; /* of an object; those of different ones, from its tables */

/* A scalar member of a struct, or an array of such ("p[2].x" where structs are nested). */
typedef struct hydra_rt_member {
    const char* name;          /* with what stands in front of it: ".f"; null behind the last member */
    long offset, bytes, count; /* bytes: of one element; count: of elements, 0 where it is no array */
    int type;                  /* as in hydra_rt_look */
} hydra_rt_member;

/* What an element of a slot looks like, for messages and comparisons. */
typedef struct hydra_rt_look {
    int type;            /* one more than its hydra_rt_type; 0: not known, or no scalar */
    int subscripts;      /* that the user's own declaration gives an element; 0: not known */
    const char* padding; /* a character a byte, '-' where there is padding; null: none is known */
    /* where the slot's pointer leads to structs; null: it does not, or not known */
    const hydra_rt_member* members HYDRA_RT_DEFAULT(nullptr);
    long record HYDRA_RT_DEFAULT(0); /* bytes of such a struct */
    /* lengths of a declared array of arrays (of such structs, where there are members; else of the elements) but for
     * the first, then a 0; null: one dimension, or not known */
    const long* rows HYDRA_RT_DEFAULT(nullptr);
} hydra_rt_look;

/* A value that the sequentially last iteration leaves behind (a private scalar read after the loop): where it lies in
 * the argument structure, so that the rank that ran that iteration can hand it to all. */
typedef struct hydra_rt_lastvalue {
    unsigned long offset;
    unsigned long size; /* bytes */
} hydra_rt_lastvalue;

/* Of loops and sites. */
enum {
    HYDRA_RT_REPLICATED = 1, /* every rank runs all iterations in order, on one thread */
    HYDRA_RT_DESCENDING = 2, /* the user's loop runs from high x to low x */
    HYDRA_RT_MAY_EXIT = 4,   /* an iteration may print and then call exit or _Exit */
    HYDRA_RT_MAY_ABORT = 8,  /* an iteration may print and then call abort, or an assertion may fail */
    HYDRA_RT_IN_TURN = 16,   /* positions go to ranks in turn, in small blocks, unless the user says otherwise; as all
                                of one template */
    HYDRA_RT_ORDERED = 32,   /* the body does more than storing values (it prints, say): it runs once, in order */
    HYDRA_RT_LEAVES_ERRORS = 64,    /* iterations may set errno or raise exceptions, at which the program looks */
    HYDRA_RT_SHARES_IN_ORDER = 128, /* partial results combine in the user's order only: each rank runs one interval */
    HYDRA_RT_MOVES = 256,        /* with IN_TURN: bounds move from launch to launch, and say nothing of the template */
    HYDRA_RT_WINDOWS = 512,      /* a site for rank 0: the statement also reads through windows (hydra_rt_at) */
    HYDRA_RT_STREAMS = 1024,     /* where it is for a part of an array, it is run where that lies, even if ranks wait */
    HYDRA_RT_INDEPENDENT = 2048, /* iterations do not meet, as long as pointers that differ lead to different memory */
    HYDRA_RT_BRIEF = 4096,       /* an iteration takes no longer than to note what it touches */
    HYDRA_RT_WALKS = 8192,       /* with LIGHT: in steps that only the run tells, over single elements */
    HYDRA_RT_LIGHT = 16384,      /* an iteration takes about as long as to touch what it touches, once each */
    HYDRA_RT_SPLIT = 32768,    /* the kernel keeps values that the loop as it stands loads anew: it is the faster one */
    HYDRA_RT_IN_ROWS = 65536,  /* INDEPENDENT, where no box of the launch leaves a row */
    HYDRA_RT_MAY_TELL = 131072 /* an iteration may print to standard error, and go on */
};

/* What a loop touches at places that only its data tell (a[idx[i]]) is found before the launch, in stages: inspector s
 * runs the part of the body that decides the addresses of stage s + 1, on this rank's iterations, and calls
 * hydra_rt_touch for each. It reads what footprints describe and earlier stages found, which the runtime makes valid
 * first; it writes nothing. The outcome is remembered while pointers, keys and what inspectors read are unchanged. */
typedef void hydra_rt_inspector_fn(void* args, long lo, long hi);

enum {
    HYDRA_RT_FOUND_READ = 1,      /* inspectors find reads of the slot */
    HYDRA_RT_FOUND_WRITE = 2,     /* inspectors find writes of the slot */
    HYDRA_RT_FOUND_INDEX = 4,     /* what is found is read by inspectors of later stages */
    HYDRA_RT_FOUND_FINE = 8,      /* only the fine inspector finds something of the slot */
    HYDRA_RT_FOUND_COARSE = 16,   /* the fine inspector finds all that footprints say of the slot, and no more */
    HYDRA_RT_FOUND_MAYREAD = 32,  /* what is found to be read may be more than the truth */
    HYDRA_RT_FOUND_MAYWRITE = 64, /* and so what is found to be written */
    HYDRA_RT_FOUND_OWN = 128      /* of what inspectors read, by its pointer only its own iteration stores, and later */
};

typedef struct hydra_rt_inspection {
    int stages;
    hydra_rt_inspector_fn* const* inspector; /* one a stage */
    const unsigned char* found;              /* one a slot: HYDRA_RT_FOUND_*, or 0: footprints describe it */
    hydra_rt_footprint_fn* indexes;          /* what the inspectors read, as far as footprints describe it */
    int forget; /* non-zero: addresses depend on values that the runtime cannot compare; nothing is remembered */
    int marks;  /* pointers that addresses depend on besides the slots'; they stand behind the watched cells */
    int fine;   /* non-zero: one more inspector behind the stages', for launches whose footprints make ranks overlap */
    /* For the only rank: one stage, which tells only of slots through whose pointers something found is written (found:
     * 0 for the others), in closed forms' words. null: there is none that is smaller. */
    const struct hydra_rt_inspection* of_writes HYDRA_RT_DEFAULT(nullptr);
} hydra_rt_inspection;

/* From an inspector: these bytes are read, or written, or both. */
void hydra_rt_touch(int slot, int reads, int writes, const volatile void* at, unsigned long bytes);
/* The same of several slots, at an address for each: it is noted once where these lie equally far from the slots'
 * pointers. */
void hydra_rt_touch_alike(int count, const int* slots, const volatile void* const* at, int reads, int writes,
                          unsigned long bytes);
/* The same where the slot depends on the caller: one whose pointer is in the allocation that holds the address. What
 * lies in no allocation is the iteration's own. */
void hydra_rt_touch_any(int reads, int writes, const volatile void* at, unsigned long bytes);

/* A cell of memory that generated code read in front of the launch or site to find pointers or key values: these hold
 * only where what the loop writes does not meet the cell. Else every rank gets every array, and runs the whole loop; if
 * the loop's bound or step read the cell, the program ends when it changes, since C would read it again. */
typedef struct hydra_rt_watch {
    const char* name;
    unsigned bytes;
    unsigned bound; /* 0: addresses or keys depend on it; 1: the bound, or the step */
} hydra_rt_watch;

/* ---- Devices ----------------------------------------------------------------------------------------------------
 * A loop that a device can run has a kernel for it besides the host's. A work item (thread) is numbered by the device:
 * in one dimension, or, where inner loops are dealt out, in one for each loop; items past the end do nothing. The
 * kernel's arguments, in this order:
 *   1. what the loop's pass function hands over: for hydra_rt_pass the value; for hydra_rt_pass_slot two arguments, a
 *      `char *` (OpenCL: `__global char *`) and a `long`, whose sum is the slot's pointer on the device; for
 *      hydra_rt_pass_rows HYDRA_RT_MOST_WINDOWS times four arguments, a `char *to` and `unsigned long start, first,
 * last`: the host's address p, first <= p < last, is to + (long)(p - start) on the device; for hydra_rt_pass_pages
 * three, a `char *start`, a `long *moved` and a `long shift` (see in_pages);
 *   2. `long lo, long length, long stride, long count`: the iterations. Number n, 0 <= n < count, is the iteration
 *      x = lo + n / length * stride + n % length;
 *   3. with inner loops that are dealt out, for each of them: `long parts`. There is a work item for each
 *      iteration and each of the parts; part p runs the rounds p, p + parts, p + 2 * parts … of the loop, however many
 *      there are. One part is the loop as it stands. With `again` a `long turn`: 0 all rounds, 1 all but the one that
 *      stores what all read, 2 that one, in one part;
 *      where parts of it can be run (`windows`): 1 or 2: `long from, long to`, rounds as for hydra_rt_boxes; 2 or 4: a
 *      `long`, the number of a part of the body (hydra_rt_segment), whose rounds these are then, or of a stage; -1:
 *      all;
 *   4. with reductions: `char *partials, long block_bytes, long blocks, long total, long number, long first` and a
 *      `long` for each of them. All of this rank's iterations, `total` of them, are cut into blocks; block b has those
 *      from  total / blocks * b + min(b, total % blocks)  up to the same for b + 1. This launch has the `count` ones
 *      from `number` on. Item i is block b = first + i, if b < blocks: it runs those of its iterations that the launch
 *      has (m stands for n = m - number above), ascending, and accumulates reduction r into what stands at
 *      partials + b * block_bytes + (the r-th of the longs), as hydra_rt_kernel_fn does into partial[r].
 *      Without reductions, item n runs number n, if n < count.
 *
 * The kernel that joins blocks is handed  char *partials, long block_bytes, long blocks, long step, long backwards,
 * long items, long elements  and for each reduction  long start, long all, long low, long high, unsigned long none.
 * `elements` is the sum of `all`: e-th of reduction r's values stands at start + e * (its size) in a block, and `none`
 * has the bits of the neutral one. Items beyond `items` do nothing, the others belong to one value each of a group.
 * Step 0: group g is block g; its value becomes the neutral one, its note 0; the long behind the last block becomes 0.
 * Else the blocks whose numbers are multiples of step are joined, HYDRA_RT_JOINED ones a group, into the group's first:
 * neighbours, then pairs of neighbours. backwards: block b stands where b-th from the end does. Values outside of
 * low <= e < high belong to nobody: where one is not neutral, it stands in the group's first block then, and the long
 * behind the last block is 1. */
#define HYDRA_RT_JOINED 64
#define HYDRA_RT_MOST_WINDOWS 6
typedef struct hydra_rt_params hydra_rt_params;
void hydra_rt_pass(hydra_rt_params* p, const void* value, unsigned long bytes);
/* The same for an array, or a struct with arrays, into which loops may have stored: the values are what it holds when
 * the loop begins. */
void hydra_rt_pass_record(hydra_rt_params* p, const void* value, unsigned long bytes);
void hydra_rt_pass_slot(hydra_rt_params* p, int slot);
void hydra_rt_pass_pages(hydra_rt_params* p, int slot);
void hydra_rt_pass_rows(hydra_rt_params* p);

/* One loop of a kernel with several dimensions of work items. */
typedef struct hydra_rt_dealt {
    int dimension; /* its own; along 0 items that lie side by side run at the same time, and touch what lies side by
                      side */
    int reused;    /* non-zero: items that are neighbours along it read the same elements */
} hydra_rt_dealt;

/* Inner loops whose rounds do not depend on each other within one iteration, unless slots of different families (one
 * number a slot) share memory that the loop writes: then each must be one part. */
typedef struct hydra_rt_dealing {
    int inner, again;       /* how many: 1 or 2; non-zero: of one, a round is left to a second launch */
    hydra_rt_dealt loop[3]; /* the iterations themselves, then the inner loops, in the order of the arguments */
    const unsigned short* family;
    void (*rounds)(const void* args, long x, long* rounds); /* how many each of them has in iteration x; 0: not known */
    /* Of a body that is run in stages, where loops are dealt out: how many, and (bit s) which of them have the loops.
     */
    int stages HYDRA_RT_DEFAULT(0);
    unsigned dealt HYDRA_RT_DEFAULT(0);
} hydra_rt_dealing;

typedef struct hydra_rt_offload {
    const char* kernel;        /* its name in the source */
    const char* const* source; /* OpenCL C, a string a line, then null; the kernels of one file share it. Null: CUDA */
    const void* const* symbol; /* CUDA: where the kernel's address is found. Null: OpenCL */
    void (*pass)(hydra_rt_params* p, const void* args); /* args: the launch's argument structure, or null */
    /* Null: no inner loop is dealt out. */
    const struct hydra_rt_dealing* dealing HYDRA_RT_DEFAULT(nullptr);
    /* Non-zero: it follows addresses that lie in memory, and is handed hydra_rt_pass_rows. */
    int follows HYDRA_RT_DEFAULT(0);
    /* With reductions: the kernel that joins blocks; it has no `pass`. */
    const struct hydra_rt_offload* join HYDRA_RT_DEFAULT(nullptr);
    /* The same kernel for slots of which a rank touches elements here and there, so that the device has not all that
     * lies between them: at p, which it computes from the slot's pointer as if it had, stands what it finds at
     * p + moved[(unsigned long)(p - start) >> shift]. It touches numbers only, each by itself and aligned. It has a
     * `pass` of its own. Null: there is none. */
    const struct hydra_rt_offload* in_pages HYDRA_RT_DEFAULT(nullptr);
    /* Non-zero: each slot is a variable, and what it touches from the slot's pointer is what the
     * footprint says of slots with this pointer. Else it is what the footprint says of the array. */
    int by_variable HYDRA_RT_DEFAULT(0);
    /* Non-zero: it calls mathematical functions (exp, sin) that the device has its own of, whose last bits may differ
     * from those of the C library's. */
    int approximate HYDRA_RT_DEFAULT(0);
    /* For each slot: non-zero: what it leads to is handed to the kernel by hydra_rt_pass_record, and not by the slot.
     * Where the loop stores there nevertheless, the host runs it. Null: all zero. */
    const unsigned char* by_value HYDRA_RT_DEFAULT(nullptr);
    /* A sum. 1: launches may run some rounds of an inner loop; 2: one part of the body; 4: one stage. */
    int windows HYDRA_RT_DEFAULT(0);
} hydra_rt_offload;

/* ---- Boxes ------------------------------------------------------------------------------------------------------
 * An inner loop whose rounds do not depend on each other within one iteration, unless slots of different families (one
 * number a slot) share memory that the loop writes: ranks may share out the rounds, too. What stands outside of the
 * inner loop writes nothing, and is run by every rank that has a part of the iteration. */
/* Loops that share arrays share them out alike; whether as boxes, where the user does not say, is chosen for all of
 * them at a first launch. One round of the serial loop around them moves, where R rows of C ranks each have a box of an
 * array with so many rows and columns of elements (or of what else an element of both holds), down * columns * (R - 1)
 * + across * rows * (C - 1) bytes, and by blocks of rows down * columns * (ranks - 1). */
typedef struct hydra_rt_grid {
    int group; /* a number for these loops */
    long down, across;
    int once;   /* arrays that loops with blocks of rows go through, once each */
    int rounds; /* not 0: how many rounds their serial loop has is said behind the keys in k; 2: or more, for all one
                   knows */
} hydra_rt_grid;

typedef struct hydra_rt_boxes {
    /* What the rounds from <= j < to touch: k has from and to behind the loop's keys. */
    hydra_rt_footprint_fn* footprint;
    /* Runs these rounds: partial points at two numbers of type long, from and to, behind the reductions. */
    hydra_rt_kernel_fn* kernel;
    const unsigned short* family;
    int dim; /* round j sits at subscript  j + offset  of this dimension of slot align_slot */
    long offset;
    const hydra_rt_grid* grid; /* null: boxes only where the user asks for them */
} hydra_rt_boxes;

/* ---- Sweeps -----------------------------------------------------------------------------------------------------
 * A loop whose iterations are columns of arrays of which ranks hold rows: instead of giving columns to ranks, each part
 * of the body may be run for a block of iterations by one rank after the other, each in the rounds of its own rows.
 * That is right where slots lead to different allocations, or to one that nothing writes, and where no box of a slot
 * that is written goes beyond the lengths of its dimensions. */
typedef struct hydra_rt_segment {
    hydra_rt_boxes part; /* round i sits at subscript  i + offset  of dimension dim of the sweep's slot; no grid */
    int direction;       /* of its rounds: 1, -1; 0: there are none, one rank runs all of it */
} hydra_rt_segment;

/* Of a loop whose parts each write one line of the arrays (`b[0][j] = b[1][j]`), all of them without rounds: ranks that
 * have the line run them, whatever that moves otherwise. */
typedef struct hydra_rt_edges {
    int group;  /* hydra_rt_grid::group of loops with the same arrays, if ranks may form a grid for them; else -1 */
    int across; /* then ranks beside a line share it out: iteration x sits at subscript  x + offset  of this dimension
                 */
    long offset;
    int by_grid_only; /* not 0: without one, the loop is like any other */
} hydra_rt_edges;

typedef struct hydra_rt_sweep {
    int segments; /* in the body's order */
    const hydra_rt_segment* segment;
    int slot; /* of the array whose rows ranks keep */
    /* Of all loops that take turns with ones along rows, which choose together: the bytes that each rank but one gets
     * for an iteration, and how many arrays change places in a round if they have columns. */
    long border;
    int changes;
    const hydra_rt_edges* edges; /* null: parts with rounds are a pipeline */
} hydra_rt_sweep;

/* What people are told of a loop or site (HYDRA_EXPLAIN): its accesses as the program writes them. */
typedef struct hydra_rt_access_told {
    const char* text;                  /* "from[i - 1][j]" */
    const char* at;                    /* "prog.c:51" */
    int slot;                          /* -1: none */
    int how;                           /* one of hydra_rt_access */
    int sometimes HYDRA_RT_DEFAULT(0); /* not 0: a condition may keep an iteration from it */
} hydra_rt_access_told;
typedef struct hydra_rt_told {
    const char* directive; /* where it stands; null: there is none */
    int accesses;
    const hydra_rt_access_told* access;
    /* Iteration x is the one with the value  first + step * x  of its variable; step 0: it is known by its number. */
    long first HYDRA_RT_DEFAULT(0);
    long step HYDRA_RT_DEFAULT(1);
    long last_line HYDRA_RT_DEFAULT(0); /* of the loop, in its file */
} hydra_rt_told;

typedef struct hydra_rt_loop {
    const char* at; /* "prog.c:12", the line of the for */
    unsigned flags;
    int slots;
    const hydra_rt_slot* slot;
    int keys; /* how many key values a launch has */
    hydra_rt_footprint_fn* footprint;
    hydra_rt_kernel_fn* kernel; /* null in a serial site */
    int reductions;
    const hydra_rt_reduction* reduction;
    int lastvalues;
    const hydra_rt_lastvalue* lastvalue;
    /* Placement: iteration x sits at subscript  align_scale * x + align_offset(of the launch)  of dimension align_dim
     * of slot align_slot; align_slot < 0: at x itself. */
    int align_slot;
    int align_dim;
    long align_scale;
    void* runtime;                                                   /* the runtime's own: plans by key; starts null */
    const hydra_rt_inspection* inspection HYDRA_RT_DEFAULT(nullptr); /* null: footprints describe all that is touched */
    const hydra_rt_look* look HYDRA_RT_DEFAULT(nullptr);             /* one a slot; null: not known */
    int watches HYDRA_RT_DEFAULT(0); /* their addresses stand behind the slots' pointers */
    const hydra_rt_watch* watch HYDRA_RT_DEFAULT(nullptr);
    const hydra_rt_offload* offload HYDRA_RT_DEFAULT(nullptr); /* null: the host's cores run it, whatever the target */
    /* Where in serial code ("prog.c:12") scalars that the loop leaves, or what the site reads, may decide what the
     * program does next; null: nowhere. */
    const char* decides HYDRA_RT_DEFAULT(nullptr);
    /* The same as `kernel`, in any order: iterations may be interleaved in whatever way. It is right where slots lead
     * to different allocations, or to one that nothing writes: no iteration then touches what another one writes.
     * null: there is none. */
    hydra_rt_kernel_fn* kernel_apart HYDRA_RT_DEFAULT(nullptr);
    const hydra_rt_boxes* boxes HYDRA_RT_DEFAULT(nullptr); /* null: ranks share out iterations only */
    const hydra_rt_sweep* sweep HYDRA_RT_DEFAULT(nullptr); /* null: ranks keep no rows while it runs along columns */
    long weight HYDRA_RT_DEFAULT(0);          /* about how many operations an iteration takes; 0: nobody knows */
    long likely_weight HYDRA_RT_DEFAULT(0);   /* then: a guess */
    long thirds[4] HYDRA_RT_DEFAULT({});      /* then, of operations: in 0 to 3 such loops inside of one another */
    long touches[4] HYDRA_RT_DEFAULT({});     /* elements, likewise */
    void* in_place HYDRA_RT_DEFAULT(nullptr); /* the runtime's own, of launches where hydra_rt_single holds */
    const hydra_rt_told* told HYDRA_RT_DEFAULT(nullptr);
} hydra_rt_loop;

/* One execution of a parallel loop; lives in the generated block, filled by hydra_rt_begin. */
typedef struct hydra_rt_launch {
    hydra_rt_loop* loop;
    void* args;
    void* plan;         /* the runtime's own */
    long begin, end;    /* iterations begin <= x < end */
    void* const* cells; /* the runtime's own */
} hydra_rt_launch;

/* The four steps of a launch, in this order.
 * begin: placement: decides which of the iterations begin <= x < end are this rank's, and finds or makes the plan.
 *   pointers: one a slot, then one a watched cell, then the inspection's marks. k: loop->keys values, all that bounds,
 * footprints and placement depend on besides the pointers (begin and end are added by the runtime). align_offset: see
 * hydra_rt_loop. transfer: makes valid, on this rank, what its iterations read. run: runs the kernel on this rank's
 * iterations, on its threads. commit: records what all ranks wrote; combines the reductions: *reduced[r] holds the
 * value from before the loop and receives the combined value, bitwise equal on all ranks (for arrays: the slot's
 * pointer); hands last values to all (into args). */
/* In front of hydra_rt_begin: every rank runs this launch, all of it, as the loop stands (if(…) in the directive). Or:
 * layout = {kind, number, extent, scale, offset, columns, across, column, first, count}: where (said_place.h). */
void hydra_rt_unshared(void), hydra_rt_placed(const long*layout);
/* A launch that begins inside of another one (a loop's body called a function with a loop of its own through a
 * pointer) is run by the thread that meets it, whole and in order; transfers and arrays are nobody's business there. */
void hydra_rt_begin(hydra_rt_launch* l, hydra_rt_loop* loop, void* const* pointers, const long* k, long begin, long end,
                    long align_offset, void* args);
void hydra_rt_transfer(hydra_rt_launch* l);
void hydra_rt_run(hydra_rt_launch* l);
void hydra_rt_commit(hydra_rt_launch* l, void* const* reduced);

/* The four steps, one after the other. reduced: null where the loop has no reductions. */
#ifndef __cplusplus
static __inline__ void hydra_rt_parallel(hydra_rt_loop* loop, void* const* pointers, const long* k, long begin,
                                         long end, long align_offset, void* args, void* const* reduced) {
    hydra_rt_launch launch;
    hydra_rt_begin(&launch, loop, pointers, k, begin, end, align_offset, args); /* which iterations are this rank's */
    hydra_rt_transfer(&launch);                                                 /* makes valid what they read */
    hydra_rt_run(&launch);                                                      /* runs them on its threads */
    hydra_rt_commit(&launch, reduced);                                          /* records what all ranks wrote */
}
#endif

/* Transfer for serial code: every rank is about to read and write what the site's footprint says (called with lo = 0,
 * hi = 1). Makes the reads (and may-writes) valid on all ranks, and records the writes as held by all. A pointer that
 * falls into no known allocation (null, argv, string literals) is passed over. Cheap when nothing is to do. */
void hydra_rt_serial(hydra_rt_loop* site, void* const* pointers, const long* k);

/* Around a statement of serial code that rank 0 may run for all, since it does nothing but to read what the site says,
 * to print, and to assign to a few scalars. alone: whether this rank is to run it now: every rank does where all have
 * what it reads, else rank 0, which gets it. together: behind the statement; hands rank 0's values of the scalars to
 * all. bytes: of each. */
int hydra_rt_alone(hydra_rt_loop* site, void* const* pointers, const long* k);
/* Before an alone: the streams (FILE*) that its statement writes to; every rank finds them as rank 0 does. */
void hydra_rt_streams(void* const* streams, int count);
void hydra_rt_together(const char* at, void* const* values, const unsigned long* bytes, int count);
/* Around a statement that gives other values on each rank: all work is done; all ranks take rank 0's values. */
void hydra_rt_settle(void), hydra_rt_from_rank0(const char*at, void*const*values, const unsigned long*bytes, int count);

/* What a place in serial code reads element by element, where only the run tells how far it gets: a search, a pointer
 * that walks. at: every rank is about to read (or, in a statement that rank 0 runs for all, rank 0 is) so many bytes at
 * the address. fetch: they are not known to be valid; makes them so, and, the longer the place has been going on in
 * equal steps, some of what comes next. A window is static data of the place; generated code sets at and decides. */
typedef struct hydra_rt_window {
    const char* at;
    const char* decides;             /* as in hydra_rt_loop */
    unsigned long epoch;             /* it holds while this is hydra_rt_epoch: */
    unsigned long from, bytes, step; /* valid are these bytes; step > 0: of them, an element every step bytes */
    unsigned long last, run, jumps;  /* the runtime's own: where the walk is, for how long it has been going on, */
    long stride;                     /* in which steps, and how often it has gone elsewhere */
} hydra_rt_window;
extern unsigned long hydra_rt_epoch; /* grows when something that was valid may not be so any more */
void hydra_rt_fetch(hydra_rt_window* window, const volatile void* address, unsigned long bytes);

/* A bulk copy in serial code: the statement that follows copies so many bytes, as memmove does, on every rank (memcpy,
 * memmove, an assignment of structs); null `from`: it stores the same bytes on every rank (memset). Each rank copies
 * what it has, stale bytes too, so nothing travels: the directory says of the target what it said of the source. at:
 * the place in the program. Memory that is in no known allocation gets valid bytes. */
void hydra_rt_copy(const char* at, void* to, const void* from, unsigned long bytes);

/* A pointer, or an integer of so many bytes (zero_extended: of an unsigned type), that lies in memory which the program
 * may or may not get to: null or 0 where there is no such memory. */
void* hydra_rt_pointer_at(const volatile void* address);
long hydra_rt_integer_at(const volatile void* address, int bytes, int zero_extended);

/* ---- The program as it stands -------------------------------------------------------------------------------------
 * Where nobody else can hold a newer copy of anything, serial code has nothing to ask for: sites do nothing, copies of
 * functions without them run, and a parallel loop runs where it stands, unless the runtime is to be asked.
 * HYDRA_RT_ONE_RANK: the program is one rank on the host's cores, and nobody asks for more than its output. Nothing has
 * to be known of memory, so registrations do nothing either. The choice is made before main and stays.
 * HYDRA_RT_AT_FLOOR: each of several ranks runs everything on everything, which it has. The choice may change between
 * the steps of a launch and in hydra_rt_serial (to this), and in hydra_rt_spread (from this). */
enum { HYDRA_RT_ONE_RANK = 1, HYDRA_RT_AT_FLOOR = 2 };
extern int hydra_rt_single; /* one of these; 0: ranks share the program out */
#ifndef __cplusplus
#define hydra_rt_serial(...) (hydra_rt_single ? (void)0 : (hydra_rt_serial)(__VA_ARGS__))
#define hydra_rt_alone(...) (hydra_rt_single ? 1 : (hydra_rt_alone)(__VA_ARGS__))
#define hydra_rt_streams(...) (hydra_rt_single ? (void)0 : (hydra_rt_streams)(__VA_ARGS__))
#define hydra_rt_together(...) (hydra_rt_single ? (void)0 : (hydra_rt_together)(__VA_ARGS__))
#define hydra_rt_copy(...) (hydra_rt_single ? (void)0 : (hydra_rt_copy)(__VA_ARGS__))
static __inline__ void hydra_rt_at(hydra_rt_window* window, const volatile void* address, unsigned long bytes) {
    const unsigned long at = (unsigned long)address - window->from;
    if (hydra_rt_single == 0 && (window->epoch != hydra_rt_epoch || at > window->bytes - bytes ||
                                 (window->step != 0 && at % window->step != 0)))
        hydra_rt_fetch(window, address, bytes);
}
#endif
/* So many operations a parallel loop must take for the runtime to be asked who is to run it. */
extern long hydra_rt_least_spread;
/* weight: about how many operations an iteration takes; 0: nobody knows. */
#ifndef __cplusplus
static __inline__ int hydra_rt_worth(long iterations, long weight) {
    return iterations >= (weight > 0 ? hydra_rt_least_spread / weight : hydra_rt_least_spread >> 20);
}
#endif
/* A launch where hydra_rt_single is not 0, all in one. HYDRA_RT_HAS_RUN: the iterations have run, on several threads
 * where that is known to be right, reductions have joined *reduced[r], and args holds the last values. HYDRA_RT_HERE:
 * nothing has happened, and the loop is to run where it stands. HYDRA_RT_SHARED: nothing has happened, but that
 * hydra_rt_single is 0 from now on, and the launch one of all ranks. Sums and products of floating-point numbers never
 * run where they stand. */
enum { HYDRA_RT_HERE, HYDRA_RT_HAS_RUN, HYDRA_RT_SHARED };
int hydra_rt_spread(hydra_rt_loop* loop, void* const* pointers, const long* k, long begin, long end, void* args,
                    void* const* reduced);

/* ---- Arrays ------------------------------------------------------------------------------------------------------
 * malloc, calloc, realloc and free of the user's objects come here by the linker's --wrap; serial allocations are
 * registered by themselves. Static and automatic arrays are registered by generated code: a local one each time its
 * scope is entered (evicting what overlapped it), a static one once before main. All ranks hold fresh content. */
void hydra_rt_array(void* base, unsigned long bytes, const char* name);
/* hydra_rt_array for one whose bytes mean nothing yet: HYDRA_VERIFY makes them the same on all ranks. */
void hydra_rt_blank_array(void* base, unsigned long bytes, const char* name);
/* A local array's scope ends: its memory may become anything. `holder` points at a variable that holds the array's
 * address; the compiler calls this by the cleanup attribute of that variable. */
void hydra_rt_leave(void* holder);
/* hydra_rt_array for an object that may have been registered already (idempotent for equal base and size). */
void hydra_rt_static(void* base, unsigned long bytes, const char* name);

/* ---- Helpers of generated kernels -------------------------------------------------------------------------------- */
/* Whether `bytes` bytes that are read in one round of a loop are stored in none of its rounds, or just in this one:
 * each stores `unit` bytes, behind those of the round before; in this round at `stored`. `before`: rounds in front of
 * this one; `rest`: this one and those behind it. */
static inline int hydra_rt_apart(const void* read, long bytes, const void* stored, long unit, long before, long rest) {
    const char *const from = (const char*)read, *const own = (const char*)stored;
    return from + bytes <= own - before * unit || from >= own + rest * unit || (from == own && bytes == unit);
}

/* ---- Helpers of generated footprints ----------------------------------------------------------------------------- */
static inline long hydra_rt_min(long a, long b) { return a < b ? a : b; }
static inline long hydra_rt_max(long a, long b) { return a > b ? a : b; }
static inline long hydra_rt_floord(long a, long b) { return a >= 0 ? a / b : -1 - (-1 - a) / b; } /* down; b > 0 */
static inline long hydra_rt_ceild(long a, long b) { return a > 0 ? 1 + (a - 1) / b : a / b; }

/* The communication scheme that the program was built for, as HYDRA_COMM names it; defined by generated code where it
 * is not "exact". */
extern const char* const hydra_rt_comm;
/* Defined, and 1, in programs that have, or load, code that hydracc has not seen: it may read arrays after main has
 * returned. */
extern const int hydra_rt_foreign;

/* Ends all ranks with status 70 and "hydra: <at>: <message>". */
#if defined(__GNUC__)
__attribute__((noreturn, cold))
#endif
void hydra_rt_fail(const char *at, const char *message);
/* The same where a loop's step, which is `value`, does not lead to the loop's end; the message is made of both texts,
 * with the value between them, as the unsigned number that it stands for where that is what the step is. */
#if defined(__GNUC__)
__attribute__((noreturn, cold))
#endif
void hydra_rt_step_fails(const char *at, const char *before, long value, int is_unsigned, const char *behind);

#ifdef __cplusplus
}
#endif
#endif
