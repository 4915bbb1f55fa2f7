// stdin: KJHGFEDCBAZYXWVUTSRQPONML\nABCDEFGHIJKLMNOPQRSTUVWXY\nZZZYYYXXXWWWVVVUUUTTTSSSR\nQAZWSXEDCRFVTGBYHNUJMIKOL\nBBBBBBBBBBBBBBBBBBBBBBBBB\n
// distributed: 21 26
// offloaded: 21 26
// A stack of punched lines: each letter of a line picks a weight, and the next line comes into the same buffer.
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#define HOLES 25

static double weight[26], picked[HOLES];

int main(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int i;
    for (i = 0; i < 26; i++)
        weight[i] = i * 1.5;
#pragma hydra parallel for
    for (i = 0; i < 26; i++)
        weight[i] += i % 4;
    while ((length = getline(&line, &room, stdin)) > HOLES) {
        double sum = 0;
#pragma hydra parallel for
        for (i = 0; i < HOLES; i++)
            picked[i] = weight[line[i] - 'A'];
        for (i = 0; i < HOLES; i++)
            sum += picked[i] * i;
        printf("%ld %g\n", (long)length, sum);
    }
    free(line);
    return 0;
}
