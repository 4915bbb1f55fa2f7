// distributed: 58
// replicated: 39 42 46
// offloaded: 58
// Arrays that a function, or a loop's body, keeps from call to call.
#include <stdio.h>
#define N 40

int b[N], d[N];
static int *kept;

static int tally(int i)
{
    static int cells[N];
    cells[i] += i + 1;
    return cells[i];
}

static double weight(int i)
{
    static double w[4] = {1, 2, 4, 8}; // never changes
    return w[i % 4];
}

static int total(void)
{
    static int cells[N];
    int sum = 0;
    if (kept)
        for (int j = 0; j < N; j++)
            sum += cells[j] * (j + 1);
    kept = cells;
    return sum;
}

int main(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        b[i] = tally(i);
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        b[i] += tally(N - 1 - i) + (int)weight(i);
    for (int r = 0; r < 2; r++) {
#pragma hydra parallel for
        for (i = 0; i < N; i++) {
            static int memo[N];
            int q = r ? N - 1 - i : i;
            memo[q] += q;
            d[i] = memo[q];
        }
    }
    for (i = 0; i < N; i++)
        printf("%d %d ", b[i], d[i]);
    printf("%d\n", total());
    int *cells = kept;
#pragma hydra parallel for
    for (i = 0; i < N; i++)
        cells[i] = i * i;
    printf("%d\n", total());
    return 0;
}
