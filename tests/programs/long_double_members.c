// distributed: 19 27
/* Members of structs that have padding inside: long double, and complex numbers of two. */
#include <complex.h>
#include <stdio.h>

struct cell {
    long double heat;
    char mark;
    long double _Complex wave;
    long double row[2];
};
static struct cell cells[40];
static long double _Complex waves[40];
static double out[40];

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        cells[i].heat = i / 3.L;
        cells[i].mark = (char)('a' + i % 7);
        cells[i].wave = i - 2.L * I;
        cells[i].row[1] = i * 0.25L;
        waves[i] = 3 - i * 1.5L * I;
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        out[i] = (double)(cells[39 - i].heat + cimagl(cells[39 - i].wave) + cells[i].row[1] + creall(waves[39 - i])) +
                 cells[(i + 7) % 40].mark;
    for (int i = 0; i < 40; i++)
        printf("%.10g ", out[i]);
    puts("");
    return 0;
}
