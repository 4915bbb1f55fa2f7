// distributed: 25 30 35 40 50
// offloaded: 25 30 35 40 50
// Counting loops whose condition says more than the bound: two bounds, a bound and data, a flag.
#include <stdio.h>

static int a[60], b[60], row[6][10];

static void show(const char *what)
{
    printf("%s:", what);
    for (int i = 0; i < 60; i++)
        printf(" %d", b[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    (void)argv;
    int n = 60, width = 7 + (argc > 5), flat[60];
    for (int i = 0; i < n; i++) {
        a[i] = i % 11 + 1;
        flat[i] = i;
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 5 && i + k < n; k++)
            b[i] += a[i + k];
    show("two bounds");
#pragma hydra parallel for
    for (int t = 0; t < (n + width - 1) / width; t++)
        for (int i = t * width; i < n && i < (t + 1) * width; i++)
            b[i] -= t;
    show("tiles");
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int k = i; k > 0 && a[k] != 1; --k)
            b[i] += a[k];
    show("until data");
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        int going = 1;
        for (int k = 0; going && k < 9; k++) {
            b[i] += k;
            if (b[i] % 5 == 0)
                going = 0;
        }
    }
    show("flag");
#pragma hydra parallel for
    for (int i = 0; i < 6; i++)
        for (int j = 0; j != 4 && j < 10; j++) /* stops for good at 4 */
            row[i][j] = i + j;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 10; j++)
            printf("%d ", row[i][j]);
    printf("\n");
    return flat[59] - 59;
}
