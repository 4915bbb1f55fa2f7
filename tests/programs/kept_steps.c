/* Steps that const variables give, below 0 too, in loops of all forms: as numbers do, and as variables do. */
#include <stdio.h>
int main(void)
{
    const int down = -3, up = 2; const long far = -1; const unsigned char two = 2; static const int n = 50;
    double a[50] = {0}; int i; unsigned j;
#pragma hydra parallel for
    for (int i = n - 1; i >= 0; i += down) a[i] += i;
#pragma hydra parallel for
    for (i = 0; i < n; i -= down) a[i] += 2 * i;
#pragma hydra parallel for
    for (int k = 48; k != 0; k = k + down) a[k] += 3;
#pragma hydra parallel for
    for (int k = 0; k != 48; k = k - down) a[k] += 4;
#pragma hydra parallel for
    for (long k = n - 1; k > 4; k = far + k) a[k] += 5;
#pragma hydra parallel for
    for (j = 1; j < n; j += two * up) a[j] += 6;
#pragma hydra parallel for
    for (int k = n - 1; k >= 0; k += -up) a[k] += 7;
#pragma hydra parallel for
    for (int k = n - 1; k >= 0; k += up - 7) a[k] += 8;
#pragma hydra parallel for
    for (int k = n; k < 3; k += up) a[k] += 9;
    double s = 0; for (int k = 0; k < n; k++) s += a[k] * (k + 1);
    printf("%g %d %u\n", s, i, j);
    return 0;
}
