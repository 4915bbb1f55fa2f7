// bench: 800 700
// quick: 60 50
/* Connected parts of an image at a threshold: every pixel takes the least label among itself and its like
   neighbours, and then follows labels to their own (pointer jumping), until nothing changes. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 300, h = argc > 2 ? atoi(argv[2]) : 200, n = w * h, changed = 1, rounds = 0;
    unsigned char *on = malloc(n);
    int *label = malloc(n * sizeof *label), *fresh = malloc(n * sizeof *fresh);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            on[y * w + x] = (x / 3 * 17 + y / 2 * 29 + (x / 3 * (y / 2)) % 13) % 10 < 6;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        label[i] = on[i] ? i : -1;
    while (changed) {
        changed = 0;
        #pragma hydra parallel for reduction(+:changed)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int i = y * w + x, least = label[i];
                if (least >= 0) {
                    if (x > 0 && on[i - 1] && label[i - 1] < least)
                        least = label[i - 1];
                    if (x + 1 < w && on[i + 1] && label[i + 1] < least)
                        least = label[i + 1];
                    if (y > 0 && on[i - w] && label[i - w] < least)
                        least = label[i - w];
                    if (y + 1 < h && on[i + w] && label[i + w] < least)
                        least = label[i + w];
                    changed += least < label[i];
                }
                fresh[i] = least;
            }
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            int l = fresh[i];
            for (int jump = 0; l >= 0 && jump < 8 && fresh[l] != l; jump++)
                l = fresh[l];
            label[i] = l;
        }
        rounds++;
    }
    int parts = 0, largest = 0, *size = calloc(n, sizeof *size);
    for (int i = 0; i < n; i++)
        if (label[i] >= 0) {
            parts += label[i] == i;
            if (++size[label[i]] > largest)
                largest = size[label[i]];
        }
    printf("%d rounds, %d parts, the largest has %d pixels\n", rounds, parts, largest);
    return 0;
}
