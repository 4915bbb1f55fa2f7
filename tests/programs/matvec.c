// args: 22 15
// distributed: 13 23
// offloaded: 13 23
#include <stdio.h>
#include <stdlib.h>

struct size { int rows, cols; };

static void multiply(struct size s, double m[s.rows][s.cols], const double *x, double *y)
{
    int rows = s.rows, cols = s.cols;
#pragma hydra parallel for
    for (int i = 0; i < rows; i++) {
        y[i] = 0;
        for (int j = 0; j < cols; j++)
            y[i] += m[i][j] * x[j];
    }
}

static void multiply_transposed(int rows, int cols, double m[rows][cols], const double *y, double *x)
{
#pragma hydra parallel for
    for (int j = 0; j < cols; j++) {
        double s = 0;
        for (int i = 0; i < rows; i++)
            s += m[i][j] * y[i];
        x[j] = s / 100;
    }
}

int main(int argc, char **argv)
{
    struct size s = {atoi(argv[1]), atoi(argv[argc - 1])};
    double m[s.rows][s.cols], x[s.cols], y[s.rows];
    for (int i = 0; i < s.rows; i++)
        for (int j = 0; j < s.cols; j++)
            m[i][j] = (i + 1.0) / (j + 2);
    for (int j = 0; j < s.cols; j++)
        x[j] = j;
    for (int k = 0; k < 3; k++) {
        multiply(s, m, x, y);
        multiply_transposed(s.rows, s.cols, m, y, x);
    }
    for (int i = 0; i < s.rows; i++)
        printf("%.13g\n", y[i]);
    for (int j = 0; j < s.cols; j++)
        printf("%.13g\n", x[j]);
    return 0;
}
