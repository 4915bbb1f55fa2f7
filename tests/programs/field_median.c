// distributed: 46
// offloaded: 46
/* Median filter on a noisy picture: each pixel sorts its window in a private buffer; borders are mirrored. */
#include <stdio.h>
#include <string.h>

#define H 30
#define W 44
#define R 2
#define WIN ((2 * R + 1) * (2 * R + 1))

static unsigned char in[H][W], out[H][W];

static int mirror(int i, int n)
{
    if (i < 0)
        return -i - 1;
    if (i >= n)
        return 2 * n - i - 1;
    return i;
}

static void insertion_sort(unsigned char *v, int n)
{
    for (int i = 1; i < n; i++) {
        unsigned char key = v[i];
        int j = i - 1;
        while (j >= 0 && v[j] > key) {
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = key;
    }
}

int main(void)
{
    unsigned s = 99;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            s = s * 1664525u + 1013904223u;
            in[y][x] = (s >> 24) < 30 ? 255 : (unsigned char)(4 * x + y);
        }
    for (int pass = 0; pass < 2; pass++) {
        #pragma hydra parallel for
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                unsigned char window[WIN];
                int k = 0;
                for (int dy = -R; dy <= R; dy++)
                    for (int dx = -R; dx <= R; dx++)
                        window[k++] = in[mirror(y + dy, H)][mirror(x + dx, W)];
                insertion_sort(window, WIN);
                out[y][x] = window[WIN / 2];
            }
        memcpy(in, out, sizeof in);
    }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            printf("%d ", in[y][x]);
        printf("\n");
    }
    return 0;
}
