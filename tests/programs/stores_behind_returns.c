// distributed: 44 47
// offloaded: 44 47
// Serial code that stores into arrays, and leaves early: what it has not reached keeps what the loops wrote.
#include <stdio.h>

#define N 64

static double a[N], log_[4];

static int update(int error)
{
    a[0] = 5;
    if (error > 1)
        return error;
    a[N - 1] = 7;
    if (error == 1)
        goto half;
    a[40] = 8;
half:
    a[20] = 9;
    return 0;
}

static int scan(int stop)
{
    int rounds = 0;
    for (int k = 0; k < 3; k++) {
        log_[0] = k;
        if (k == stop)
            break;
        log_[1] = 10 + k;
        if (k > stop)
            continue;
        a[N - 2] += 100;
        log_[3] = 30 + k;
        rounds++;
    }
    return rounds;
}

static void fill(double from)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = from + i;
#pragma hydra parallel for
    for (int i = 0; i < 4; i++)
        log_[i] = -i;
}

int main(void)
{
    for (int error = 2; error >= 0; error--) {
        fill(0.5);
        int r = update(error);
        printf("%d: %g %g %g %g\n", r, a[0], a[20], a[40], a[N - 1]);
        fill(0.25);
        r = scan(error);
        printf("%d: %g | %g %g %g %g\n", r, a[N - 2], log_[0], log_[1], log_[2], log_[3]);
    }
    return 0;
}
