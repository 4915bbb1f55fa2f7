// distributed: 25 30
// offloaded: 25 30
/* Names that the C library has beyond the C standard: everybody uses them for something of their own. */
#include <stdio.h>
#include <stdlib.h>

double y0[40], y1[40], signgam = 3;
int index = 2, daylight, error_count;

void error(const char *what, double x) { printf("error: %s %g\n", what, x); error_count++; }
double getppid(double *a, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * a[i];
    return s;
}
double sigaction(double x) { return x - 0.25; }
double madvise(double x, int n) { return n == 0 ? x : madvise(x + index, n - 1); }
int mincore(const double *a) { return a[5] > 4; }
double *memfd_create(int n) { return malloc(n * sizeof(double)); }
void munmap(double *p) { free(p); }

int main(void) {
    double *m = memfd_create(40);
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        y0[i] = i * 0.5;
        m[i] = sigaction(i);
    }
#pragma hydra parallel for
    for (int i = 1; i < 39; i++) y1[i] = y0[i - 1] + m[i + 1] * signgam;
    for (int i = 0; i < 40; i += 13) printf("%g %g\n", y1[i], madvise(m[i], 3));
    if (mincore(y1)) error("too large", y1[5]);
    daylight = error_count + 1;
    printf("%g %d %d\n", getppid(y1, 40), daylight, index);
    munmap(m);
    return 0;
}
