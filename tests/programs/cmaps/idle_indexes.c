#include <stdio.h>
int main(void) {
    int a[9], b[3][4], s[3] = {7, 7, 7}, c[9] = {1, 2}, sum = 0;
    for (int i = 0; i < 9; i++) a[i] = i * i;
    for (int i = 0; i < 12; i++) b[i / 4][i % 4] = i + a[3] + a[i % 4];
    for (int i = 0; i < 3; i++) b[i][i] = b[i][i + 1];
    for (int i = 0; i < 3; i++) b[i][i + 1] = b[i][i];
    s[1] = 0;
    for (int i = 2; i <= 8; i++) s[1] += a[i];
    for (int i = 0; i < 12; i++) printf("%d ", b[i / 4][i % 4]);
    printf("%d %d %d, %d %d %d\n", s[0], s[1], s[2], c[0], c[1], sum);
    return 0;
}
