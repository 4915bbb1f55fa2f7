// Pointers to the end of what mempcpy and stpncpy have copied.
// hydracc: -w
// distributed: 15
// replicated: 18 27
// offloaded: 15
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int a[320], s[4] = {1, 2, 3, 4};
char t[40][8];
char w[40];
int main(void) {
    int i;
#pragma hydra parallel for
    for (i = 0; i < 320; i++)
        a[i] = i;
#pragma hydra parallel for
    for (i = 0; i < 40; i++) {
        int *e = mempcpy(a + 8 * (39 - i), s, sizeof s);
        e[0] = 500 + i;
        e[1]++;
    }
    for (i = 0; i < 320; i++)
        printf("%d ", a[i]);
    puts("");
#pragma hydra parallel for
    for (i = 0; i < 40; i++) {
        char *e = stpncpy(t[39 - i], "ab", 3);
        *e++ = 'c';
        e[0] = 'd';
        w[i] = e[-2];
    }
    for (i = 0; i < 40; i++)
        printf("%.8s %c ", t[i], w[i]);
    puts("");
    return 0;
}
