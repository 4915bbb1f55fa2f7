// distributed: 53 65 69 73 77 81 85 89
// offloaded: 53 73 77 81 85 89
// Offsets into a bank of registers come from little tables, written down in all the ways that C has for it: with
// padding bits, cut to a few bits, without the inner braces; and some of the tables are patched through pointers.
#include <stdio.h>

#define BANK 600
#define LINES 60

struct padded {
    int first;
    int : 5;
    int second;
};
struct cut {
    signed near : 3, far : 4;
    unsigned up : 2;
};
struct nested {
    struct {
        int x, y;
    } at;
    int width;
};
struct listed {
    int v[2];
    int last;
};

static const struct padded pads[3] = {{1, 2}, {3, 4}, {5, 6}};
static const struct cut cuts[3] = {{7, 15, 3}, {3, 9, 2}, {1, 1}};
static const struct nested nests[3] = {{1, 2, 30}, {{4, 5}, 60}, {7, 8, 90}};
static const struct listed lists[3] = {{1, 2, 25}, {{4, 5}, 50}, {7, 8, 75}};
static int plain[4] = {0, 1, 2, 3}, *patch = plain;
static int tail[4] = {0, 1, 2, 3};
static struct {
    int *from, count;
} window = {&tail[1], 3};
static struct {
    int v[2];
} rows[3] = {{{1, 2}}, {{3, 4}}, {{5, 6}}};
static struct {
    int v[2];
} more[3] = {{{1, 2}}, {{3, 4}}, {{5, 6}}};

static int bank[BANK], seen[7][LINES];

static void set(int *pair, int value) { pair[1] = value; }

int main(void) {
    int i, k;
#pragma hydra parallel for
    for (i = 0; i < BANK; i++)
        bank[i] = i * 3 + i % 7;
    for (i = 0; i < 4; i++)
        patch[i] = 3 * i * i + 40;
    for (i = 0; i < window.count; i++)
        window.from[i] = 90 + 7 * i;
    {
        int *pair = rows[1].v;
        pair[1] = 90;
    }
    set(more[2].v, 200);
#pragma hydra parallel for private(k)
    for (i = 0; i < LINES; i++)
        for (k = 0; k < 3; k++)
            seen[0][i] += bank[159 - i + 10 * pads[k].second] + bank[159 - i + 10 * pads[k].first];
#pragma hydra parallel for private(k)
    for (i = 0; i < LINES; i++)
        for (k = 0; k < 3; k++)
            seen[1][i] += bank[259 - i + 20 * cuts[k].near + cuts[k].far] + bank[i + 100 * cuts[k].up];
#pragma hydra parallel for private(k)
    for (i = 0; i < LINES; i++)
        for (k = 0; k < 3; k++)
            seen[2][i] += bank[159 - i + nests[k].width];
#pragma hydra parallel for private(k)
    for (i = 0; i < LINES; i++)
        for (k = 0; k < 3; k++)
            seen[3][i] += bank[159 - i + lists[k].last];
#pragma hydra parallel for private(k)
    for (i = 0; i < LINES; i++)
        for (k = 0; k < 4; k++)
            seen[4][i] += bank[i + plain[k]];
#pragma hydra parallel for private(k)
    for (i = 0; i < LINES; i++)
        for (k = 0; k < 4; k++)
            seen[5][i] += bank[i + tail[k]];
#pragma hydra parallel for private(k)
    for (i = 0; i < LINES; i++)
        for (k = 0; k < 3; k++)
            seen[6][i] += bank[i + rows[k].v[1]] - 2 * bank[i + more[k].v[1]];
    for (k = 0; k < 7; k++)
        for (i = 0; i < LINES; i++)
            printf("%d%c", seen[k][i], i == LINES - 1 ? '\n' : ' ');
    return 0;
}
