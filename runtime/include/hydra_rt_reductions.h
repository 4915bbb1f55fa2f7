/* The part of hydra_rt.h that speaks of reductions: operators, types, and what kernels and the runtime hand each other.
 */
#ifndef HYDRA_RT_REDUCTIONS_H
#define HYDRA_RT_REDUCTIONS_H

enum hydra_rt_op {
    HYDRA_RT_ADD,
    HYDRA_RT_MUL,
    HYDRA_RT_BITAND,
    HYDRA_RT_BITOR,
    HYDRA_RT_BITXOR,
    HYDRA_RT_AND,
    HYDRA_RT_OR,
    HYDRA_RT_MIN,
    HYDRA_RT_MAX,
    HYDRA_RT_FMIN, /* x = fmin(x, e): a number wins over a NaN */
    HYDRA_RT_FMAX,
    HYDRA_RT_LAST,     /* what the sequentially last iteration that stored something left; unchanged where none did */
    HYDRA_RT_MIN_LAST, /* of equal values the last one: -0 and 0 are equal */
    HYDRA_RT_MAX_LAST,
    HYDRA_RT_FMIN_SWAPPED, /* x = fmin(e, x) */
    HYDRA_RT_FMAX_SWAPPED,
    HYDRA_RT_MIN_ANEW, /* x = x <= e ? x : e: a NaN is taken, and the value behind it in any case */
    HYDRA_RT_MAX_ANEW,
    HYDRA_RT_MIN_ANEW_LAST, /* x = x < e ? x : e */
    HYDRA_RT_MAX_ANEW_LAST,
    HYDRA_RT_PLACE_OF_MIN, /* what was stored where the minimum `with` took a value; unchanged where it took none */
    HYDRA_RT_PLACE_OF_MAX,
    HYDRA_RT_PLACE_OF_MIN_LAST, /* of equal values, with the last one */
    HYDRA_RT_PLACE_OF_MAX_LAST
};
enum hydra_rt_type {
    HYDRA_RT_BOOL,
    HYDRA_RT_CHAR,
    HYDRA_RT_SCHAR,
    HYDRA_RT_UCHAR,
    HYDRA_RT_SHORT,
    HYDRA_RT_USHORT,
    HYDRA_RT_INT,
    HYDRA_RT_UINT,
    HYDRA_RT_LONG,
    HYDRA_RT_ULONG,
    HYDRA_RT_LLONG,
    HYDRA_RT_ULLONG,
    HYDRA_RT_FLOAT,
    HYDRA_RT_DOUBLE,
    HYDRA_RT_LDOUBLE,
    HYDRA_RT_INT128,
    HYDRA_RT_UINT128,
    HYDRA_RT_CFLOAT, /* complex: sums, products, && and || only */
    HYDRA_RT_CDOUBLE,
    HYDRA_RT_CLDOUBLE
};
/* Members that generated code may leave out. */
#ifdef __cplusplus
#define HYDRA_RT_DEFAULT(value) = value
#else
#define HYDRA_RT_DEFAULT(value)
#endif

typedef struct hydra_rt_reduction {
    const char* name;
    enum hydra_rt_op op;
    enum hydra_rt_type type; /* of the scalar, or of the array's elements; PLACE_OF_…: of the minimum or maximum */
    int array;               /* 0: a scalar; else one more than the slot whose REDUCE box is the section */
    unsigned long bytes;     /* LAST and PLACE_OF_…: of the value, which has any type */
    int with HYDRA_RT_DEFAULT(0); /* PLACE_OF_…: the number of the minimum or maximum among the loop's reductions */
} hydra_rt_reduction;

/* What partial[r] points at for HYDRA_RT_LAST: `when` grows from iteration to iteration of the sequential loop, and
 * is the least long before anything is stored; the value stands HYDRA_RT_LAST_VALUE bytes behind it. For
 * HYDRA_RT_PLACE_OF_… the block's own minimum or maximum stands HYDRA_RT_LAST_KEY bytes behind it. */
typedef struct hydra_rt_last {
    long when;
} hydra_rt_last;
enum { HYDRA_RT_LAST_KEY = 8, HYDRA_RT_LAST_VALUE = 16 };
/* So many bytes behind the value of a scalar, an int that is 0 at first. For OR of a type that is not floating, the
 * kernel makes it 1 where it has accumulated at all; for a minimum or maximum that begins anew, it sets the bit
 * HYDRA_RT_NOTE_ANY there, and HYDRA_RT_NOTE_NAN where it has taken a NaN. */
enum { HYDRA_RT_NOTE = 16, HYDRA_RT_NOTE_NAN = 1, HYDRA_RT_NOTE_ANY = 2 };
/* Code that is compiled for finite values only may not start with the NaN that stands for "nothing yet": there the
 * plain minimum or maximum is the same. */
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#define HYDRA_RT_WHERE_FINITE(plain, exact) plain
#else
#define HYDRA_RT_WHERE_FINITE(plain, exact) exact
#endif

#endif
