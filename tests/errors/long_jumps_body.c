// longjmp in a parallel loop's body.
#include <setjmp.h>
static jmp_buf place;
static double a[100];
void f(int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            longjmp(place, 1); // error: 'longjmp' in a parallel loop would jump across its border
        a[i] = 1;
    }
}
