// distributed: 12
// offloaded: 12
/* Serial code between loops that reads some elements of an array and stores to all of them, through one pointer and
 * through two: what the loops have made of them is read before it is replaced. */
#include <stdio.h>
#include <stdlib.h>

#define N 60

static void work(double* a, int n) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 2 + i % 7;
}

/* sums up what is flagged, and clears all */
static double take(double* a, const int* flag, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) {
        if (flag[i])
            s += a[i];
        a[i] = 0;
    }
    return s;
}

/* `later` lies one element behind `now` */
static void delay(double* now, const double* later, int n, double keep) {
    for (int i = 0; i < n; i++) {
        now[i] = keep;
        keep = later[i];
    }
}

static void show(const char* what, const double* a, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * (i % 5 + 1);
    printf("%s %.12g\n", what, s);
}

int main(void) {
    double *a = calloc(N, sizeof *a), s = 0;
    int flag[N];
    for (int i = 0; i < N; i++)
        flag[i] = i % 3 == 1;
    work(a, N);
    printf("flagged %g\n", take(a, flag, N));
    work(a, N);
    delay(a, a + 1, N - 1, -1);
    show("delayed", a, N);
    work(a, N);
    double *p = a, *q = a + 2;
    for (int i = 0; i < N - 2; i++) {
        p[i] = i;
        s += q[i];
    }
    printf("two pointers %g\n", s);
    show("two pointers", a, N);
    free(a);
    return 0;
}
