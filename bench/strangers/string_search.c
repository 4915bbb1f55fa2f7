// bench: 60000 14
// quick: 500 3
/* Motifs counted in many sequences of different lengths, each a string of its own (Horspool's search). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int occurrences(const char *text, const char *motif, const int *shift)
{
    int n = (int)strlen(text), m = (int)strlen(motif), found = 0;
    for (int at = 0; at + m <= n; at += shift[(unsigned char)text[at + m - 1]]) {
        int k = m - 1;
        while (k >= 0 && text[at + k] == motif[k])
            k--;
        found += k < 0;
    }
    return found;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000, motifs = argc > 2 ? atoi(argv[2]) : 6, *hits = calloc(n, sizeof *hits);
    char **text = malloc(n * sizeof *text);
    unsigned r = 5;
    for (int i = 0; i < n; i++) {
        int length = 80 + i * 37 % 300;
        text[i] = malloc(length + 1);
        for (int k = 0; k < length; k++) {
            r = r * 1664525u + 1013904223u;
            text[i][k] = "ACGT"[r >> 30];
        }
        text[i][length] = 0;
    }
    for (int q = 0; q < motifs; q++) {
        char motif[8];
        int shift[256], m = 4 + q % 3;
        for (int k = 0; k < m; k++)
            motif[k] = "ACGT"[(q * 7 + k * k + k * q) % 4];
        motif[m] = 0;
        for (int c = 0; c < 256; c++)
            shift[c] = m;
        for (int k = 0; k < m - 1; k++)
            shift[(unsigned char)motif[k]] = m - 1 - k;
        long total = 0;
        #pragma hydra parallel for reduction(+:total)
        for (int i = 0; i < n; i++) {
            int found = occurrences(text[i], motif, shift);
            hits[i] += found;
            total += found;
        }
        printf("%s %ld\n", motif, total);
    }
    int most = 0;
    for (int i = 1; i < n; i++)
        if (hits[i] > hits[most])
            most = i;
    printf("sequence %d has %d\n", most, hits[most]);
    return 0;
}
