// Two iterations that store into one row, found when the program runs; the element is named as it is declared.
// stderr: overlap on m[10][0]
// verify: no
// ranks: 1 3
// replicated: 16
#include <stdio.h>

static int m[30][8], row[30];

int main(void)
{
    for (int i = 0; i < 30; i++)
        row[i] = i;
    row[20] = 10;
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 8; j++)
            m[row[i]][j] = i + j;
    for (int i = 0; i < 30; i++)
        printf("%d %d\n", m[i][0], m[i][7]);
    return 0;
}
