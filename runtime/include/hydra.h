/* hydra.h: what a HYDRA C program may include. The directive `#pragma hydra parallel for` needs no header; this one
 * lets a program ask which hydracc it is built by, and stays valid C for every other compiler. */
#ifndef HYDRA_H
#define HYDRA_H

/* The version of hydracc that this header belongs to: 100 * major + minor. */
#define HYDRA_VERSION 1

#endif
