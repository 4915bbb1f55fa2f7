// distributed: 11 15
// offloaded: 11 15
#include <stdio.h>
/* fewer rows than ranks */
double m[2][50], t[2][50];
int main(void)
{
    for (int j = 0; j < 50; j++) { m[0][j] = j; m[1][j] = 100 - j; }
    for (int r = 0; r < 5; r++) {
#pragma hydra parallel for
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 50; j++)
                t[i][j] = m[1 - i][j] * 0.5 + m[i][49 - j];
#pragma hydra parallel for
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 50; j++)
                m[i][j] = t[i][j] - 1.0 / (i + 1);
    }
    for (int j = 0; j < 50; j++)
        printf("%.15g %.15g\n", m[0][j], m[1][j]);
    return 0;
}
