// distributed: 46 51 
/* Inline assembly in serial code and in loops: a counter of cycles, which rank 0 reads for all, instructions that
 * compute with numbers, in and out, barriers, values that are hidden from the compiler, a memory operand. */
#include <stdio.h>
#include <stdlib.h>

static int data[64], bits[64];
static unsigned long seen;

#if defined(__x86_64__)
static unsigned long long ticks(void) {
    unsigned low, high;
    __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
    return (unsigned long long)high << 32 | low;
}
/* Neither volatile nor reading anything; and one that changes one value and makes others. */
static unsigned long long ticks_again(void) {
    unsigned low, high;
    __asm__("rdtsc" : "=a"(low), "=d"(high));
    return (unsigned long long)high << 32 | low;
}
static unsigned leaf(unsigned a) {
    unsigned b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return a ^ b ^ c ^ d;
}
static int rotated(unsigned x, int by) {
    __asm__("roll %%cl, %0" : "+r"(x) : "c"(by));
    return (int)x;
}
static void add(long* to, long by) { __asm__ volatile("addq %1, %0" : "+m"(*to) : "r"(by) : "cc", "memory"); }
#else
static unsigned long long ticks(void) { return seen++; }
static unsigned long long ticks_again(void) { return ticks(); }
static unsigned leaf(unsigned a) { return a; }
static int rotated(unsigned x, int by) { return (int)(x << by | x >> (32 - by)); }
static void add(long* to, long by) { *to += by; }
#endif

int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 64, hidden = 5;
    long sums[2] = {3, 4};
    unsigned long long begin = ticks(), waits = 0;
    __asm__("" : "=r"(hidden) : "0"(hidden));
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        data[i] = i * hidden;
        asm volatile("" ::: "memory");
    }
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        bits[i] = rotated((unsigned)data[i], 3);
    for (int i = 0; i < 3; i++) {
        unsigned long long now = ticks();
        waits += now >= begin;
        begin = now;
    }
    if (leaf(1) % 2 == 0 || ticks_again() % 2 == 0)
        sums[1] += data[5] - data[5];
    add(&sums[1], data[2]);
    add(sums, bits[n - 1]);
    if (begin % 2 == 0) /* the same way on all ranks */
        sums[0] += data[7] - data[7];
    printf("%llu %ld %ld %d %d\n", waits, sums[0], sums[1], bits[9], data[n - 1]);
    return 0;
}
