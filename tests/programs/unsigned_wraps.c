// Unsigned variables of 64 bits that hold negative numbers: offsets, starts of inner loops, hashes that wrap around.
// stderr: is very large, as a negative number is when it is stored in an unsigned type
// distributed: 33 55 59 67 75 81
// replicated: 37 42 48 63 86
// offloaded: 33 55 59 67 75 81
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

static int a[100], b[100];
static int keys[10];

static void show(const char *what)
{
    long sum = 0;
    for (int i = 0; i < 100; i++)
        sum += (long)b[i] * (i + 1);
    printf("%s %ld\n", what, sum);
}

int main(int argc, char **argv)
{
    (void)argv;
    size_t back = (size_t)-3 - (argc > 3); /* never a constant for the compiler */
    uint64_t top = ~(uint64_t)0 - (argc > 3);
    size_t n = 100;
    ssize_t left = -4 - (argc > 3);
    for (int i = 0; i < 100; i++)
        a[i] = i * i % 37 + 1;

#pragma hydra parallel for
    for (size_t i = 3; i < n; i++)
        b[i] = a[i + back];
    show("offset");
#pragma hydra parallel for
    for (size_t i = 10; i < n; i++)
        for (size_t j = i + back; j < i; j++)
            b[i] += a[j];
    show("window");
#pragma hydra parallel for
    for (size_t i = 0; i < n; i++) {
        size_t k = (i + back) % 100;
        b[k] = a[i] * 2;
    }
    show("remainder");
#pragma hydra parallel for
    for (size_t i = 0; i < n; i++)
        if (i < back)
            b[i] += a[99 - i];
        else
            b[i] = -1;
    show("comparison");
#pragma hydra parallel for
    for (size_t i = 0; i < n; i++)
        b[i] += a[(i * 6364136223846793005ULL + 1442695040888963407ULL) % 100];
    show("congruential");
#pragma hydra parallel for
    for (size_t i = 0; i < n; i++)
        b[i] += a[(i * 11400714819323198485u) >> 60];
    show("multiplicative");
#pragma hydra parallel for
    for (size_t i = 0; i < n; i++)
        b[i] += a[(top - i) % 100] + a[(top - i) >> 58];
    show("from the top");
#pragma hydra parallel for
    for (size_t i = 0; i < n; i++) {
        size_t j = i + left;
        if (j < n)
            b[j] = a[i];
    }
    show("signed and unsigned");
    for (size_t m = 4; m > 1; m--) {
#pragma hydra parallel for
        for (size_t i = m - 3; i < m; i++) /* nothing where m is 2 */
            b[i] += 5;
    }
    show("start below zero");
    for (size_t lo = 3; lo-- > 0;) {
#pragma hydra parallel for
        for (size_t i = 9; i > lo - 1; i--) /* nothing where lo is 0 */
            b[i] += 7;
    }
    show("bound below zero");
#pragma hydra parallel for reduction(+ : keys[0 : 10])
    for (size_t i = 3; i < n; i++)
        for (size_t k = i + back; k < i; k++)
            keys[k % 10] += a[k];
    for (int k = 0; k < 10; k++)
        printf("%d ", keys[k]);
    printf("\n");
    return 0;
}
