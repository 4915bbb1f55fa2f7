// distributed: 15
// offloaded: 15
/* Scalars that nothing but a loop names, in a function with a label: the loop hands their values back, unread. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 50, status = 1, i, kept, last = -1;
    double scale;
    double *a = malloc(n * sizeof *a);
    if (!a)
        goto out;
#pragma hydra parallel for private(i, scale, kept)
    for (int j = 0; j < n; j++) {
        i = 3 * j;
        scale = 0.5;
        a[j] = i * scale;
        last = j;
        kept = j % 7;
        a[j] += kept;
    }
    for (int round = 0; round < 2; round++)
        printf("%g %d\n", a[n - 1 - round], last);
    if (last > 100)
        goto out;
    status = 0;
out:
    free(a);
    return status;
}
