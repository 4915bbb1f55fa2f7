// distributed: 23
// offloaded: 23
/* A destructor runs a parallel loop and sums its array up, when the ranks have already said farewell to each other. */
#include <stdio.h>

static int a[900];

__attribute__((destructor)) static void last(void)
{
    long sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < 900; i++)
        a[i] += i % 7;
    for (int i = 0; i < 900; i++)
        sum += a[i];
    printf("%ld\n", sum);
    fflush(stdout);
}

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 900; i++)
        a[i] = i * 2;
    printf("%d\n", a[899]);
    fflush(stdout);
    return 0;
}
