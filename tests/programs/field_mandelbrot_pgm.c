// distributed: 36
// offloaded: 36
/* Mandelbrot set written as a PGM picture to standard output: escape times in parallel, uneven work in each row. */
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 70
#define HEIGHT 44
#define MAXITER 200

struct view {
    double x0, y0, x1, y1;
};

static int escape(double cr, double ci)
{
    double zr = 0, zi = 0;
    int n;
    for (n = 0; n < MAXITER; n++) {
        double r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4.0)
            break;
        zi = 2 * zr * zi + ci;
        zr = r2 - i2 + cr;
    }
    return n;
}

int main(void)
{
    struct view v = {-2.2, -1.2, 0.8, 1.2};
    unsigned short *image = malloc(WIDTH * HEIGHT * sizeof *image);
    long inside = 0;

    #pragma hydra parallel for reduction(+ : inside)
    for (int py = 0; py < HEIGHT; py++) {
        double ci = v.y0 + (v.y1 - v.y0) * py / (HEIGHT - 1);
        for (int px = 0; px < WIDTH; px++) {
            double cr = v.x0 + (v.x1 - v.x0) * px / (WIDTH - 1);
            int n = escape(cr, ci);
            image[py * WIDTH + px] = (unsigned short)n;
            inside += n == MAXITER;
        }
    }
    printf("P2\n# %ld points inside\n%d %d\n%d\n", inside, WIDTH, HEIGHT, MAXITER);
    for (int py = 0; py < HEIGHT; py++) {
        for (int px = 0; px < WIDTH; px++)
            printf("%d ", image[py * WIDTH + px]);
        printf("\n");
    }
    free(image);
    return 0;
}
