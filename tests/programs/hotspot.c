// deals: block, cyclic
// args: 20 28 8
// distributed: 17 24
// offloaded: 17 24
#include <stdio.h>
#include <stdlib.h>
/* temperature of a chip under its power map; borders handled by conditions inside the loop */
#define T(a, r, c) (a)[(r) * cols + (c)]
int main(int argc, char **argv)
{
    if (argc != 4)
        return 1;
    int rows = atoi(argv[1]), cols = atoi(argv[2]), steps = atoi(argv[3]), r, c, s;
    double *t = malloc(sizeof(double) * rows * cols), *u = malloc(sizeof(double) * rows * cols);
    double *power = malloc(sizeof(double) * rows * cols), delta;
    #pragma hydra parallel for private(c)
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            T(t, r, c) = 320.0 + (r * 3 + c) % 7;
            T(power, r, c) = (r > rows / 3 && r < rows / 2 && c > 4 && c < 12) ? 0.75 : 0.01;
        }
    for (s = 0; s < steps; s++) {
        #pragma hydra parallel for private(c, delta)
        for (r = 0; r < rows; r++)
            for (c = 0; c < cols; c++) {
                delta = T(power, r, c);
                if (r == 0 && c == 0)
                    delta += T(t, 0, 1) + T(t, 1, 0) - 2.0 * T(t, 0, 0);
                else if (r == 0)
                    delta += (T(t, 1, c) - T(t, 0, c));
                else if (r == rows - 1)
                    delta += (T(t, rows - 2, c) - T(t, r, c)) * 0.5;
                else {
                    delta += T(t, r - 1, c) + T(t, r + 1, c) - 2.0 * T(t, r, c);
                    if (c > 0 && c < cols - 1)
                        delta += T(t, r, c - 1) + T(t, r, c + 1) - 2.0 * T(t, r, c);
                }
                T(u, r, c) = T(t, r, c) + 0.2 * delta;
            }
        double *swap = t;
        t = u;
        u = swap;
    }
    for (r = 0; r < rows; r++) {
        for (c = 0; c < cols; c++)
            printf("%.10f ", T(t, r, c));
        printf("\n");
    }
    free(t);
    free(u);
    free(power);
    return 0;
}
