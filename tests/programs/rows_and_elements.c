// distributed: 17 21 24
// offloaded: 17 21 24
// One image, gone through by rows in some loops and element by element in others, again and again: each loop is dealt to
// all ranks, whatever positions the others have used.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int w = argc > 2 ? atoi(argv[1]) : 30, h = argc > 2 ? atoi(argv[2]) : 40;
    unsigned char *image = malloc(w * h);
    long sum = 0;
    (void)argv;
    for (int frame = 0; frame < 4; frame++) {
        long edges = 0;
        #pragma hydra parallel for
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                image[y * w + x] = (unsigned char)((x * 7 + y * 3 + frame * 11) % 251);
        #pragma hydra parallel for
        for (int i = 0; i < w * h; i++)
            image[i] = (unsigned char)(255 - image[i]);
        #pragma hydra parallel for reduction(+:edges)
        for (int y = 0; y < h; y++)
            for (int x = 1; x < w; x++)
                edges += abs(image[y * w + x] - image[y * w + x - 1]);
        sum = sum * 7 + edges;
    }
    printf("%ld\n", sum);
    free(image);
    return 0;
}
