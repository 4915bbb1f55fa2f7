// distributed: 9 19
// offloaded: 9
// Loops made of gotos, in serial code and inside of an iteration.
#include <stdio.h>
static int a[30], b[30];
int main(void) {
    int k = 0;
#pragma hydra parallel for
    for (int i = 0; i < 30; i++) a[i] = 3 * i;
again:
    b[k] = a[29 - k];
    if (++k < 30) goto again;
    int *p = a;
    int s = 0;
loop:
    s += *p++;
    if (p < a + 30) goto loop;
#pragma hydra parallel for
    for (int i = 0; i < 30; i++) { int j = 0; more: if (j < i) { b[i] += j; j++; goto more; } }
    for (int i = 0; i < 30; i++) printf("%d ", b[i]);
    printf("%d\n", s);
    return 0;
}
