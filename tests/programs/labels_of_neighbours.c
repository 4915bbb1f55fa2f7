// distributed: 20 28
// offloaded: 20 28
// Least labels of neighbours: what a condition has looked up is looked up again behind it.
#include <stdio.h>

#define N 120
#define D 4

static int to[N * D], label[N], next[N], best[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < D; k++)
            to[i * D + k] = (i + 1 + k * k * 7 + i % 3) % N;
    for (int i = 0; i < N; i++)
        label[i] = (i * 37 + 11) % 101;
    for (int t = 0; t < 6; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int least = label[i];
            for (int k = i * D; k < (i + 1) * D; k++)
                if (label[to[k]] < least)
                    least = label[to[k]];
            next[i] = least;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int most = next[i] > 5 && next[to[i * D]] > 3 ? next[to[i * D]] : -1;
            if (next[to[i * D + 1]] > most) {
                most = next[to[i * D + 1]];
                best[i] = best[to[i * D + 1] == i ? i : i] + most;
            }
            label[i] = most > 0 ? most - t : next[i];
        }
    }
    for (int i = 0; i < N; i++)
        printf("%d/%d ", label[i], best[i]);
    puts("");
    return 0;
}
