// hydracc: -Werror=hydra-replicated -Werror=hydra-whole
// distributed: 54
// offloaded: 54
// Bitonic sort: iteration i swaps elements i and i ^ j, on a condition on both; and a merge of neighbours at a
// distance. What is swapped is looked up as if the condition held.
#include <stdio.h>

#define N 256
static int v[N], w[N], rank_of[N];

static void order(int* x, int i, int l, int up) {
    if (up ? x[i] > x[l] : x[i] < x[l]) {
        int t = x[i];
        x[i] = x[l];
        x[l] = t;
    }
}

int main(void) {
    int n = N;
    for (int i = 0; i < n; i++)
        w[i] = v[i] = (i * 7919) % 1009;
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
#pragma hydra parallel for
            for (int i = 0; i < n; i++) {
                int l = i ^ j;
                if (l > i) {
                    if (((i & k) == 0 && v[i] > v[l]) || ((i & k) != 0 && v[i] < v[l])) {
                        int t = v[i];
                        v[i] = v[l];
                        v[l] = t;
                    }
                }
            }
        }
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j = j >> 1) {
#pragma hydra parallel for
            for (int i = 0; i < n; i++) {
                int ixj = i ^ j;
                if (ixj > i) {
                    if ((i & k) == 0 && w[i] > w[ixj]) {
                        int t = w[i];
                        w[i] = w[ixj];
                        w[ixj] = t;
                    }
                    if ((i & k) != 0)
                        order(w, i, ixj, 0);
                }
            }
        }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        rank_of[i] = v[i] == w[i] ? i : -1;
    for (int i = 0; i < n; i++)
        printf("%d %d%c", v[i], rank_of[i], i % 8 == 7 ? '\n' : ' ');
    return 0;
}
