// distributed: 13 24 28
// offloaded: 24 28
#include <stdio.h>
#define N 37
double a[N];
int main(void)
{
    int i, j;
    double half, third = -1;
    long count;

#pragma hydra parallel for private(half, third, j, count)
    for (i = 0; i < N; i++) {
        half = i * 0.5;
        count = 0;
        for (j = 0; j < i; j++)
            count += j;
        third = count / 3.0;
        a[i] = half + third;
    }
    printf("i=%d j=%d half=%g third=%g count=%ld\n", i, j, half, third, count);

#pragma hydra parallel for
    for (j = 5; j < 30; j += 4)
        a[j] = -j;
    printf("j=%d\n", j);
#pragma hydra parallel for
    for (j = 30; j > 0; j -= 7)
        a[j] = 1000 + j;
    printf("j=%d\n", j);
    for (i = 0; i < N; i++)
        printf("%g ", a[i]);
    printf("\n");
    return 0;
}
