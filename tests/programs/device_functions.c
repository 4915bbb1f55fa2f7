// distributed: 48 79 98 132
// offloaded: 48 79 98 132
// Functions and statements that devices know by other names, or not at all, with all kinds of arguments: infinities,
// numbers too small for the usual form, negative zeros, and whole numbers of all widths.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 24
#define R 40

static double a[N], b[N], big[N][8];
static float f[N], small[N][8];
static long kinds[N][R], whole[N][R];
static unsigned long w[N];
static int chosen[300];

static const double doubles[N] = {0.0,      -0.0,     1.0,       -1.0,      INFINITY,   -INFINITY,   NAN,     0x1p-1074,
                                  -0x1p-1060, 0x1p-1022, 0x1p-126, 0x1p-127, -0x1p-149,  0x1p1023,    0x1.8p127, 3.5,
                                  -2.25,    1e300,    -1e300,    0x1.fffffffffffffp1023, 0x1.fffffep127f, 7, 1e-310, -1e-40};
static const float floats[N] = {0.0f,       -0.0f,    1.0f,      -1.0f,    INFINITY, -INFINITY, NAN,       0x1p-149f,
                                -0x1p-140f, 0x1p-126f, -0x1p-127f, 0x1.8p-130f, 1e-38f, 1e38f, -1e38f,     0x1.fffffep127f,
                                3.5f,       -2.25f,   16777217.f, 0.1f,    -0.1f,    7.f,       1e-45f,    -1e-40f};
static const unsigned long wholes[N] = {1, 2, 3, 0x80, 0x8000, 0xff00, 0x12345678, 0x80000000, 0x7fffffff, 0xffffffff,
                                        0x100000000, 0x1000000000000, 0x8000000000000000, 0x7fffffffffffffff,
                                        0xffffffffffffffff, 0xfffffffffffffff0, 0xffffffff80000000, 0x0123456789abcdef,
                                        12, 1000, 96, 40, 77, 6};

static uint64_t bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return x != x ? 1 : u;
}

int main(void)
{
    memcpy(a, doubles, sizeof a);
    memcpy(f, floats, sizeof f);
    memcpy(w, wholes, sizeof w);
    for (int i = 0; i < N; i++) {
        b[i] = doubles[(i * 5 + 3) % N];
    }

#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const double x = a[i], y = b[i];
        const float z = f[i];
        kinds[i][0] = isinf(x);
        kinds[i][1] = isinf(z);
        kinds[i][2] = isnan(x) != 0;
        kinds[i][3] = isnan(z) != 0;
        kinds[i][4] = isfinite(x) != 0;
        kinds[i][5] = isfinite(z) != 0;
        kinds[i][6] = isnormal(x) != 0;
        kinds[i][7] = isnormal(z) != 0;
        kinds[i][8] = signbit(x) != 0;
        kinds[i][9] = signbit(z) != 0;
        kinds[i][10] = fpclassify(x);
        kinds[i][11] = fpclassify(z);
        kinds[i][12] = fpclassify(x) == FP_SUBNORMAL || fpclassify(z) == FP_ZERO;
        kinds[i][13] = isgreater(x, y) + 2 * isgreater(x, z) + 4 * isgreater(z, y) + 8 * __builtin_isgreater(z, i);
        kinds[i][14] = isgreaterequal(x, y) + 2 * isgreaterequal(x, z) + 4 * __builtin_isgreaterequal(z, z);
        kinds[i][15] = isless(x, y) + 2 * isless(x, z) + 4 * __builtin_isless(z, y);
        kinds[i][16] = islessequal(x, y) + 2 * islessequal(x, z) + 4 * __builtin_islessequal(z, z);
        kinds[i][17] = islessgreater(x, y) + 2 * islessgreater(x, z) + 4 * __builtin_islessgreater(z, z);
        kinds[i][18] = isunordered(x, y) + 2 * isunordered(x, z) + 4 * __builtin_isunordered(z, z);
        kinds[i][19] = -isgreater(x, y) * 3 + (isinf(x) || x > 5);
        kinds[i][20] = __builtin_fpclassify(10, 20, 30, 40, 50, x);
        int calls = 0;
        kinds[i][21] = isinf((calls++, x)) + fpclassify((calls++, z)) + islessgreater((calls++, x), (calls++, y));
        kinds[i][22] = calls;
        kinds[i][23] = isnormal(z * 0.5f) + 2 * isnormal((float)x) + 4 * isnormal((double)z);
    }

