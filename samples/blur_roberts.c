// distributed: 30 37 44 51
// offloaded: 30 37 44 51
/* The outlines in a picture: it is smoothed first, each pixel becoming the mean of nine, and then searched for edges by
 * the cross of Roberts, which takes differences along both diagonals of four pixels.
 *
 *     blur_roberts [height [width]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int h = argc > 1 ? atoi(argv[1]) : 120;
    int w = argc > 2 ? atoi(argv[2]) : h;
    if (h < 4 || w < 4) {
        printf("usage: blur_roberts [height >= 4 [width >= 4]]\n");
        return 1;
    }
    double (*picture)[w] = malloc(sizeof(double[h][w]));
    double (*blurred)[w] = malloc(sizeof(double[h][w]));
    double (*edges)[w] = malloc(sizeof(double[h][w]));
    if (picture == NULL || blurred == NULL || edges == NULL) {
        printf("out of memory\n");
        return 1;
    }

    /* A bright box before a slope, and some grain. */
#pragma hydra parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double box = y > h / 4 && y < h / 2 && x > w / 3 && x < 2 * w / 3 ? 0.5 : 0.0;
            picture[y][x] = box + 0.3 * x / w + (double)((x * 31 + y * 17) % 11) / 110.0;
        }

#pragma hydra parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            blurred[y][x] = (picture[y - 1][x - 1] + picture[y - 1][x] + picture[y - 1][x + 1] + picture[y][x - 1] +
                             picture[y][x] + picture[y][x + 1] + picture[y + 1][x - 1] + picture[y + 1][x] +
                             picture[y + 1][x + 1]) / 9.0;

#pragma hydra parallel for
    for (int y = 1; y < h - 2; y++)
        for (int x = 1; x < w - 2; x++)
            edges[y][x] = fabs(blurred[y][x] - blurred[y + 1][x + 1]) + fabs(blurred[y + 1][x] - blurred[y][x + 1]);

    double sum = 0.0;
    int found = 0;
#pragma hydra parallel for reduction(+:sum, found)
    for (int y = 1; y < h - 2; y++)
        for (int x = 1; x < w - 2; x++) {
            sum += edges[y][x];
            if (edges[y][x] > 0.2)
                found++;
        }
    printf("blur_roberts %d x %d\n", h, w);
    printf("%d pixels on edges, mean %.10g, in the middle %.10g\n", found, sum / (h - 3) / (w - 3), edges[h / 2][w / 2]);
    free(picture);
    free(blurred);
    free(edges);
    return 0;
}
