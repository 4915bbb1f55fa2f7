// distributed: 81 91
// offloaded: 81 91
// hydracc: -Werror=hydra-whole
/* Settings that are read line by line through a pointer that moves on, while arrays are shared out: no rank needs more
 * of these for it, since no parallel loop touches texts or pointers. Words are cut in the line, and numbers are read
 * from where they begin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    char line[96];
    char *at;
    int number;
};

/* Reads lines until one begins with the word; *rest is behind that. */
static int seek(FILE *file, const char *word, char **rest)
{
    while (fgets(*rest, 80, file)) {
        while (**rest == ' ' || **rest == '\t')
            (*rest)++;
        if (!strncmp(*rest, word, strlen(word))) {
            *rest += strlen(word);
            return 1;
        }
    }
    return 0;
}

static double setting(const char *name, const char *word)
{
    char text[128], *rest = text;
    FILE *file = fopen(name, "r");
    if (!file)
        return -1;
    const int found = seek(file, word, &rest);
    fclose(file);
    return found ? atof(rest) : 0.5;
}

static int next_word(struct reader *reader, char *word)
{
    const char *from = reader->at;
    while (*from == ' ')
        from++;
    const char *to = from;
    while (*to > ' ')
        *word++ = *to++;
    *word = '\0';
    reader->at += to - reader->at;
    reader->number += to > from;
    return to > from;
}

static int words(const char *name)
{
    struct reader reader = {.number = 0};
    char word[96];
    int total = 0;
    FILE *file = fopen(name, "r");
    while (file && fgets(reader.line, sizeof reader.line, file)) {
        reader.at = reader.line;
        while (next_word(&reader, word))
            total += atoi(word) + (int)strlen(word);
    }
    if (file)
        fclose(file);
    return 100 * reader.number + total;
}

int main(void)
{
    const int n = 4000;
    double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double)), sum = 0;
    FILE *file = fopen("settings.txt", "w");
    fprintf(file, "first 1\n  scale 2.5\n\tshift 0.25 7 words\nlast 12\n");
    fclose(file);
    double scale = setting("settings.txt", "scale");
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        a[i] = scale * i;
        b[i] = i % 7;
    }
    for (int step = 0; step < 3; step++) {
        const double shift = setting("settings.txt", step == 1 ? "missing" : "shift");
        int some = words("settings.txt");
        if (step == 2)
            some += words("no such file");
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 0.5 + b[i] * shift + some;
    }
    for (int i = 0; i < n; i++)
        sum += a[i];
    printf("%.10g %g\n", sum, setting("nothing.txt", "x"));
    return 0;
}
