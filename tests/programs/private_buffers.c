// distributed: 40 45 54 68 77 89
// offloaded: 40 45 54 68
/* Scratch arrays of an iteration: histograms, stencils in a window, records of a pass, defaults that a row overrides. */
#include <stdio.h>
#include <string.h>

#define ROWS 23
#define COLS 12

static int image[ROWS][COLS], level[COLS] = {1, 2, 3, 4, 3, 2, 1};
static long result[ROWS];

static long total(const int *q, int n)
{
    long s = 0;
    for (int k = 0; k < n; k++)
        s += q[k] * (k + 1);
    return s;
}

static void clear(int *q, int n)
{
    for (int k = 0; k < n; k++)
        q[k] = 0;
}

static void show(const char *what)
{
    printf("%s:", what);
    for (int i = 0; i < ROWS; i++)
        printf(" %ld", result[i]);
    printf("\n");
}

int main(void)
{
    int bins[COLS], window[3][COLS], i;

#pragma hydra parallel for
    for (i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            image[i][j] = (i * 7 + j * 5) % 11;

#pragma hydra parallel for private(bins)
    for (i = 0; i < ROWS; i++) {
        clear(bins, COLS);
        for (int j = 0; j < COLS; j++)
            bins[image[i][j]]++;
        result[i] = total(bins, COLS);
    }
    show("histogram");

#pragma hydra parallel for private(window)
    for (i = 0; i < ROWS; i++) {
        memset(window, 0, sizeof window);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < COLS; c++)
                window[r][c] = image[i][c] + r;
            for (int c = 1; c < COLS; c++)
                window[r][c] += window[r][c - 1] % 5;
            if (r > 0)
                result[i] += window[r - 1][2] + window[r][i % COLS];
        }
    }
    show("window");

#pragma hydra parallel for private(bins)
    for (i = 0; i < ROWS; i++) {
        memcpy(bins, level, sizeof bins);
        bins[i % COLS] += i;
        result[i] -= total(bins, 7);
    }
    show("copy");
    {
        int weight[5] = {5, 4, 3, 2, 1};
#pragma hydra parallel for firstprivate(weight)
        for (i = 0; i < ROWS; i++) {
            weight[2] = i;
            result[i] += total(weight, 5);
        }
    }
    show("weights");
    {
        int limit[ROWS + 1];
        for (i = 0; i <= ROWS; i++)
            limit[i] = i % 4;
        /* reads what only later iterations overwrite */
#pragma hydra parallel for firstprivate(limit)
        for (i = 0; i < ROWS; i++) {
            result[i] += limit[i] * 10 + limit[i + 1];
            if (i > 0)
                limit[i - 1] = 99;
        }
    }
    show("limits");
    return 0;
}
