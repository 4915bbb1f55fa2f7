// args: 100000
// distributed: 12 20
// offloaded: 12 20
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    long n = argc > 1 ? atoi(argv[1]) : 1000, inside = 0;
    double h = 1.0 / n, sum = 0.0;
#pragma hydra parallel for reduction(+:sum)
    for (long i = 0; i < n; i++) {
        double x = (i + 0.5) * h;
        sum += 4.0 / (1.0 + x * x);
    }
    printf("pi is about %.10f\n", sum * h);

    long side = 300;
#pragma hydra parallel for reduction(+:inside)
    for (long i = 0; i < side; i++)
        for (long j = 0; j < side; j++)
            if ((2 * i + 1) * (2 * i + 1) + (2 * j + 1) * (2 * j + 1) <= 4 * side * side)
                inside++;
    printf("%ld of %ld points\n", inside, side * side);
    return fabs(sum * h - 3.14159265358979) < 1e-8 ? 0 : 1;
}
