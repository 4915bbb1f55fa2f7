// A call past the C library, and files that lie in memory.
#include <unistd.h>
#include <sys/syscall.h>
long f(void) { return syscall(SYS_gettid); } // error: 'syscall' (system calls)

// Files that lie in memory.
#include <stdio.h>
FILE *g(char *text) { return fmemopen(text, 10, "r"); } // error: 'fmemopen' (files in memory); read a text with 'sscanf'
