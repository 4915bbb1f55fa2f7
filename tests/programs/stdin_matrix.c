// stdin: 4 3\n1.5 2 3\n4 5 6.25\n7 8 9\n10 11 12\nscale 2.5\nname  Grace Hopper\nx
// distributed: 25
// offloaded: 25
/* Reads a matrix and commands from standard input, in every way that stdio has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int rows, cols, got = 0;
    if (scanf("%d %d", &rows, &cols) != 2)
        return 1;
    double *m = malloc(sizeof *m * rows * cols), *t = malloc(sizeof *t * rows * cols), factor = 0;
    char word[16], *line = NULL;
    size_t room = 0;
    struct { int last; char name[32]; } who = {0, ""};

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            got += scanf("%lf", &m[i * cols + j]);
    while (scanf("%15s", word) == 1 && strcmp(word, "scale") == 0)
        scanf("%lf", &factor);
#pragma hydra parallel for
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++)
            t[j * rows + i] = factor * m[i * cols + j];
    int c = getchar();
    printf("after '%s' comes %d\n", word, c);
    if (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = 0;
        snprintf(who.name, sizeof who.name, "<%s>", line);
    }
    who.last = getc(stdin);
    printf("%d numbers, %s, '%c', more: %d %d\n", got, who.name, who.last, getchar(), getchar());
    printf("end: %d, fileno %d\n", feof(stdin) != 0, fileno(stdin));
    for (int j = 0; j < cols; j++) {
        for (int i = 0; i < rows; i++)
            printf(" %.3f", t[j * rows + i]);
        printf("\n");
    }
    free(line);
    free(m);
    free(t);
    return 0;
}
