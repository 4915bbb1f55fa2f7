// distributed: 9 16 23 39
// offloaded: 9 16 23 39
// Local arrays of char, short and float handed to functions with parallel loops, and read by serial code after it.
#include <stdio.h>

static void letters(char *c, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        c[i] = (char)('a' + i % 26);
}

static void squares(short *s, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        s[i] = (short)(i * i);
}

static void halves(float *f, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        f[i] = i * 0.5f;
}

int main(void)
{
    char c[300];
    short s[300];
    float f[300];
    enum { first = 5, count = 100, last = first + count - 1 };
    letters(c, 300);
    squares(s, 170);
    halves(f, 300);
    printf("%c %d %g\n", c[7], s[9], f[11]);
    printf("%c %d %g\n", c[299], s[169], f[299]);
#pragma hydra parallel for
    for (int i = first; i <= last; i++) /* constants of the function's own in the body, too */
        f[i] = c[i + first] + s[i < last ? i : first];
    for (int i = 0; i < 300; i += 13)
        printf("%g ", f[i]);
    printf("\n");
    return 0;
}
