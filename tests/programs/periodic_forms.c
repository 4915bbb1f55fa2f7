// args: 13 40
// distributed: 15 18 20 22 28 30
// offloaded: 15 18 20 22 28 30
#include <stdio.h>
#include <stdlib.h>
/* every way in which people write a periodic border */
static int wrap(int i, int n) { if (i < 0) return i + n; if (i >= n) return i - n; return i; }
static int imod(int a, int b) { int r = a % b; return r < 0 ? r + b : r; }
#define WRAP(i, n) (((i) % (n) + (n)) % (n))
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 13, k = argc > 2 ? atoi(argv[2]) : 40;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) a[i] = i * 3 % 7 + i;
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) b[i] = a[(i + 1) % n] + 2 * a[(i - 1 + n) % n];
#pragma hydra parallel for
        for (int i = 0; i < n; i++) c[i] = b[((i + k) % n + n) % n] - b[(i + n - 2) % n];
#pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            int up = i + 1, dn = i == 0 ? n - 1 : i - 1;
            if (up >= n) up -= n;
            a[i] = c[up] + c[dn] + b[wrap(i - 2, n)] + b[imod(i - 3, n)] + b[WRAP(i + 5, n)];
        }
#pragma hydra parallel for
        for (int i = 0; i < n; i++) b[(i + k) % n] = a[i];
#pragma hydra parallel for
        for (int i = 0; i < n; i++) a[i] = b[i] / 8;
    }
    for (int i = 0; i < n; i++) printf("%.17g ", a[i]);
    printf("\n");
    return 0;
}
