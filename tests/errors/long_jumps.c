// setjmp and longjmp in what a parallel loop calls, or in its body.
#include <setjmp.h>
static jmp_buf place;
static double a[100];
static double checked(double x)
{
    if (x < 0)
        longjmp(place, 1); // error: 'longjmp' in a parallel loop would jump past what the end of an iteration has to settle
    return x;
}
static int tried(double x)
{
    jmp_buf own;
    if (setjmp(own)) // error: 'setjmp' in a parallel loop
        return 1;
    return x > 3;
}
void f(int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = checked(a[i]);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = tried(a[i]);
}
