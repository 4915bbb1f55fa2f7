// distributed: 46 51 72
// offloaded: 46 51 72
/* The bilateral filter: smooths a grey image and keeps its edges.
 *
 * Each pixel becomes a weighted mean of the pixels around it. A neighbour counts less the farther away it is, and less
 * the more its brightness differs:  w = exp(-(dx^2 + dy^2) / (2 S^2)) * exp(-(difference)^2 / (2 B^2)).
 * Neighbours outside the image do not count.
 *
 *     bilateral [width [height]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIUS 3
#define S 2.0 /* how far, in pixels */
#define B 0.2 /* how different, in brightness */

/* A picture with a slope, some grain, and a bright disc. */
static double scene(int w, int h, int x, int y)
{
    double u = (double)(2 * x - w) / w, v = (double)(2 * y - h) / h;
    double grain = (double)((x * 31 + y * 17) % 11) / 110.0;
    double disc = u * u + v * v < 0.3 ? 0.5 : 0.0;
    return 0.2 + 0.1 * u + grain + disc;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 160;
    int h = argc > 2 ? atoi(argv[2]) : 120;
    if (w < 1 || h < 1) {
        printf("usage: bilateral [width >= 1 [height >= 1]]\n");
        return 1;
    }

    double *in = malloc((size_t)w * h * sizeof(double));
    double *out = malloc((size_t)w * h * sizeof(double));
    if (in == NULL || out == NULL) {
        printf("out of memory\n");
        return 1;
    }

    int x, y;
#pragma hydra parallel for private(x)
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++)
            in[y * w + x] = scene(w, h, x, y);

#pragma hydra parallel for private(x)
    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++) {
            double sum = 0.0, weights = 0.0;
            for (int dy = -RADIUS; dy <= RADIUS; dy++) {
                for (int dx = -RADIUS; dx <= RADIUS; dx++) {
                    int nx = x + dx, ny = y + dy;
                    if (nx < 0 || nx >= w || ny < 0 || ny >= h)
                        continue;
                    double difference = in[ny * w + nx] - in[y * w + x];
                    double weight = exp(-(dx * dx + dy * dy) / (2.0 * S * S)) *
                                    exp(-difference * difference / (2.0 * B * B));
                    sum += weight * in[ny * w + nx];
                    weights += weight;
                }
            }
            out[y * w + x] = sum / weights;
        }
    }

    double total = 0.0, moved = 0.0;
#pragma hydra parallel for private(x) reduction(+:total) reduction(+:moved)
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++) {
            total += out[y * w + x];
            moved += fabs(out[y * w + x] - in[y * w + x]);
        }

    int cx = w / 2, cy = h / 2;
    printf("bilateral %d x %d\n", w, h);
    printf("checksum %.10g, moved by %.10g\n", total, moved);
    printf("corner %.10g, centre %.10g\n", out[0], out[cy * w + cx]);

    free(in);
    free(out);
    return 0;
}
