// distributed: 18 21 24 26 33
// offloaded: 18 21 24 26 33
/* Macros in do { } while (0), as most style guides want them. */
#include <stdio.h>
#define N 60
#define SWAP(T, a, b) do { T t_ = (a); (a) = (b); (b) = t_; } while (0)
#define SET(i, v) do { out[i] = (v); } while (0)
#define CLAMP(x, lo, hi) do { if ((x) < (lo)) (x) = (lo); else if ((x) > (hi)) (x) = (hi); } while (0)
#define CHECK(c) do { if (!(c)) return -1; } while (0)
#define FIRST(i, v) do { if ((v) < 0) break; out[i] += (v); } while (0)
static int v[N], out[N];
static double img[N][N];
static int root(int x) { CHECK(x >= 0); int r = 0; while ((r + 1) * (r + 1) <= x) r++; return r; }
static void put(int *p, int x) { do { if (x < 0) return; *p = x; } while (0); }
int main(void)
{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) v[i] = i * 37 % 101;
    for (int step = 0; step < 6; step++) {
        #pragma hydra parallel for
        for (int i = step % 2; i < N - 1; i += 2) { if (v[i] > v[i + 1]) SWAP(int, v[i], v[i + 1]); }
    }
    #pragma hydra parallel for
    for (int i = 0; i < N / 2; i++) SWAP(int, v[i], v[N - 1 - i]);
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        int x = v[i] - 40;
        SET(i, root(x));
        FIRST(i, x % 7);
        put(&out[i], x % 5 - 2 + out[i]);
    }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int up = i - 1, left = j - 1;
            CLAMP(up, 0, N - 1);
            CLAMP(left, 0, N - 1);
            do {
                if (v[j] > 50) { img[i][j] = v[up]; break; }
                img[i][j] = out[left];
            } while (0);
        }
    double s = 0;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) s += img[i][j] * ((i + 2 * j) % 9);
    for (int i = 0; i < N; i++) printf("%d:%d ", v[i], out[i]);
    printf("%g\n", s);
    return 0;
}
