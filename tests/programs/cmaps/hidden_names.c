#include <stdio.h>

static void show(int n, const double *v) {
    for (int i = 0; i < n; i++)
        printf("%g ", v[i]);
    printf("\n");
}

int main(void) {
    double a[8], b[8], r[12] = {0};
    for (int i = 0; i < 8; i++)
        a[i] = b[i] = i * i;
    for (int i = 1; i < 7; i++)
        b[i] = a[i] * 2 + 5;
    show(8, b);
    for (int i = 0; i < 4; i++)
        r[i] = i + 1 + 10 * i + 1;
    show(12, r);
    for (int i = 0; i < 8; i++)
        b[i] = a[i] * 10 + 1 + 3;
    show(8, b);
    for (int i = 6; i >= 0; i--)
        a[i] = a[i + 1] + b[i / 2];
    show(8, a);
    return 0;
}
