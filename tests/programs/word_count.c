// stdin: the cat sat on the mat\nand the dog sat on the log\n\nthe end
// distributed: 47 55
/* Counts words from standard input line by line: getline, strtok, strdup, and a table sorted with qsort. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64

struct word { char text[16]; int count, length; };
static struct word words[MOST];
static int n, letters[26];

static int order(const void *p, const void *q)
{
    const struct word *a = p, *b = q;
    return a->count != b->count ? b->count - a->count : strcmp(a->text, b->text);
}

static void add(const char *text)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i].text, text) == 0) {
            words[i].count++;
            return;
        }
    strncpy(words[n].text, text, sizeof words[n].text - 1);
    words[n++].count = 1;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t got;
    int lines = 0, longest = 0;

    while ((got = getline(&line, &room, stdin)) != -1) {
        char *copy = strdup(line);
        lines++;
        for (char *w = strtok(copy, " \n"); w; w = strtok(NULL, " \n"))
            add(w);
        free(copy);
#pragma hydra parallel for
        for (int i = 0; i < got; i++)
            line[i] = (char)toupper((unsigned char)line[i]);
        for (ssize_t i = 0; i < got; i++)
            if (isalpha((unsigned char)line[i]))
                letters[line[i] - 'A']++;
    }
    free(line);
#pragma hydra parallel for reduction(max:longest)
    for (int i = 0; i < n; i++) {
        words[i].length = (int)strlen(words[i].text);
        if (words[i].length > longest)
            longest = words[i].length;
    }
    qsort(words, n, sizeof words[0], order);
    printf("%d lines, %d words, longest %d\n", lines, n, longest);
    for (int i = 0; i < n; i++)
        printf("%-6s %d %d\n", words[i].text, words[i].count, words[i].length);
    for (int i = 0; i < 26; i++)
        if (letters[i])
            printf("%c%d ", 'a' + i, letters[i]);
    printf("\n");
    return 0;
}
