// distributed: 11 15
// offloaded: 11 15
#include <stdio.h>
#define STRINGIFY(x) #x
#define PARALLEL(clauses) _Pragma(STRINGIFY(hydra parallel for clauses))
int a[25], total;
int main(void)
{
    int i;
    _Pragma("hydra parallel for")
    for (i = 0; i < 25; i++)
        a[i] = 24 - i;
    int s = 0, m = 0;
    PARALLEL(reduction(+:s) reduction(max:m))
    for (i = 0; i < 25; i++) {
        s += a[i];
        if (a[i] > m)
            m = a[i];
    }
    total = s;
    printf("%d %d %d %d\n", total, m, a[0], a[24]);
    return 0;
}
