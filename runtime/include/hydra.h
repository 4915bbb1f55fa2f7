/* hydra.h: what a HYDRA C program may include. The directive `#pragma hydra parallel for` needs no header; this one
 * lets a program ask which hydracc it is built by, and stays valid C for every other compiler. */
#ifndef HYDRA_H
#define HYDRA_H

/* The version of hydracc that this header belongs to: 100 * major + minor. */
#define HYDRA_VERSION 1

/* A layout of CMAPS: which process an index of an array's first dimension lies with. */
typedef struct {
    int kind; /* HYDRA_LAYOUT_… */
    long n;   /* block-cyclic: indexes a block */
} hydra_layout;

enum { HYDRA_LAYOUT_BLOCK, HYDRA_LAYOUT_CYCLIC, HYDRA_LAYOUT_BLOCK_CYCLIC };

/* Sizes differ by at most one, longer ones first; index i with process i mod P; n indexes in turn. */
#define HYDRA_BLOCK ((hydra_layout){HYDRA_LAYOUT_BLOCK, 1})
#define HYDRA_CYCLIC ((hydra_layout){HYDRA_LAYOUT_CYCLIC, 1})
#define HYDRA_BLOCK_CYCLIC(n) ((hydra_layout){HYDRA_LAYOUT_BLOCK_CYCLIC, (n)})

#endif
