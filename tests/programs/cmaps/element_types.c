/* The twin of t04.cmaps. */
#include <stdbool.h>
#include <stdio.h>
#include <stdint.h>
#define KIND(T, name) \
    static void run_##name(T *A, double v) { \
        T B[9]; \
        for (long i = 0; i < 9; i++) { A[i] = (T)(v * (double)(i + 1)); B[i] = (T)(v / 2 * (double)(i + 2)); } \
        for (long i = 1; i < 8; i++) { T t = (T)(B[i - 1] + A[i]); A[i] = (T)(t + B[i + 1]); } \
    }
KIND(char, char)
KIND(signed char, schar)
KIND(unsigned char, uchar)
KIND(short, short)
KIND(unsigned short, ushort)
KIND(int, int)
KIND(unsigned, uint)
KIND(long, long)
KIND(unsigned long, ulong)
KIND(long long, llong)
KIND(uint64_t, u64)
KIND(int8_t, i8)
KIND(float, float)
KIND(double, double)
typedef enum { RED, GREEN, BLUE } colour;
static void mix(int a, double f, long l, float g, char c, float *r) { *r = (float)(a + f + l + g + c); }
#define SHOW(T, name, f, w) do { static T A[9]; run_##name(A, 1.75); \
    printf(#name); for (int i = 0; i < 9; i++) printf(f, (w)A[i]); \
    run_##name(A, 12.5); for (int i = 0; i < 9; i++) printf(f, (w)A[i]); printf("\n"); } while (0)
int main(void) {
    SHOW(char, char, " %d", int); SHOW(signed char, schar, " %d", int); SHOW(unsigned char, uchar, " %d", int);
    SHOW(short, short, " %d", int); SHOW(unsigned short, ushort, " %d", int); SHOW(int, int, " %d", int);
    SHOW(unsigned, uint, " %u", unsigned); SHOW(long, long, " %ld", long); SHOW(unsigned long, ulong, " %lu", unsigned long);
    SHOW(long long, llong, " %lld", long long); SHOW(uint64_t, u64, " %llu", unsigned long long);
    SHOW(int8_t, i8, " %d", int); SHOW(float, float, " %g", double); SHOW(double, double, " %g", double);
    enum { n = 10 };
    colour C[n]; bool B[n]; double D[n]; unsigned char U[n]; float F[n], X[n];
    for (int i = 0; i < n; i++) { D[i] = i * 1.7 - 3; U[i] = 250 + i; F[i] = i / 3.0f; X[i] = -1; }
    for (int i = 0; i < n; i++) { C[i] = i % 3; B[i] = C[i] == GREEN; }
    for (int i = 0; i < n - 1; i++) mix(D[i], F[i], U[i], D[i + 1], i * 1.9, &X[i]);
    for (int i = 0; i < n; i++) printf("%d %d %.9g\n", C[i], B[i], X[i]);
    return 0;
}
