/* The twin of t33.cmaps. */
#include <math.h>
#include <stdio.h>
#include <string.h>
typedef struct { unsigned char r, g, b; } pixel;
enum { H = 9, W = 11 };

static double mean(int n, const pixel *p) { double s = 0; for (int k = 0; k < n; k++) s += p[k].r + p[k].g + p[k].b; return s / n; }
static void flip(int n, pixel *p) { for (int k = 0; k < n / 2; k++) { pixel t = p[k]; p[k] = p[n - 1 - k]; p[n - 1 - k] = t; } }
static int median(int *v, int n) {
    for (int i = 1; i < n; i++) for (int j = i; j > 0 && v[j] < v[j - 1]; j--) { int t = v[j]; v[j] = v[j - 1]; v[j - 1] = t; }
    return v[n / 2];
}
static pixel A[H][W], B[H][W];
static float E[H][W], G[H][W];
static double M[H];
static int edges;
static float most = -INFINITY;
static pixel paint(int y, int x) { return (pixel){(unsigned char)(x * 20 + y), (unsigned char)(y * 25 ^ x * 7), 128}; }
static float at(int y, int x) { return G[(y + H) % H][(x + W) % W]; }

static void filter(void) {
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) A[y][x] = paint(y, x);
    for (int y = 0; y < H; y += 2) flip(W, A[y]);
    for (int y = 0; y < H; y++) M[y] = mean(W, A[y]);
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) G[y][x] = 0.299f * A[y][x].r + 0.587f * A[y][x].g + 0.114f * A[y][x].b;
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) {
        const float dx = at(y - 1, x + 1) + 2 * at(y, x + 1) + at(y + 1, x + 1) - at(y - 1, x - 1) - 2 * at(y, x - 1) - at(y + 1, x - 1);
        const float dy = at(y + 1, x - 1) + 2 * at(y + 1, x) + at(y + 1, x + 1) - at(y - 1, x - 1) - 2 * at(y - 1, x) - at(y - 1, x + 1);
        E[y][x] = sqrtf(dx * dx + dy * dy);
        edges += E[y][x] > 200;
        if (E[y][x] > most) most = E[y][x];
    }
    for (int y = 1; y < H - 1; y++) for (int x = 1; x < W - 1; x++) {
        int r[9], g[9];
        for (int k = 0; k < 9; k++) { r[k] = A[y + k / 3 - 1][x + k % 3 - 1].r; g[k] = A[y + k / 3 - 1][x + k % 3 - 1].g; }
        B[y][x] = (pixel){(unsigned char)median(r, 9), (unsigned char)median(g, 9), A[y][x].b};
    }
    for (int x = 0; x < W; x++) B[0][x] = paint(0, x);
    for (int y = 1; y < H - 1; y++) flip(W - 2, &B[y][1]);
}
int main(void) {
    filter();
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) printf("%d,%d,%d,%.6g ", A[y][x].r, B[y][x].r, B[y][x].g, E[y][x]);
        printf("%.17g\n", M[y]);
    }
    printf("%d %.9g\n", edges, most);
    return 0;
}
