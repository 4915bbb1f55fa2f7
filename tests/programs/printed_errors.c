// distributed: 9
// printf's %m is a look at errno.
#include <stdio.h>
#include <math.h>
double a[40], b[40];
int main(void) {
    for (int i = 0; i < 40; i++) a[i] = i == 39 ? -1.0 : i;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) b[i] = log(a[i]);
    printf("%m\n");
    return 0;
}
