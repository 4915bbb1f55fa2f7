// Texts behind pointers that stand in tables, printed beside totals that loops compute.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char name[24];
    const char *note;
    int len, *b;
} sequence;

typedef struct {
    sequence *of[3];
    int count;
} library;

static int total(const sequence *s)
{
    int t = 0;
#pragma hydra parallel for reduction(+ : t)
    for (int i = 0; i < s->len; i++)
        t += s->b[i];
    return t;
}

/* What it prints beside is another text afterwards. */
static int mark(sequence *s)
{
#pragma hydra parallel for
    for (int i = 0; i < 4; i++)
        s->name[i] = (char)('a' + i + s->len % 5);
    return s->name[1];
}

static sequence *make(const char *name, int n)
{
    sequence *s = malloc(sizeof *s);
    strcpy(s->name, name);
    strcat(s->name, ".");
    s->note = name;
    s->len = n;
    s->b = malloc(n * sizeof *s->b);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        s->b[i] = i;
    return s;
}

int main(void)
{
    sequence *set[3];
    static const char *const names[] = {"mouse", "human", "zebra fish"};
    library all = {{0}, 3}, *lib = &all;
    for (int i = 0; i < 3; i++)
        lib->of[i] = set[i] = make(names[i], 9 + i);
    for (int i = 0; i < 3; i++)
        printf("%s %d\n", set[i]->name, total(set[i]));
    for (int i = 0; i < lib->count; i++)
        printf("%s %s %d %d\n", lib->of[i]->name, lib->of[i]->note, total(lib->of[i]), total(set[i]));
    for (int i = 0; i < 3; i++)
        printf("%d %s\n", mark(set[i]), lib->of[(i + 1) % 3]->note);
    for (int i = 0; i < 3; i++)
        printf("%s %d\n", set[i]->name, mark(set[i]));
    return 0;
}
