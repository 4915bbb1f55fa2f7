// distributed: 17 27 40 45 52 59
// offloaded: 17 27 40 52
// Arrays of pointers of many kinds: in structures, two-dimensional, of rows, of strings, of records, bottom-up.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 32
typedef struct { double *row[4]; int tag; } quad;
typedef struct { int hist[8]; float pos[3]; struct { double m, q; } in; } body;
static double *tab[3][4];
static double store[3][4][N];
static const char *names[] = {"alpha", "beta", "gamma", "delta", "epsilon", "zeta"};
static float (*planes[3])[N];
static void scale(double *rows[], int n, int m, double f)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            rows[i][j] *= f;
}
static void flip(int h, int w, double pixels[h][w])
{
    double *bottom_up[h];
    for (int i = 0; i < h; i++)
        bottom_up[i] = pixels[h - 1 - i];
#pragma hydra parallel for
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            bottom_up[i][j] += i * 10 + j;
}
int main(void)
{
    quad q[10];
    for (int i = 0; i < 10; i++) { q[i].tag = i; for (int k = 0; k < 4; k++) q[i].row[k] = calloc(N, sizeof(double)); }
    for (int a = 0; a < 3; a++) for (int b = 0; b < 4; b++) tab[a][b] = store[a][b];
    for (int k = 0; k < 3; k++) planes[k] = calloc(N, sizeof *planes[k]);
    body **p = malloc(N * sizeof *p);
    for (int i = 0; i < N; i++) { p[i] = calloc(1, sizeof(body)); p[i]->in.m = i; }
#pragma hydra parallel for
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < N; j++)
                q[i].row[k][j] = q[i].tag * 100 + k * 10 + j;
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++) {
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 4; b++)
                tab[a][b][i] = a + b * 0.5 + i + q[i % 10].row[b][i];
        planes[i % 3][i][i] = i;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        p[i]->hist[i % 8] += i;
        for (int d = 0; d < 3; d++) p[i]->pos[d] = d + store[d][1][i];
        p[i]->in.q = p[(i + 1) % N]->in.m * 2;
    }
    int len[6];
#pragma hydra parallel for
    for (int i = 0; i < 6; i++) len[i] = names[i][0] + names[i][2] + (int)strlen(names[i]);
    double *rows[7];
    double *block = malloc(7 * 11 * sizeof(double));
    for (int i = 0; i < 77; i++) block[i] = i;
    for (int i = 0; i < 7; i++) rows[i] = block + 11 * ((i * 3) % 7);
    for (int t = 0; t < 3; t++) { scale(rows, 7, 11, 1.5); scale(rows + 2, 3, 5, 0.5); }
    double img[9][6];
    memset(img, 0, sizeof img);
    for (int t = 0; t < 2; t++) flip(9, 6, img);
    double s = 0;
    for (int i = 0; i < N; i++) { s += p[i]->hist[i % 8] + p[i]->pos[i % 3] + p[i]->in.q + tab[i % 3][i % 4][i]; s += planes[i % 3][i][i]; }
    for (int i = 0; i < 7; i++) s += rows[i][i];
    for (int i = 0; i < 9; i++) s += img[i][i % 6] * i;
    for (int i = 0; i < 6; i++) s += len[i];
    printf("%.12g\n", s);
    return 0;
}
