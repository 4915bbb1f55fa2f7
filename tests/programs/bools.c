// distributed: 13 18
// offloaded: 13 18
#include <stdbool.h>
#include <stdio.h>
#define N 40
static bool on[N], next[N];
static _Bool flag[N];
int main(void)
{
    on[N / 2] = true;
    for (int t = 0; t < 12; t++) {              /* rule 90 */
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++) {
            next[i] = on[i - 1] != on[i + 1];
            flag[i] = i & t;
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            on[i] = next[i];
        for (int i = 0; i < N; i++)
            printf("%c", on[i] ? '#' : flag[i] ? '.' : ' ');
        printf("|\n");
    }
    return 0;
}
