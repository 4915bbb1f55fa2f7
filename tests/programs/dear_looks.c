// distributed: 45 57 63 73 76
// offloaded: 45 57 60 63 73 76
/* Loops that do next to nothing an iteration and write where their data or bits say, with other bounds or distances each
 * time, between loops whose rows are the ranks' own; then with the same ones again and again.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 256

static int key[N], moved[N], order[N];
static double weight[N], sum[N];

static void exchange(int *a, int i, int j, int up)
{
    if ((a[i] > a[j]) == up) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

static void fill(void)
{
    unsigned state = 17;
    for (int i = 0; i < N; i++) {
        state = state * 1103515245u + 12345u;
        key[i] = (int)(state >> 16) % 1000;
        weight[N - 1 - i] = 0.25 * (state % 97);
    }
}

/* A network: each launch has another distance or direction. Every third one is followed by a loop by rows. */
static void network(void)
{
    int step = 0;
    for (int size = 2; size <= N; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2) {
#pragma hydra parallel for
            for (int i = 0; i < N; i++)
                if ((i ^ distance) > i)
                    exchange(key, i, i ^ distance, (i & size) == 0);
            if (step++ % 3 == 2) {
#pragma hydra parallel for
                for (int i = 0; i < N; i++)
                    sum[i] = sum[i] * 0.5 + key[N - 1 - i];
            }
        }
}

/* Permutations: other ones each time, then the same one, from which elements come and go. */
static void permute(int turns, int factor, int changes)
{
    for (int t = 0; t < turns; t++) {
        int f = factor + (changes ? 2 * t : 0);
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            order[i] = (i * f + 3 * (changes ? t : 1)) & (N - 1);
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            moved[order[i]] = key[i] + i;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            key[i] = moved[i] % 1000 + (int)weight[i] % 3;
    }
}

/* One table for all turns: looked up once. */
static void scatter(int turns)
{
    for (int t = 0; t < turns; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            weight[order[i]] = 0.5 * weight[order[i]] + i;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            sum[i] += weight[N - 1 - i];
    }
}

int main(void)
{
    fill();
    network();
    long check = 0;
    for (int i = 0; i < N; i++)
        check = (check * 31 + key[i]) % 1000003;
    printf("sorted: %d .. %d, %ld\n", key[0], key[N - 1], check);
    permute(12, 5, 1);
    permute(9, 7, 0);
    scatter(20);
    network();
    double total = 0;
    for (int i = 0; i < N; i++) {
        check = (check * 31 + key[i] + moved[i]) % 1000003;
        total += sum[i] * (i % 5) - weight[i];
    }
    printf("%ld %.6f\n", check, total);
    return 0;
}
