// distributed: 24
// offloaded: 24
// An image struct on the heap: set-up, accessors and borders in serial code, a filter that returns a new image; m = n.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    int w, h;
    unsigned char* px;
} Image;
static Image* image_new(int w, int h) {
    Image* m = malloc(sizeof *m);
    m->w = w;
    m->h = h;
    m->px = malloc((size_t)w * h);
    for (int i = 0; i < w * h; i++)
        m->px[i] = (unsigned char)(i * 7 % 251);
    return m;
}
static void image_set(Image* m, int x, int y, int v) { m->px[y * m->w + x] = (unsigned char)v; }
static int image_get(const Image* m, int x, int y) { return m->px[y * m->w + x]; }
static Image* blur(const Image* src) {
    Image* dst = image_new(src->w, src->h);
#pragma hydra parallel for
    for (int y = 0; y < src->h; y++)
        for (int x = 0; x < src->w; x++) {
            int s = 0, c = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int yy = y + dy, xx = x + dx;
                    if (yy < 0 || xx < 0 || yy >= src->h || xx >= src->w)
                        continue;
                    s += src->px[yy * src->w + xx];
                    c++;
                }
            dst->px[y * dst->w + x] = (unsigned char)(s / c);
        }
    return dst;
}
int main(void) {
    Image* m = image_new(20, 30);
    for (int x = 0; x < m->w; x++)
        image_set(m, x, 0, 255);
    for (int it = 0; it < 3; it++) {
        Image* n = blur(m);
        free(m->px);
        free(m);
        m = n;
        for (int x = 0; x < m->w; x++) {
            m->px[x] = 3;
            m->px[(m->h - 1) * m->w + x] = 9;
        }
    }
    long sum = 0;
    for (int y = 0; y < m->h; y++)
        for (int x = 0; x < m->w; x++)
            sum += image_get(m, x, y) * (x + 1);
    printf("%ld\n", sum);
    free(m->px);
    free(m);
}
