// distributed: 14 19 26 31
// offloaded: 14 19 26 31
#include <stdio.h>
/* Haar wavelet, there and back; odd and even elements belong to the same iteration */
#define LEN 64
static double s[LEN], t[LEN];
int main(void)
{
    int n, i;
    for (i = 0; i < LEN; i++) s[i] = (i * i) % 37;
    for (n = LEN; n > 1; n /= 2) {
        int half = n / 2;
#pragma hydra parallel for
        for (i = 0; i < half; i++) {
            t[i] = (s[2 * i] + s[2 * i + 1]) / 2;
            t[half + i] = (s[2 * i] - s[2 * i + 1]) / 2;
        }
#pragma hydra parallel for
        for (i = 0; i < n; i++) s[i] = t[i];
    }
    for (i = 0; i < LEN; i++) printf("%g ", s[i]);
    printf("\n");
    for (n = 2; n <= LEN; n *= 2) {
        int half = n / 2;
#pragma hydra parallel for
        for (i = 0; i < half; i++) {
            t[2 * i] = s[i] + s[half + i];
            t[2 * i + 1] = s[i] - s[half + i];
        }
#pragma hydra parallel for
        for (i = 0; i < n; i++) s[i] = t[i];
    }
    for (i = 0; i < LEN; i++) printf("%g ", s[i]);
    printf("\n");
    return 0;
}
