// Parcels are sorted by what is written on them, and the program ends at the first one that cannot be right; meanwhile
// the loops count what they do in their third expressions.
#include <stdio.h>
#include <stdlib.h>

#define N 40

static int label[4 * N], place[4 * N], shelf[4 * N], taken[N], moves[N], route[N];

int main(int argc, char **argv) {
    int i;
    (void)argv;
#pragma hydra parallel for
    for (i = 0; i < 4 * N; i++) {
        label[i] = 4 * N - 1 - i;
        shelf[i] = i;
        place[i] = (i * 7) % N;
    }
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int sum = 0;
        for (int k = 0; k < 4; k++, moves[i]++)
            sum += shelf[label[4 * i + k]];
        taken[i] = sum;
    }
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        int at = 4 * i;
        for (int k = 0; k < 3; k++, shelf[label[at++]] += k)
            moves[i]++;
    }
    for (i = 0; i < N; i++)
        printf("%d %d %d\n", taken[i], moves[i], shelf[4 * i + 1]);
    for (i = 0; i < N; i++)
        route[i] = (i * 3) % N;
    if (argc < 5)
        place[25] = 1000000000; // smudged
    fflush(stdout);
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        for (int k = 0; k < 2; k++)
            if (place[i] >= N) {
                fprintf(stderr, "parcel %d: no such place\n", i);
                exit(3);
            }
        taken[i] = shelf[route[place[i]]];
    }
    for (i = 0; i < N; i++)
        printf("%d\n", taken[i]);
    return 0;
}
