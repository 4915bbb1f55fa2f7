// distributed: 27 40
/* What is switched off by a constant keeps no loop in order: clocks, prints, jumps and stores that never happen. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define TIMERS_ENABLED 0
#define FALSE 0
enum { DEBUG = 0, QUIET = 1 };

static double started[8];
static int calls;

static void timer_start(int n)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    started[n] = now.tv_sec;
    calls++;
}

int main(void)
{
    static double a[1000], b[1000];
    double s = 0;
#pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < 1000; i++) {
        if (TIMERS_ENABLED != FALSE)
            timer_start(3);
        if (DEBUG)
            printf("%d\n", i);
        a[i] = i % 7;
        s += a[i];
        if (QUIET)
            a[i] += 1;
        else
            timer_start(i % 8);
    }
#pragma hydra parallel for
    for (int i = 0; i < 1000; i++) {
        if (DEBUG && i > 3)
            timer_start(2);
        if (DEBUG)
            continue;
        if (TIMERS_ENABLED)
            b[i + 1] = started[i % 8];
        b[i] = a[i] * 2;
    }
    /* A label is a way in. */
    if (DEBUG) {
    again:
        calls += 10;
    }
    if (calls == 0)
        goto again;
    for (int i = 0; i < 1000; i++)
        s += b[i];
    printf("%g %d\n", s, calls);
    return 0;
}
