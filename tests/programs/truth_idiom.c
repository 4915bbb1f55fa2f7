// distributed: 19 34
// offloaded: 19 34
/* `changed = 1` under reduction(||: changed), `good = 0` under reduction(&&: good), as OpenMP programs write them. */
#include <stdbool.h>
#include <stdio.h>

#define N 200

static int label[N], next[N];

int main(void)
{
    int rounds = 0, changed = 1;
    for (int i = 0; i < N; i++)
        label[i] = (i * 37) % N;
    while (changed) {
        changed = 0;
#pragma hydra parallel for reduction(|| : changed)
        for (int i = 0; i < N; i++) {
            next[i] = label[i];
            if (i > 0 && label[i - 1] < next[i])
                next[i] = label[i - 1];
            if (i < N - 1 && label[i + 1] < next[i])
                next[i] = label[i + 1];
            if (next[i] != label[i])
                changed = 1;
        }
        for (int i = 0; i < N; i++)
            label[i] = next[i];
        rounds++;
    }
    bool all_even = true, any_odd = false, none = true;
#pragma hydra parallel for reduction(&& : all_even, none) reduction(|| : any_odd)
    for (int i = 0; i < N; i++) {
        if (((i * 37) % N) % 2)
            all_even = false;
        if (i == 150)
            any_odd = true;
        if (i > N)
            none = 0;
    }
    printf("%d %d %d %d %d\n", rounds, label[7], all_even, any_odd, none);
    return 0;
}
