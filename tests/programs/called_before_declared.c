// A function that is called before it is declared, as old programs do, and one that does not return.
#include <stdio.h>
#include <stdlib.h>
static double a[100];
_Noreturn static void quit(int status)
{
    double sum = 0;
    for (int i = 0; i < 100; i++)
        sum += a[i];
    printf("%g\n", sum);
    exit(status);
}
static void (*leave)(int) = quit;
int main(void)
{
    int r = later(3);
    printf("%d %g\n", r, a[5]);
    leave(0);
}
int later(int k)
{
#pragma hydra parallel for
    for (int i = 0; i < 100; i++)
        a[i] = i * k;
    return (int)a[7];
}
