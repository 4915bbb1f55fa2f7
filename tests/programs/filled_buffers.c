// distributed: 14 19 24
// offloaded: 24
// Private buffers that library functions fill, and private arrays that are written and read in one arm of a condition.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    int n = 200;
    char buf[32], word[16];
    int *len = malloc(n * sizeof *len), *h = malloc(n * sizeof *h);
    double w[4], s = 0;
    for (int i = 0; i < n; i++) h[i] = i % 3;
#pragma hydra parallel for private(buf)
    for (int i = 0; i < n; i++) {
        sprintf(buf, "item %d", i * i);
        len[i] = (int)strlen(buf) + buf[0];
    }
#pragma hydra parallel for private(word)
    for (int i = 0; i < n; i++) {
        snprintf(word, sizeof word, "%d", i);
        len[i] += word[0] - '0' + atoi(word);
    }
#pragma hydra parallel for private(w) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        if (h[i]) {
            w[0] = i;
            s += w[0];
        } else {
            w[1] = 2;
            s -= w[1];
        }
    }
    printf("%g\n", s);
    for (int i = 0; i < n; i += 13) printf("%d ", len[i]);
    printf("\n");
    return 0;
}
