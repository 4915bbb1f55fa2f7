// bench: 2048 1536 36
// quick: 128 96 2
/* Contrast by histogram equalisation of a series of frames: counts over all pixels, a running sum, and the mapping. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 640, h = argc > 2 ? atoi(argv[2]) : 480, frames = argc > 3 ? atoi(argv[3]) : 4;
    unsigned char *image = malloc(w * h), *result = malloc(w * h), map[256];
    long check = 0;
    for (int f = 0; f < frames; f++) {
        int count[256] = {0};
        #pragma hydra parallel for
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                unsigned r = (unsigned)(y * w + x) * 2654435761u + (unsigned)f;
                r ^= r >> 15;
                image[y * w + x] = (unsigned char)(40 + (x + y + 8 * f) * 90 / (w + h) + (r * 2246822519u >> 27));
            }
        #pragma hydra parallel for reduction(+:count[0:256])
        for (int i = 0; i < w * h; i++)
            count[image[i]]++;
        long below = 0;
        for (int c = 0; c < 256; c++) {
            below += count[c];
            map[c] = (unsigned char)(below * 255 / (w * h));
        }
        #pragma hydra parallel for
        for (int i = 0; i < w * h; i++)
            result[i] = map[image[i]];
        #pragma hydra parallel for reduction(+:check)
        for (int y = 0; y < h; y++)
            for (int x = 1; x < w; x++)
                check += abs(result[y * w + x] - result[y * w + x - 1]);
    }
    printf("%ld %d %d\n", check, map[60], map[120]);
    return 0;
}
