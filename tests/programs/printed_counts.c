// distributed: 29 37
// replicated: 21 25
// offloaded: 37
// How much snprintf has printed, which %n stores into elements and through pointers, in loops and in serial code.
#include <stdio.h>

#define N 40

static char text[N][64];
static int count[N], again[N], next[N];
static const char *const formats[2] = {"%d%n.", "%d,%n"};

static void print(const int *list) {
    for (int i = 0; i < N; i++)
        printf("%s %d|", text[i], list[i]);
    printf("\n");
}

int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        snprintf(text[i], sizeof text[i], "%d%n xx", i * i * i, &count[i]);
    print(count);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        sprintf(text[i], formats[i % 2], i * i, &again[i]);
    print(again);
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int own;
        sprintf(text[i], "%s%% %d%n", i % 3 ? "a" : "bc", i, &own);
        next[i] = own + count[N - 1 - i];
    }
    print(next);
    sprintf(text[0], "%d%n", 12345, next + 17);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        count[i] = next[N - 1 - i] + i;
    print(count);
    return 0;
}
