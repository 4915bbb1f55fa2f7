/* What C's functions say of a character decides what a loop reads: found anew after setlocale, row by row of a text,
 * and beside the size of a variable. */
// hydracc: -Werror
// distributed: 26 33 36 40 48
// offloaded: 26 36 48
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <wctype.h>

#define N 120
#define ROWS 12

static int text[N], a[N], b[N], begin[ROWS + 1];
static unsigned char line[N];
static unsigned hash[ROWS];

int main(void)
{
    const char *names[] = {"C", "C.UTF-8", "C", "C.UTF-8"};
    for (int i = 0; i < N; i++)
        text[i] = i % 3 == 0 ? 0xe4 : '0' + i % 50;
    for (int l = 0; l <= ROWS; l++)
        begin[l] = l * 9 + l * l % 7;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        a[i] = i * i % 101;
        line[i] = (unsigned char)(' ' + i * i % 90);
    }
    for (int k = 0; k < 4; k++) {
        setlocale(LC_ALL, names[k]);
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            b[i] = a[(i + 50 * (iswalpha((wint_t)text[i]) != 0)) % N] * 2;
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            a[i] = b[i] * 3 % 103;
    }
#pragma hydra parallel for
    for (int l = 0; l < ROWS; l++) {
        unsigned h = 1;
        for (int i = begin[l]; i < begin[l + 1]; i++)
            if (isalpha(line[i]))
                h = h * 31 + (unsigned)tolower(line[i]);
        hash[l] = h;
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        double wide = a[i];
        b[i] += a[(text[i] + (int)sizeof wide) % N] + (int)wide;
    }
    for (int i = 0; i < N; i++)
        printf("%d %u\n", b[i], hash[i % ROWS]);
    return 0;
}
