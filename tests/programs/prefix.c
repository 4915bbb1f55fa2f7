// distributed: 13
// offloaded: 13
#include <stdio.h>
/* prefix sums by doubling: the distance that values travel grows past every block */
enum { N = 50 };
static unsigned a[N], b[N];
int main(void)
{
    unsigned *from = a, *to = b;
    for (int i = 0; i < N; i++) from[i] = i % 7 + 1;
    for (int d = 1; d < N; d *= 2) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            to[i] = i >= d ? from[i] + from[i - d] : from[i];
        unsigned *t = from; from = to; to = t;
    }
    for (int i = 0; i < N; i++) printf("%u ", from[i]);
    printf("\n");
    return 0;
}
