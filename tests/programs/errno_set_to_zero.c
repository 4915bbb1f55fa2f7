// distributed: 12 16
// Iterations that set errno to 0 before they compute: the last one's value is what stays.
#include <stdio.h>
#include <errno.h>
#include <math.h>
int main(void) {
    static double a[40], b[40];
    static int er[40];
    for (int i = 0; i < 40; i++) a[i] = i < 5 ? -1.0 : i;
    errno = 7;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) { errno = 0; b[i] = log(a[i] + 3); er[i] = errno; }
    printf("%d\n", errno);
    errno = 0;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) { errno = 0; b[i] = log(a[i]); er[i] = errno; }
    printf("%d %d\n", errno, er[2]);
    return 0;
}
