// distributed: 14 20 23
// offloaded: 14 20 23
// Loops over arrays of another file, which gives their names other meanings further down.
#include <stdio.h>
double first(int i);
double second(int i);
void set_first(int i, double v);
void set_second(int i, double v);
static double out[200];

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 200; i++) {
        set_first(i, i + 1);
        set_second(i, 1000 + i * 2);
    }
    for (int step = 0; step < 3; step++) {
#pragma hydra parallel for
        for (int i = 1; i < 199; i++)
            out[i] = first(i - 1) + second(i + 1) + step;
#pragma hydra parallel for
        for (int i = 1; i < 199; i++)
            set_first(i, out[i]);
    }
    for (int i = 0; i < 200; i += 11)
        printf("%g %g %g\n", out[i], first(i), second(i));
    return 0;
}
