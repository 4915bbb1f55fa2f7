// distributed: 12
// offloaded: 12
#include <stdio.h>
/* C's division truncates, its remainder has the dividend's sign, unsigned numbers wrap, casts narrow */
#define N 21
int from[300], r[12][N];
int main(void)
{
    int i;
    for (i = 0; i < 300; i++) from[i] = i * 7 % 301;
#pragma hydra parallel for
    for (i = -10; i <= 10; i++) {
        int k = i + 10;
        unsigned u = (unsigned)i;
        unsigned char narrow = (unsigned char)(i * 20);
        signed char sn = (signed char)(i * 14);
        r[0][k] = from[i / 3 + 5];
        r[1][k] = from[i % 4 + 4];
        r[2][k] = from[(i - 7) / 2 + 20];
        r[3][k] = from[narrow];
        r[4][k] = from[sn + 150];
        r[5][k] = from[(u - 3u) % 100u];
        r[6][k] = from[k & 5];
        r[7][k] = from[k >> 2];
        r[8][k] = from[k ^ 3];
        r[9][k] = from[u > 12u ? 1 : k];
        r[10][k] = from[(k * k) % 300];
        r[11][k] = from[-i + 30] + from[~i + 40] + from[!i];
    }
    for (int row = 0; row < 12; row++) {
        for (i = 0; i < N; i++) printf("%d ", r[row][i]);
        printf("\n");
    }
    return 0;
}