#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const double x = a[i];
        const float z = f[i];
        big[i][0] = scalbln(x, 1000L);
        big[i][1] = scalbln(x, LONG_MIN);
        big[i][2] = scalbln(x, LONG_MAX);
        big[i][3] = scalbln(x, 5 - i);
        big[i][4] = scalbln(x, 0x100000001L);
        big[i][5] = __builtin_sqrt(f[i] < 0 ? 1.5f : z); // of a double, though a float goes in
        big[i][6] = __builtin_fabs((float)i / 3) + __builtin_fmax(z, 1);
        small[i][0] = scalblnf(z, 100L);
        small[i][1] = scalblnf(z, LONG_MIN);
        small[i][2] = scalblnf(z, LONG_MAX);
        small[i][3] = scalblnf(z, -i);
        small[i][4] = scalblnf(x, -0xffffffffL);
        small[i][5] = __builtin_sqrtf(0.1 * i); // of a float, though a double goes in
    }

#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        const unsigned long u = w[i];
        const int n = (int)u;
        const signed char c = (signed char)u;
        whole[i][0] = __builtin_ctzl(u);
        whole[i][1] = __builtin_ctzll(u);
        whole[i][2] = __builtin_ctz((unsigned)u | 0x80000000u);
        whole[i][3] = n != 0 ? __builtin_ctz(n) : -1;
        whole[i][4] = __builtin_ctz(u | 0x40000000);
        whole[i][5] = __builtin_ctzll(c == 0 ? 5 : c);
        whole[i][6] = __builtin_bswap16(u);
        whole[i][7] = __builtin_bswap32(u);
        whole[i][8] = (long)__builtin_bswap64(u);
        whole[i][9] = __builtin_bswap16(u) - 70000 < 0;
        whole[i][10] = __builtin_bswap32(c) - 1L;
        whole[i][11] = (long)(__builtin_bswap64(c) >> 3);
        whole[i][12] = -__builtin_bswap16((unsigned short)n);
        whole[i][13] = __builtin_popcount(u); // of its lower half
        whole[i][14] = __builtin_popcount(c); // of its 32 bits as an int
        whole[i][15] = __builtin_popcountl(n);
        whole[i][16] = __builtin_popcountll(c);
        whole[i][17] = __builtin_clz(u | 1);
        whole[i][18] = __builtin_clzl(n | 1);
        whole[i][19] = __builtin_clzll(c | 1);
        whole[i][20] = __builtin_clz(c | 1);
        whole[i][21] = __builtin_parity(u) + 2 * __builtin_parityl(u) + 4 * __builtin_parityll(n) + 8 * __builtin_parity(c);
        whole[i][22] = __builtin_expect(n, 1) * 0x100000000;
        whole[i][23] = __builtin_expect(i * 0.25, 0);
        whole[i][24] = __builtin_expect((unsigned)i, 0) - 5;
        whole[i][25] = __builtin_abs(u % 1000) + __builtin_labs(n);
        whole[i][26] = sizeof(__builtin_bswap16(n)) + 100 * sizeof(__builtin_fdim(f[i], 1)) + sizeof(__builtin_lround(a[i]));
    }

#pragma hydra parallel for
    for (int i = 0; i < 300; i++) {
        int k = 0;
        switch (i % 70) {
        case 1 ... 3:
            k = 5;
            break;
        case 4 ... 4:
            k = 6;
        case 'A' ... 'C':
            k += i;
        case 5 ... 20: {
            for (int j = 0; j < 3; j++) {
                switch (j) {
                case 0 ... 1:
                    continue;
                default:
                    k += 100 * j;
                }
            }
            break;
        }
        case 30:
        case 31 ... 33:
        default:
            k--;
        }
        chosen[i] = k;
    }

    for (int i = 0; i < N; i++) {
        printf("%d:", i);
        for (int j = 0; j < 24; j++) {
            printf(" %ld", kinds[i][j]);
        }
        printf("\n");
        for (int j = 0; j < 8; j++) {
            printf(" %lx %lx", bits(big[i][j]), bits(small[i][j]));
        }
        printf("\n");
        for (int j = 0; j < 27; j++) {
            printf(" %ld", whole[i][j]);
        }
        printf("\n");
    }
    for (int i = 0; i < 300; i++) {
        printf("%d%c", chosen[i], i % 20 == 19 ? '\n' : ' ');
    }
    return 0;
}
