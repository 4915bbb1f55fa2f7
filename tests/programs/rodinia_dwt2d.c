// deals: block, cyclic
// distributed: 41 57 85
// offloaded: 41 57 85
/* Two-dimensional discrete wavelet transform by the reversible 5/3 lifting scheme, after Rodinia's "dwt2d": rows, then
   columns, at each level on a quarter of the picture; then the inverse, which must give the picture back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 48
#define LEVELS 3

static int img[N][N], orig[N][N];

/* even positions in the first half, odd ones in the second */
static void forward(int *v, int n)
{
    int t[N], half = n / 2;
    for (int i = 0; i < half; i++) {
        int right = 2 * i + 2 < n ? v[2 * i + 2] : v[n - 2];
        t[half + i] = v[2 * i + 1] - ((v[2 * i] + right) >> 1);
    }
    for (int i = 0; i < half; i++)
        t[i] = v[2 * i] + ((t[half + (i ? i - 1 : 0)] + t[half + i] + 2) >> 2);
    memcpy(v, t, n * sizeof(int));
}

static void backward(int *v, int n)
{
    int t[N], half = n / 2;
    for (int i = 0; i < half; i++)
        t[2 * i] = v[i] - ((v[half + (i ? i - 1 : 0)] + v[half + i] + 2) >> 2);
    for (int i = 0; i < half; i++)
        t[2 * i + 1] = v[half + i] + ((t[2 * i] + (2 * i + 2 < n ? t[2 * i + 2] : t[n - 2])) >> 1);
    memcpy(v, t, n * sizeof(int));
}

static void columns(int n, int inverse)
{
    #pragma hydra parallel for
    for (int j = 0; j < n; j++) {
        int col[N];
        for (int i = 0; i < n; i++)
            col[i] = img[i][j];
        if (inverse)
            backward(col, n);
        else
            forward(col, n);
        for (int i = 0; i < n; i++)
            img[i][j] = col[i];
    }
}

static void rows(int n, int inverse)
{
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        if (inverse)
            backward(img[i], n);
        else
            forward(img[i], n);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            img[i][j] = orig[i][j] = 128 + ((i - 20) * (j - 30)) / 9 + (i * j) % 5;
    for (int l = 0, n = N; l < LEVELS; l++, n /= 2) {
        rows(n, 0);
        columns(n, 0);
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%d ", img[i][j]);
        printf("\n");
    }
    for (int l = LEVELS - 1; l >= 0; l--) {
        columns(N >> l, 1);
        rows(N >> l, 1);
    }
    int wrong = 0;
    #pragma hydra parallel for reduction(+ : wrong)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (img[i][j] != orig[i][j])
                wrong++;
    printf("%d pixels differ\n", wrong);
    return 0;
}
