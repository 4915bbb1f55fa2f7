// hydracc: -Werror=hydra-replicated
// distributed: 35 41 46 51
// Loops that call through pointers, sort, and print, and set errno first or do not look at it: they stay parallel.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40

static double x[N];
static int out[N];
static char text[N][64];

static int code(void) { return errno; }
static int same(int v) { return v; }
static int twice(int v) { return 2 * v; }
static int apply(int (*f)(int), int v) { return f(v); }
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_text(const void *a, const void *b) {
    errno = 0;
    long v = strtol(a, NULL, 10), w = strtol(b, NULL, 10);
    return errno == ERANGE ? 0 : v < w ? -1 : v > w;
}

int main(int argc, char **argv) {
    int (*look)(void) = code;
    int (*map)(int) = argc > 5 ? same : twice;
    static const int key[8] = {1, 2, 3, 5, 8, 13, 21, 34};
    static const char words[4][8] = {"1", "20", "300", "4000"};
    static const char *const formats[2] = {"%d%%", "%d %Y %m"};
    errno = 7;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        errno = 0;
        x[i] = log(i % 7 - 1.0);
        out[i] = look();
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const int k = i, *found = bsearch(&k, key, 8, sizeof k, by_value);
        out[i] += apply(map, i) + apply(same, 1) + (found ? 100 : 0);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const char(*found)[8] = bsearch(words[i % 4], words, 4, sizeof words[0], by_text);
        out[i] += found ? atoi(*found) : 0;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        snprintf(text[i], sizeof text[i], formats[0], i);
    for (int i = 0; i < N; i++)
        printf("%d %g %s\n", out[i], x[i] > 0 ? x[i] : 0, text[i]);
    errno = EDOM;
    printf("%m\n");
    return 0;
}
