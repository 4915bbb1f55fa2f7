// distributed: 29 35
// replicated: 26
// offloaded: 29 35
// Functions of the program's own with a list of arguments, whose formats have `%n`: in loops, in serial code; and a format that is put together.
#include <stdarg.h>
#include <stdio.h>

#define N 48

static char text[N][40];
static int length[N], early[N];
static signed char narrow[N];

static void say(char *into, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(into, size, format, list);
    va_end(list);
}

int main(void) {
    char made[16], line[64];
    long sum = 0;
    for (int round = 0; round < 2; round++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            say(text[i], sizeof text[i], "%d%n ", i * i * (37 + round), &length[i]);
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            early[i] = length[N - 1 - i] + round;
        say(line, sizeof line, "%s%n", "five.", &early[3 + round]);
        sprintf(made, "%%%dd%%hhn", 7);
        sprintf(line, made, round, &narrow[N - 4]);
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            length[i] = early[i - 1] * 10 + early[i + 1] + narrow[i];
    }
    for (int i = 0; i < N; i++)
        sum = sum * 3 + length[i] + early[i] * 5;
    printf("%ld %s %s %d\n", sum, text[17], line, narrow[N - 4]);
    return 0;
}
