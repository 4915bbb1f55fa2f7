// args: 4
// distributed: 30
/* An error path that prints values which are the same in all iterations, and ends the program, keeps no loop in order. */
#include <stdio.h>
#include <stdlib.h>

static double x[64][256];

static void pass(int is, int m, int mx, double row[])
{
    if ((is != 1 && is != -1) || m < 1 || m > mx) {
        printf("pass: either the table is not there, or one of the arguments is out of range: %5d %5d %5d\n", is, m, mx);
        exit(1);
    }
    for (int l = 0; l < m; l++)
        for (int i = 0; i + (1 << l) < 256; i++)
            row[i] += is * 0.25 * row[i + (1 << l)];
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 3, mx = 8;
    double s = 0;
    for (int k = 0; k < 64; k++)
        for (int i = 0; i < 256; i++)
            x[k][i] = (k * 31 + i * 7) % 64 * 0.125;
    printf("starts\n");
    for (int is = 1; is >= -1; is -= 2) {
#pragma hydra parallel for
        for (int k = 0; k < 64; k++)
            pass(is, m, mx, x[k]);
    }
    for (int k = 0; k < 64; k++)
        s += x[k][k];
    printf("%.10g\n", s);
    return 0;
}
