// distributed: 19 23 30
// A text in an array of one element at the end of its record, with room behind it: loops and library functions read and
// write as far as it goes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n;
    char name[1];
} label;

int main(void)
{
    label *s = malloc(sizeof *s + 80);
    int out[60];
    s->n = 40;
#pragma hydra parallel for
    for (int i = 0; i < 41; i++)
        s->name[i] = i < 40 ? 'a' + i % 26 : 0;
    printf("%s %d\n", s->name, (int)strlen(s->name));
#pragma hydra parallel for
    for (int i = 0; i < 60; i++)
        out[i] = (int)(strchr(s->name, 'a' + i % 26) - s->name) + (int)strlen(s->name) * (i % 3);
    for (int i = 0; i < 60; i++)
        printf("%d ", out[i]);
    puts("");
    strcpy(s->name, "another text");
#pragma hydra parallel for
    for (int i = 0; i < 12; i++)
        s->name[i] -= 32 * (s->name[i] != ' ');
    puts(s->name);
    free(s);
    return 0;
}
