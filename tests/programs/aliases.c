// distributed: 8
// offloaded: 8
#include <stdio.h>
/* two pointers to one array in one loop, to the same or to different parts of it */
static void add(int n, int *restrict_like, const int *from, int by)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        restrict_like[i] = from[i] + by;
}
static int a[60];
int main(void)
{
    for (int i = 0; i < 60; i++)
        a[i] = i % 8;
    add(60, a, a, 5);
    add(20, a, a + 20, 100);
    add(20, a + 40, a, -3);
    add(10, &a[25], &a[35], 0);
    int *p = a + 7, *q = p;
    q += 23;
    add(11, p, q, 1000);
    for (int i = 0; i < 60; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
