// distributed: 11 23 26
// offloaded: 11 23 26
#include <stdio.h>
static int next_total(int by)
{
    static int history[32];
    static int calls;
    int total = 0;
    calls++;
#pragma hydra parallel for reduction(+:total)
    for (int i = 0; i < 32; i++) {
        history[i] += by * i;
        total += history[i];
    }
    history[calls] = 0;
    return total;
}
static int other(void)
{
    static int history[16] = {3, 1, 4, 1, 5, 9, 2, 6};
    int best = 0;
#pragma hydra parallel for
    for (int i = 8; i < 16; i++)
        history[i] = history[i - 8] * 2;
#pragma hydra parallel for reduction(max:best)
    for (int i = 0; i < 16; i++)
        best = history[i] > best ? history[i] : best;
    return best;
}
int main(void)
{
    for (int k = 0; k < 6; k++)
        printf("%d\n", next_total(k + 1));
    printf("%d\n", other());
    return 0;
}
