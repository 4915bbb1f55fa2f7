// distributed: 16
// offloaded: 16
// A line of letters is cut into words by strtok and strtok_r while loops go on turning its letters, so that the next
// word ends where nobody could have known before.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 96 };

static char line[N + 1];

static void turn(char *text, int n) {
    int i;
#pragma hydra parallel for
    for (i = 0; i < n; i++)
        if (text[i] != 0)
            text[i] = text[i] == 'z' ? 'a' : text[i] + 1;
}

static void write_alphabet(char *text, int first) {
    int i;
    for (i = 0; i < N; i++)
        text[i] = (char)('a' + (i + first) % 26);
    text[3] = ' ';
    text[N] = 0;
}

int main(void) {
    char *copy = malloc(N + 1), *word, *rest = NULL, *from;
    long sum = 0;
    int i;
    write_alphabet(line, 0);
    for (from = line, i = 0; i < 6 && (word = strtok(from, " k")); from = NULL, i++) {
        puts(word);
        turn(line, N);
    }
    write_alphabet(copy, 5);
    word = strtok_r(copy, " ", &rest);
    while (word != NULL && rest - copy < 80) {
        printf("%s|", word);
        turn(copy, N);
        word = strtok_r(NULL, "qv", &rest);
    }
    puts("");
    turn(line, N);
    turn(copy, N);
    for (i = 0; i < N; i++)
        sum += (line[i] - copy[i]) * (i + 1L);
    printf("%ld\n", sum);
    free(copy);
    return 0;
}
