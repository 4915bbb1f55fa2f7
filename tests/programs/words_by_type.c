// distributed: 36
/* Words from tables of literals, and characters by their class: the library's tables and the literals are everybody's. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *words[] = {"alpha", "Be", "gamma ray", "D2"};
static const struct unit {
    const char *name;
    double factor;
} units[] = {{"mm", 0.001}, {"inch", 0.0254}, {"m", 1}};
static int length[40], upper[40], letters[40];
static double scaled[40];

static int count(const char *s, int (*is)(int))
{
    int n = 0;
    for (; *s; s++)
        n += is((unsigned char)*s) != 0;
    return n;
}

static int capitals(const char *s)
{
    int n = 0;
    while (*s != '\0')
        n += isupper((unsigned char)*s++) != 0;
    return n;
}

int main(void)
{
    char line[41] = "";
    const char *order[] = {"one", "fine", "day"};
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        length[i] = (int)strlen(words[i % 4]) + (int)strlen(order[i % 3]);
        upper[i] = capitals(words[(i + 1) % 4]) + (order[(i + 2) % 3][0] == 'f');
        scaled[i] = i * units[i % 3].factor + strlen(units[(i + 1) % 3].name);
        line[i] = (char)toupper((unsigned char)words[i % 4][i % 2]);
    }
    for (int i = 0; i < 4; i++)
        letters[i] = count(words[i], isalpha);
    for (int i = 0; i < 40; i++)
        printf("%d %d %.4f%c", length[i], upper[i], scaled[i], i % 5 == 4 ? '\n' : ';');
    puts(line);
    for (const char *c = line; *c; c++)
        putchar(islower((unsigned char)*c) ? *c : tolower((unsigned char)*c));
    printf("\n%d %d %d %d\n", letters[0], letters[1], letters[2], letters[3]);
    return 0;
}
