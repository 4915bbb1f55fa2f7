// distributed: 21 59
/* Tiles that vector code wants aligned: declared so in the loop's body, by a typedef, and as copies an iteration. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 60
#define TILE 8

typedef double lane __attribute__((aligned(32)));

static int off(const void *p, unsigned to) { return (int)((uintptr_t)p % to); }

/* Under a macro of its own the body is written anew. */
static int in_body(int *wrong)
{
    int sum = 0;
#define WIDTH 8
#pragma hydra parallel for
    for (int i = 0; i < CELLS; i++) {
        char pad[WIDTH + 1] = {0};
        _Alignas(64) char row[WIDTH] = {0};
        double v[3] __attribute__((aligned(32))) = {0}, plain = 1, w __attribute__((aligned(128))) = 2;
        lane x = i, y = x + plain;
        wrong[i] = off(row, 64) + off(v, 32) + off(&w, 128) + off(&x, 32) + off(&y, 32) + pad[i % WIDTH];
        for (long q __attribute__((aligned(64))) = 0, *to = &q; q < 2; ++*to)
            wrong[i] += off(to, 64);
        if (x + y + w != 2 * i + 3)
            wrong[i]++;
    }
    for (int i = 0; i < CELLS; i++)
        sum += wrong[i];
    return sum;
}

#define LENGTH 5
static int helper(int i)
{
    char odd[LENGTH] = {0};
    float tile[4] __attribute__((aligned(64)));
    memset(tile, 0, sizeof tile);
    return off(tile, 64) + odd[i % LENGTH];
}

int main(void)
{
    int *wrong = calloc(CELLS, sizeof *wrong);
    double *a = malloc(CELLS * sizeof *a);
    char first[3], third[5];
    _Alignas(128) double v[4];
    float start[2] __attribute__((aligned(64))) = {1, 2};
    lane t;
    int last = -1;
    double total __attribute__((aligned(64))) = 0;
    int sum = in_body(wrong);

#pragma hydra parallel for private(first, v, third, t) firstprivate(start) reduction(+ : total)
    for (int i = 0; i < CELLS; i++) {
        first[i % 3] = third[i % 5] = (char)i;
        for (int j = 0; j < 4; j++)
            v[j] = i + j;
        t = v[i % 4] + start[i % 2];
        a[i] = t + first[i % 3] - third[i % 5];
        wrong[i] = off(v, 128) + off(start, 64) + off(&t, 32) + helper(i);
        total += a[i];
        last = i;
    }
    for (int i = 0; i < CELLS; i++)
        sum += wrong[i];
    printf("%d %g %g %d\n", sum, total, a[CELLS - 1], last);
    free(a);
    free(wrong);
    return 0;
}
