// distributed: 13 30
// offloaded: 13 30
#include <stdio.h>
int n = 10, offset, total;
double factor = 0.5;
double field[64], other[64];
const int table[4] = {7, 5, 3, 1};
void set(int count, int from) { n = count; offset = from; }
void apply(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        field[i + offset] += factor * table[i % 4] + other[i];
}
int main(void)
{
    int i;
    for (i = 0; i < 64; i++)
        other[i] = i * 0.25;
    apply();
    set(20, 30);
    apply();
    factor = -1;
    set(5, 29);
    apply();
    set(64, 0);
    apply();
#pragma hydra parallel for reduction(+:total)
    for (i = offset; i < n; i++)
        total += (int)field[i];
    printf("%d\n", total);
    for (i = 0; i < n; i++)
        printf("%g ", field[i]);
    printf("\n");
    return 0;
}
