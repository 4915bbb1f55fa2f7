/* A log with a format, an error exit, sums and writes through lists of arguments; names that a loop makes. */
// says: stopping at 3
// distributed: 83 88 97 104
// offloaded: 83 88 97 104
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 24

static double a[N];
static char name[N][8];
static FILE *trace;

static void say(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
}

static void die(int status, const char *format, ...)
{
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    vfprintf(stderr, format, ap);
    vfprintf(trace, format, again);
    va_end(again);
    va_end(ap);
    fputc('\n', stderr);
    fclose(trace);
    exit(status);
}

static double sum(int n, ...)
{
    double s = 0;
    va_list ap;
    va_start(ap, n);
    while (n-- > 0)
        s += va_arg(ap, double);
    va_end(ap);
    return s;
}

static void negate(int count, ...)
{
    va_list ap;
    va_start(ap, count);
    double *p = va_arg(ap, double *);
    for (int i = 0; i < count; i++)
        p[i] = -p[i];
    va_end(ap);
}

static int line(char *out, size_t room, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(out, room, format, ap);
    va_end(ap);
    return n;
}

static int parse(const char *text, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsscanf(text, format, ap);
    va_end(ap);
    return n;
}

int main(void)
{
    char text[80];
    trace = fopen("variadic.log", "w");
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            a[i] += i * (t + 1) % 7;
        say("step %d: %g %g %g\n", t, a[1], a[N / 2], sum(3, a[3], a[N - 1], 0.5));
    }
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        name[i][0] = 'a' + i % 26;
        name[i][1] = '0' + i / 10;
        name[i][2] = '0' + i % 10;
        name[i][3] = 0;
    }
    say("%s %s %s\n", name[0], name[N - 1], name[N / 2]);
    negate(7, a + 2);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] *= 2;
    say("%g %g %g\n", a[1], a[2], a[8]);
    line(text, sizeof text, "%s=%g", name[5], a[5]);
    puts(text);
    say("%d\n", parse("2.5 17.25", "%lf %lf", &a[20], &a[1]));
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] += 1;
    say("%g %g\n", a[20], a[1]);
    die(3, "stopping at %d: %s, %g", 3, name[3], a[3]);
    return 0;
}
