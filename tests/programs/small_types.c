// distributed: 13 20
// offloaded: 20
#include <stdint.h>
#include <stdio.h>
#define N 51
char c[N]; signed char sc[N]; unsigned char uc[N]; short s[N]; unsigned short us[N];
int i32[N]; unsigned u[N]; long l[N]; unsigned long long ull[N]; float f[N]; double d[N]; long double ld[N];
uint16_t packed[N][3];
int main(void)
{
    int i;
#pragma hydra parallel for
    for (i = 0; i < N; i++) {
        c[i] = 'A' + i % 26; sc[i] = i * 11; uc[i] = i * 11; s[i] = i * 1001; us[i] = -i;
        i32[i] = i << 20; u[i] = -i; l[i] = (long)i << 40; ull[i] = ~0ULL - i; f[i] = i / 3.0f; d[i] = i / 3.0;
        ld[i] = i / 4.0L;
        packed[i][0] = i; packed[i][1] = i * i; packed[i][2] = 65535 - i;
    }
#pragma hydra parallel for
    for (i = 1; i < N; i++) {
        sc[i - 1] = uc[i] - c[i - 1];
        us[i] += s[i - 1];
        f[i] += (float)d[i - 1];
        packed[i - 1][1] = packed[i][0] + packed[i][2];
    }
    for (i = 0; i < N; i++)
        printf("%c %d %d %d %d %d %u %ld %llu %.9g %.17g %.5Lf %d %d %d\n", c[i], sc[i], uc[i], s[i], us[i], i32[i],
               u[i], l[i], ull[i], f[i], d[i], ld[i], packed[i][0], packed[i][1], packed[i][2]);
    return 0;
}
