// bench: 1600 1200 11
// quick: 90 70 1
/* Detail enhancement with a Laplacian pyramid: images are structs with their own pixels; halve, expand, subtract,
   amplify the detail of each level, and put the image together again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int w, h;
    float *px;
} image;

static image make(int w, int h) { return (image){w, h, calloc((size_t)w * h, sizeof(float))}; }

static int clamp(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }

static void halve(const image *from, image *to)
{
    static const float k[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    #pragma hydra parallel for
    for (int y = 0; y < to->h; y++)
        for (int x = 0; x < to->w; x++) {
            float s = 0;
            for (int i = 0; i < 5; i++)
                for (int j = 0; j < 5; j++)
                    s += k[i] * k[j] *
                         from->px[clamp(2 * y + i - 2, from->h) * from->w + clamp(2 * x + j - 2, from->w)];
            to->px[y * to->w + x] = s;
        }
}

static float between(const image *m, int y, int x)
{
    int y1 = clamp((y + 1) / 2, m->h), x1 = clamp((x + 1) / 2, m->w);
    y = clamp(y / 2, m->h), x = clamp(x / 2, m->w);
    return 0.25f * (m->px[y * m->w + x] + m->px[y1 * m->w + x] + m->px[y * m->w + x1] + m->px[y1 * m->w + x1]);
}

int main(int argc, char **argv)
{
    enum { LEVELS = 6 };
    int w = argc > 1 ? atoi(argv[1]) : 400, h = argc > 2 ? atoi(argv[2]) : 300, frames = argc > 3 ? atoi(argv[3]) : 2;
    image level[LEVELS], detail[LEVELS];
    double sum = 0;
    for (int k = 0, lw = w, lh = h; k < LEVELS; k++, lw = (lw + 1) / 2, lh = (lh + 1) / 2) {
        level[k] = make(lw, lh);
        detail[k] = make(lw, lh);
    }
    for (int f = 0; f < frames; f++) {
        #pragma hydra parallel for
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                level[0].px[y * w + x] = (float)((x * y + f * 31) % 256) + ((x / 16 + y / 16) % 2) * 40;
        for (int k = 0; k + 1 < LEVELS; k++) {
            halve(&level[k], &level[k + 1]);
            image *fine = &level[k], *d = &detail[k], *coarse = &level[k + 1];
            #pragma hydra parallel for
            for (int y = 0; y < fine->h; y++)
                for (int x = 0; x < fine->w; x++)
                    d->px[y * d->w + x] = fine->px[y * fine->w + x] - between(coarse, y, x);
        }
        for (int k = LEVELS - 2; k >= 0; k--) {
            float gain = k < 2 ? 1.5f : 1.1f;
            #pragma hydra parallel for
            for (int y = 0; y < level[k].h; y++)
                for (int x = 0; x < level[k].w; x++)
                    level[k].px[y * level[k].w + x] =
                        gain * detail[k].px[y * level[k].w + x] + between(&level[k + 1], y, x);
        }
        #pragma hydra parallel for reduction(+:sum)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                sum += fabsf(level[0].px[y * w + x]);
    }
    printf("%.6g\n", sum / w / h / frames);
    return 0;
}
