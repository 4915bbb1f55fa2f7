/* As a library's header is: it lies in a folder of the system, and its functions touch what they are given. */
#ifndef FILL_H
#define FILL_H

#include <stdlib.h>
#include <string.h>

typedef struct {
    double *cells;
    long count;
} fill_box;

static inline void *fill_taken(const void *from, unsigned long size, long count, long first, long step) {
    char(*const made)[size] = (char(*)[size])calloc((unsigned long)count, size);
    const char(*const rows)[size] = (const char(*)[size])from;
    for (long k = 0; k < count; k++)
        memcpy(made[k], rows[first + step * k], size);
    return made;
}

static inline double fill_sum(const double *a, long n) {
    double sum = 0;
    while (n-- > 0)
        sum += *a++;
    return sum;
}

static inline void fill_add(fill_box *box, double by) {
    for (long k = 0; k < box->count; k++)
        box->cells[k] += by;
}

static inline double *fill_place(const fill_box *box, long k) { return box->cells + k; }

#endif
