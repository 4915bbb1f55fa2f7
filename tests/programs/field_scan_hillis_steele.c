// distributed: 19
// offloaded: 19
/* Prefix sums by recursive doubling (Hillis and Steele): log2(n) parallel sweeps between two buffers whose distance
   doubles every time. */
#include <stdio.h>
#include <string.h>

#define N 300

int main(void)
{
    static unsigned buffer[2][N];
    int in = 0;
    for (int i = 0; i < N; i++)
        buffer[0][i] = (unsigned)(i * i + 7) % 13;
    for (int d = 1; d < N; d <<= 1) {
        unsigned *src = buffer[in], *dst = buffer[!in];
        #pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            if (i >= d)
                dst[i] = src[i] + src[i - d];
            else
                dst[i] = src[i];
        }
        in = !in;
    }
    for (int i = 0; i < N; i++)
        printf("%u%s", buffer[in][i], i % 20 == 19 ? "\n" : " ");
    return 0;
}
