// distributed: 30
// offloaded: 30
/* Naive search for several patterns in a text at all places at once: a table of hits, counts, the first and the last
   place, and the number of near misses. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 900
#define NPAT 3

static char text[TEXT + 1];
static const char patterns[NPAT][8] = {"abba", "cab", "bcabc"};
static unsigned char hit[NPAT][TEXT];

int main(void)
{
    unsigned s = 3;
    for (int i = 0; i < TEXT; i++) {
        s = s * 1103515245u + 12345u;
        text[i] = "abc"[(s >> 17) % 3];
    }
    text[TEXT] = '\0';
    for (int p = 0; p < NPAT; p++) {
        int len = 0, count = 0, first = INT_MAX, last = -1, near = 0;
        while (patterns[p][len])
            len++;
        #pragma hydra parallel for reduction(+ : count, near) reduction(min : first) reduction(max : last)
        for (int i = 0; i <= TEXT - len; i++) {
            int same = 0;
            for (int k = 0; k < len; k++)
                same += text[i + k] == patterns[p][k];
            hit[p][i] = same == len;
            if (same == len) {
                count++;
                first = i < first ? i : first;
                last = i > last ? i : last;
            } else if (same == len - 1)
                near++;
        }
        printf("'%s': %d hits, first %d, last %d, %d near\n", patterns[p], count, first, last, near);
    }
    printf("%s\n", text);
    for (int p = 0; p < NPAT; p++) {
        for (int i = 0; i < TEXT; i++)
            putchar(hit[p][i] ? '^' : '.');
        putchar('\n');
    }
    return 0;
}
