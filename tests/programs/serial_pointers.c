// distributed: 19 36
// offloaded: 19 36
#include <stdio.h>
#include <stdlib.h>
/* serial code that walks with pointers over what parallel loops wrote */
#define N 36
static int a[N];
static int sum(const int *from, const int *to)
{
    int s = 0;
    while (from < to)
        s += *from++;
    return s;
}
int main(void)
{
    int *heap = malloc(N * sizeof *heap);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        a[i] = i * 3;
        heap[i] = N - i;
    }
    printf("%d %d\n", sum(a, a + N), sum(heap + 3, heap + 10));
    for (int *p = a + 1; p < a + N; p += 5)
        *p = -1;
    int *last = &heap[N - 1];
    *last = 500;
    *(heap + 7) += 10;
    int *up = a, *down = a + N - 1;
    while (up < down) {
        int t = *up;
        *up++ = *down;
        *down-- = t;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        heap[i] += a[i];
    for (int i = 0; i < N; i++)
        printf("%d %d\n", a[i], heap[i]);
    free(heap);
    return 0;
}
