/* A macro that holds a parallel loop and more is written out, but not where its arguments stand on several lines, or
   where it holds a name that would be a macro again. */
#include <stdio.h>

#define N 40
#define FILL(a, v) _Pragma("hydra parallel for") for (int i = 0; i < N; i++) a[i] = v
#define COUNT_AND_FILL(a, v) runs++; FILL(a, v)
#define value() value() + 1
#define FILL_AGAIN(a) runs++; FILL(a, value())

static int a[N], b[N], runs;
static int (value)(void) { return 3; }

int main(void)
{
    COUNT_AND_FILL(a, // error: a macro holds this parallel loop and more
                   5);
    FILL_AGAIN(b); // error: a macro holds this parallel loop and more
    printf("%d %d %d\n", a[1], b[2], runs);
    return 0;
}
