// bench: 5000
// quick: 80
/* Alignment by anti-diagonals: thousands of launches whose bounds move, in two halves. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1500, m = n + 1;
    int *d = malloc(sizeof(int) * m * m), *c = malloc(sizeof(int) * m * m);
    for (int i = 0; i < m * m; i++)
        c[i] = i * 31 % 7 - 3;
    for (int i = 0; i < m; i++)
        d[i] = d[i * m] = -i;
    for (int k = 1; k <= n; k++) {
#pragma hydra parallel for
        for (int i = 1; i <= k; i++) {
            int j = k - i + 1, a = d[(i - 1) * m + j - 1] + c[i * m + j], b = d[(i - 1) * m + j] - 1, e = d[i * m + j - 1] - 1;
            d[i * m + j] = a > b ? a > e ? a : e : b > e ? b : e;
        }
    }
    for (int k = n - 1; k >= 1; k--) {
#pragma hydra parallel for
        for (int i = n - k + 1; i <= n; i++) {
            int j = 2 * n - k - i + 1, a = d[(i - 1) * m + j - 1] + c[i * m + j], b = d[(i - 1) * m + j] - 1, e = d[i * m + j - 1] - 1;
            d[i * m + j] = a > b ? a > e ? a : e : b > e ? b : e;
        }
    }
    printf("%d %d\n", d[m * m - 1], d[n / 2 * m + n / 2]);
    return 0;
}
