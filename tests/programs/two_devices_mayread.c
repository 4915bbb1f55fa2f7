// stderr: the loop writes memory from which its own subscripts come
// distributed: 16 22
// offloaded: 16 22
// Each device of a rank may read, as far as anyone knows, what the others write in the same launch; a later loop reads
// across them.
#include <stdio.h>
#define N 4000
static int p[N]; static unsigned c[N], o[N];
int main(void) {
    for (int i = 0; i < N; i++) {
        p[i] = i - 1;
        c[i] = i;
    }
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            p[i] += 1;
            c[i] = c[p[i]] * 3 + 1;
            p[i] -= 1;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            o[i] += c[N - 1 - i];
    }
    unsigned h = 1;
    for (int i = 0; i < N; i++)
        h = h * 31 + o[i] + c[i];
    printf("%u\n", h);
}
