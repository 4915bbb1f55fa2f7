/* Functions of mathematics with two results, one of them through a pointer into an array. */
// device: close 1e-12
// distributed: 16 23
// offloaded: 23
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

#define N 40
static double part[N], whole[N], mantissa[N], s[N], c[N], rest[N];
static int power[N], quotient[2 * N];

int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        mantissa[i] = frexp(i * 1.75 - 9, &power[i]);
        part[i] = modf(i / 3.0, &whole[i]);
        sincos(i * 0.25, &s[i], c + i);
        rest[i] = remquo(i * 2.5, 1.75, quotient + 2 * i);
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        part[i] += whole[N - 1 - i] + power[(i + 11) % N] + quotient[2 * (N - 1 - i)] + c[(i * 3) % N];
    for (int i = 0; i < N; i += 3)
        printf("%.9f %.9f %d %d %.9f %.9f\n", part[i], mantissa[i], power[i], quotient[2 * i], s[i], rest[i]);
    double here;
    for (int i = 0; i < 3; i++) {
        modf(i * 5.5, &whole[i * 7]);
        frexp(whole[i * 7], &power[0]);
        here = modf(whole[i], &here);
        printf("%g %d\n", here, power[0]);
    }
    return 0;
}
