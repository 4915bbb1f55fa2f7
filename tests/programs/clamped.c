// distributed: 16 25
// offloaded: 16 25
#include <stdio.h>
#define H 11
#define W 13
static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
static int p[H][W], q[H][W];
int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            p[y][x] = (y * 41 + x * 17) % 64;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int y = 0; y < H; y++) {
            int up = y > 0 ? y - 1 : 0;
            int down = y < H - 1 ? y + 1 : H - 1;
            for (int x = 0; x < W; x++) {
                int left = max(x - 1, 0), right = min(x + 1, W - 1);
                q[y][x] = p[up][x] + p[down][x] + p[y][left] + p[y][right] - 4 * p[y][x];
            }
        }
#pragma hydra parallel for
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                p[y][x] = q[min(y + 2, H - 1)][max(x - 2, 0)] % 1000;
    }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            printf("%d ", p[y][x]);
        printf("\n");
    }
    return 0;
}
