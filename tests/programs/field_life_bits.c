// deals: block, cyclic
// distributed: 48 67
// offloaded: 48 67
/* Game of life with 64 cells packed in a word: neighbour counts of all of them at once by bitwise adders, each row one
   iteration, periodic at all sides. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#define ROWS 40
#define WORDS 2

static uint64_t grid[2][ROWS][WORDS];

static inline uint64_t left(const uint64_t *row, int w)
{
    return row[w] << 1 | row[(w + WORDS - 1) % WORDS] >> 63;
}

static inline uint64_t right(const uint64_t *row, int w)
{
    return row[w] >> 1 | row[(w + 1) % WORDS] << 63;
}

/* adds one more neighbour plane to the three-bit counters */
static inline void add(uint64_t x, uint64_t *b0, uint64_t *b1, uint64_t *b2)
{
    uint64_t c0 = *b0 & x;
    *b0 ^= x;
    uint64_t c1 = *b1 & c0;
    *b1 ^= c0;
    *b2 |= c1;
}

int main(void)
{
    uint64_t s = 88172645463325252ull;
    for (int r = 0; r < ROWS; r++)
        for (int w = 0; w < WORDS; w++) {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            grid[0][r][w] = s & (s >> 11);
        }
    int cur = 0;
    for (int g = 0; g < 25; g++) {
        #pragma hydra parallel for
        for (int r = 0; r < ROWS; r++) {
            const uint64_t *up = grid[cur][(r + ROWS - 1) % ROWS], *mid = grid[cur][r], *down = grid[cur][(r + 1) % ROWS];
            for (int w = 0; w < WORDS; w++) {
                uint64_t b0 = 0, b1 = 0, b2 = 0;
                add(left(up, w), &b0, &b1, &b2);
                add(up[w], &b0, &b1, &b2);
                add(right(up, w), &b0, &b1, &b2);
                add(left(mid, w), &b0, &b1, &b2);
                add(right(mid, w), &b0, &b1, &b2);
                add(left(down, w), &b0, &b1, &b2);
                add(down[w], &b0, &b1, &b2);
                add(right(down, w), &b0, &b1, &b2);
                grid[1 - cur][r][w] = ~b2 & b1 & (b0 | mid[w]);
            }
        }
        cur = 1 - cur;
    }
    int population = 0;
    #pragma hydra parallel for reduction(+ : population)
    for (int r = 0; r < ROWS; r++)
        for (int w = 0; w < WORDS; w++)
            for (uint64_t x = grid[cur][r][w]; x; x &= x - 1)
                population++;
    for (int r = 0; r < ROWS; r++)
        printf("%016" PRIx64 " %016" PRIx64 "\n", grid[cur][r][0], grid[cur][r][1]);
    printf("population %d\n", population);
    return 0;
}
