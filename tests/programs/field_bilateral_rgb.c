// distributed: 34
// offloaded: 34
/* Bilateral filter of a colour picture with a precomputed table of range weights and a spatial kernel on the stack. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIUS 3

typedef struct {
    unsigned char r, g, b;
} rgb;

int main(void)
{
    const int w = 40, h = 28;
    const double sigma_s = 2.0, sigma_r = 30.0;
    rgb *src = malloc(w * h * sizeof(rgb)), *dst = malloc(w * h * sizeof(rgb));
    double spatial[2 * RADIUS + 1][2 * RADIUS + 1], range[3 * 256];

    for (int y = -RADIUS; y <= RADIUS; y++)
        for (int x = -RADIUS; x <= RADIUS; x++)
            spatial[y + RADIUS][x + RADIUS] = exp(-(x * x + y * y) / (2 * sigma_s * sigma_s));
    for (int d = 0; d < 3 * 256; d++)
        range[d] = exp(-(d * d) / (2 * sigma_r * sigma_r));
    for (int i = 0; i < w * h; i++) {
        int x = i % w, y = i / w, noise = (i * 7919) % 23;
        src[i].r = (x < w / 2 ? 60 : 190) + noise;
        src[i].g = (y < h / 2 ? 90 : 150) + noise / 2;
        src[i].b = (x + y) * 3 + noise;
    }

    #pragma hydra parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double sum[3] = {0, 0, 0}, weight = 0;
            const rgb c = src[y * w + x];
            for (int dy = -RADIUS; dy <= RADIUS; dy++) {
                int yy = y + dy;
                if (yy < 0 || yy >= h)
                    continue;
                for (int dx = -RADIUS; dx <= RADIUS; dx++) {
                    int xx = x + dx;
                    if (xx < 0 || xx >= w)
                        continue;
                    const rgb p = src[yy * w + xx];
                    double k = spatial[dy + RADIUS][dx + RADIUS] * range[abs(p.r - c.r) + abs(p.g - c.g) + abs(p.b - c.b)];
                    sum[0] += k * p.r;
                    sum[1] += k * p.g;
                    sum[2] += k * p.b;
                    weight += k;
                }
            }
            dst[y * w + x].r = (unsigned char)(sum[0] / weight + 0.5);
            dst[y * w + x].g = (unsigned char)(sum[1] / weight + 0.5);
            dst[y * w + x].b = (unsigned char)(sum[2] / weight + 0.5);
        }
    printf("P3 %d %d 255\n", w, h);
    for (int i = 0; i < w * h; i++)
        printf("%d %d %d%s", dst[i].r, dst[i].g, dst[i].b, i % 8 == 7 ? "\n" : "  ");
    free(src);
    free(dst);
    return 0;
}
