// distributed: 17 25 34 44
/* `if (…) continue;` where the loop itself decides what it says: the part of it that can be told before the loop runs keeps
 * iterations out of what is looked up, the other part does not. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

int main(int argc, char **argv)
{
    int most = argc * 50, far = argc;
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *at = malloc(N * sizeof *at);
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101, b[i] = i * 7 % 31, at[i] = i * 7 % N;
    for (int round = 0; round < 5; round++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int k = (i * 7 + round) % N;
            if (a[i] > most || i % 3 == 0)
                continue;
            b[k] += a[i];
            a[i]++;
        }
#pragma hydra parallel for
        for (int i = 0; i < N / 2; i++) {
            int low = 2 * i, high = low + 1;
            if (i < 3) continue;
            if (a[low] <= a[high]) { continue; }
            int x = a[low];
            a[low] = a[high];
            a[high] = x;
        }
#pragma hydra parallel for
        for (int i = 0; i < N / 4; i++) {
            for (int j = 0; j < 3; j++) {
                int k = (4 * i + j) ^ far;
                if (k < 4 * i || k >= 4 * i + 4 || b[k] > b[4 * i + j])
                    continue;
                b[k]++;
                b[4 * i + j] -= k;
            }
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++) {
            int k = at[i];
            if (b[k] % 2 == 0 || a[i] == round)
                continue;
            b[k] = b[k] / 2 + a[k];
        }
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = (sum * 31 + a[i] * 7 + b[i]) % 1000003;
    printf("%ld\n", sum);
    free(a), free(b), free(at);
    return 0;
}
