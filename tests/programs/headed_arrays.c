// distributed: 37 45 66 79 91 140
// offloaded: 37 45 66 79 91 140
/* Arrays inside of structures that begin with a header, so that rows of the array are no rows of the structure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 40
#define H 30
#define T 4

typedef struct {
    int w, h;
    unsigned char px[H][W];
} image;
typedef struct {
    char tag[3];
    short band[3][H][W];
    int used;
} bands;
typedef struct {
    float x, y;
    int id;
} point;
typedef struct {
    long count;
    point at[H][5];
} cloud;
typedef struct {
    double a[T][T];
    int row, col;
} tile;

static void gradient(image *im)
{
#pragma hydra parallel for
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            im->px[y][x] = (unsigned char)(x * 3 + y * 5);
}

static void box(const image *src, image *dst)
{
#pragma hydra parallel for
    for (int y = 1; y < src->h - 1; y++)
        for (int x = 1; x < src->w - 1; x++) {
            int s = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    s += src->px[y + dy][x + dx];
            dst->px[y][x] = s / 9;
        }
}

static int row_sum(const unsigned char *row, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += row[i];
    return sum;
}

static void split(const image *im, bands *b)
{
#pragma hydra parallel for
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            b->band[0][y][x] = im->px[y][x];
            b->band[1][y][x] = 300 - im->px[H - 1 - y][x];
        }
        b->band[2][y][0] = row_sum(im->px[y], im->w);
        memcpy(&b->band[2][y][1], b->band[0][y], 7 * sizeof(short));
    }
}

static void place(cloud *c, const bands *b)
{
#pragma hydra parallel for
    for (int y = 0; y < H; y++)
        for (int k = 0; k < 5; k++) {
            c->at[y][k].x = b->band[0][y][k * 7];
            c->at[y][k].id = y * 5 + k;
            point *p = &c->at[y][k];
            p->y = b->band[1][(y + 1) % H][k];
        }
}

static void step(tile *const *t, int n, double by)
{
#pragma hydra parallel for
    for (int k = 0; k < n; k++) {
        tile *mine = t[k];
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++)
                mine->a[i][j] = mine->a[i][j] / 2 + by * (mine->row * T + i) - mine->col;
        mine->row += 1;
    }
}

static long check(const image *im)
{
    long sum = 0;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            sum += im->px[y][x] * (x + y % 7L);
    return sum;
}

int main(void)
{
    image pair[2] = {{W, H}, {W - 3, H - 4}}, other = {W, H};
    image *second = pair + 1;
    gradient(pair);
    gradient(second);
    box(&pair[0], &other);
    printf("%ld %ld %ld\n", check(&pair[0]), check(second), check(&other));
    box(second, pair);
    other = pair[0];
    other.w = 11;
    gradient(&other);
    printf("%ld %ld\n", check(&pair[0]), check(&other));

    bands *b = calloc(2, sizeof *b);
    strcpy(b[1].tag, "xy");
    split(&pair[0], b + 1);
    split(&other, b);
    long sums[3] = {0};
    for (int k = 0; k < 3; k++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                sums[k] += b[1].band[k][y][x] * (x % 5 + 1) - b[0].band[k][y][x];
    printf("%s %ld %ld %ld\n", b[1].tag, sums[0], sums[1], sums[2]);

    cloud *c = malloc(sizeof *c);
    memset(c, 0, sizeof *c);
    c->count = H * 5;
    place(c, b + 1);
    double weight = 0;
#pragma hydra parallel for reduction(+:weight)
    for (int y = 1; y < H; y++)
        weight += c->at[y - 1][4].x * c->at[y][0].id + c->at[y][2].y;
    printf("%ld %.1f %d\n", c->count, weight, c->at[H - 1][4].id);

    int n = 9;
    tile **tiles = malloc(n * sizeof *tiles);
    for (int k = 0; k < n; k++) {
        tiles[k] = calloc(1, sizeof(tile));
        tiles[k]->row = k / 3, tiles[k]->col = k % 3;
    }
    for (int t = 0; t < 4; t++) {
        step(tiles, n, 0.5);
        tile *first = tiles[0];
        memmove(tiles, tiles + 1, (n - 1) * sizeof *tiles);
        tiles[n - 1] = first;
    }
    for (int i = 0; i < 3 * T; i++)
        printf("%g%c", tiles[i / T * 4]->a[i % T][T - 1 - i % T], i == 3 * T - 1 ? '\n' : ' ');
    printf("%d %d\n", tiles[0]->row, tiles[5]->col);
    return 0;
}
