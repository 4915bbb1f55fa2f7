// A call past the C library.
#include <unistd.h>
#include <sys/syscall.h>
long f(void) { return syscall(SYS_gettid); } // error: 'syscall' (system calls)
