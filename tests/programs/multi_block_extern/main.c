// distributed: 13 25
// offloaded: 13 25
/* An array of another file that only a block declares. */
#include <stdio.h>

void show(void);
double middle(void);

int main(void)
{
    extern double other[30];
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        other[i] = i;
    show();
    printf("%g\n", middle());
    return 0;
}

double middle(void)
{
    extern double other[30];
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 10; i < 20; i++)
        s += other[i];
    return s + other[29];
}
