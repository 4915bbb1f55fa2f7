// distributed: 30 37 43 47
// offloaded: 30 37
/* errno of serial sums and of loops, and what the program does about it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 40
static double a[N], b[N];

static int bad(double x)
{
    errno = 0;
    double y = log(x);
    return errno == EDOM ? 1 : y > 2 ? 2 : 0;
}

int main(int argc, char **argv)
{
    double s = 0;
    long n = N;
    if (argc > 1) {
        errno = 0;
        n = strtol(argv[1], NULL, 10);
        if (errno || n < 1 || n > N)
            return 2;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i - 37.5;
    errno = 0;
    for (int i = 0; i < n; i++)
        s += log(a[i] + 37);
    if (errno == EDOM) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            a[i] -= 0.5;
        puts("out of range");
    }
    errno = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        b[i] = log(-a[i]);
    puts(errno == EDOM ? "edom" : "fine");
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        b[i] = bad(a[i]) + sqrt(fabs(a[i]));
    for (int i = 0; i < n; i += 5)
        printf("%.6f %.6f\n", log(a[i] + 0.25), b[i]);
    puts(errno == EDOM ? "edom" : "fine");
    printf("%d\n", s != s);
    return 0;
}
