// distributed: 28
// offloaded: 28
/* A stream whose bytes a function of the program's takes: what stands in it at the end is taken behind main, when that
 * function still reads an array that a loop has filled. */
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

static long a[500];

static ssize_t take(void *cookie, const char *text, size_t bytes)
{
    char line[80];
    long sum = 0;
    (void)cookie;
    for (int i = 0; i < 500; i++)
        sum += a[i];
    int length = snprintf(line, sizeof line, "%.*s %ld\n", (int)bytes, text, sum);
    return write(STDOUT_FILENO, line, (size_t)length) == length ? (ssize_t)bytes : 0;
}

int main(void)
{
    cookie_io_functions_t functions = {.write = take};
    FILE *late = fopencookie(NULL, "w", functions);
    fprintf(late, "the sum is");
#pragma hydra parallel for
    for (int i = 0; i < 500; i++)
        a[i] = i * 3L;
    printf("%ld\n", a[499]);
    fflush(stdout);
    return 0;
}
