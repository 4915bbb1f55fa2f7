/* A macro may hold the directive and its loop, but nothing else: generated code takes the macro's place. */
#include <stdio.h>

#define N 40
#define FILL(a, v) _Pragma("hydra parallel for") for (int i = 0; i < N; i++) a[i] = v
#define FILL_AND_COUNT(a, v) FILL(a, v); runs++
#define COUNT_AND_FILL(a, v) runs++; FILL(a, v)
#define WRAPPED(a, v) do { FILL(a, v); } while (0)

static int a[N], b[N], runs;

int main(void)
{
    FILL(a, 3);
    FILL_AND_COUNT(b, 4); // error: a macro holds this parallel loop and more
    COUNT_AND_FILL(a, 5); // error: a macro holds this parallel loop and more
    if (runs > 0)
        FILL(a, 7); // error: put braces around it where it stands behind an if
    WRAPPED(b, 6); // error: a macro holds this parallel loop and more
    printf("%d %d %d\n", a[1], b[2], runs);
    return 0;
}
