// Privates that a call fills on some of its ways only. Who asks its result knows; who does not may read what no
// iteration has written.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static double a[50];
static const char *const line[2] = {"7", "x"};
struct entry {
    int key;
    double value;
    char name[8];
};
static void give_up(const char *text) { fprintf(stderr, "%s\n", text); exit(2); }
static int parse(const char *text, double *to) { return sscanf(text, "%lf", to) == 1; }
static int parse_or(const char *text, double *to, double otherwise)
{
    if (sscanf(text, "%lf", to) != 1)
        *to = otherwise;
    return 1;
}
static void odd(double *to, int i)
{
    if (i & 1)
        *to = i;
}
int unasked(int n)
{
    double x;
    int good = 0;
    struct entry e;
    char word[8];
#pragma hydra parallel for private(x)
    for (int i = 0; i < n; i++) {
        sscanf(line[i % 2], "%lf", &x);
        a[i] = x; // warning: an iteration may read the private 'x' before it writes it; its value is undefined there
    }
#pragma hydra parallel for private(x)
    for (int i = 0; i < n; i++) {
        (void)parse(line[i % 2], &x);
        a[i] = x; // warning: an iteration may read the private 'x'
    }
#pragma hydra parallel for private(x)
    for (int i = 0; i < n; i++) {
        odd(&x, i);
        a[i] = x; // warning: an iteration may read the private 'x'
    }
#pragma hydra parallel for private(x) reduction(+ : good)
    for (int i = 0; i < n; i++) {
        if (sscanf(line[i % 2], "%lf", &x) == 1)
            good++;
        a[i] = x; // warning: an iteration may read the private 'x'
    }
#pragma hydra parallel for private(x) reduction(+ : good)
    for (int i = 0; i < n; i++) {
        if (parse(line[i % 2], &x))
            a[i] = x * x;
        else
            good++;
        a[i] += x; // warning: an iteration may read the private 'x'
    }
#pragma hydra parallel for private(e)
    for (int i = 0; i < n; i++) {
        sscanf(line[i % 2], "%d %lf", &e.key, &e.value);
        a[i] = e.value; // warning: here 'e.value' may be read before it is written
    }
#pragma hydra parallel for private(word)
    for (int i = 0; i < n; i++) {
        sscanf(line[i % 2], "%7s", word);
        a[i] = word[0]; // warning: here 'word[0]' may be read before it is written
    }
    return good;
}
int asked(int n)
{
    double x;
    int good = 0;
    struct entry e;
#pragma hydra parallel for private(x) reduction(+ : good)
    for (int i = 0; i < n; i++) {
        if (sscanf(line[i % 2], "%lf", &x) != 1)
            continue;
        good += parse_or("x", &x, 3);
        a[i] = x;
    }
#pragma hydra parallel for private(x)
    for (int i = 0; i < n; i++) {
        if (!parse(line[i % 2], &x))
            x = -1;
        a[i] = x;
    }
#pragma hydra parallel for private(x)
    for (int i = 0; i < n; i++) {
        parse_or(line[i % 2], &x, i);
        a[i] = x;
    }
#pragma hydra parallel for private(x)
    for (int i = 0; i < n; i++) {
        const int got = sscanf(line[i % 2], "%lf", &x);
        if (got == 1 && x > 3)
            a[i] = x;
        a[i] = parse(line[0], &x) ? x : 0;
    }
#pragma hydra parallel for private(x)
    for (int i = 0; i < n; i++) {
        if (sscanf(line[0], "%lf", &x) != 1)
            give_up("not a number");
        a[i] = x;
    }
#pragma hydra parallel for private(x)
    for (int i = 0; i < n; i++) {
        assert(parse(line[0], &x));
        a[i] += x;
    }
#pragma hydra parallel for private(e)
    for (int i = 0; i < n; i++)
        if (sscanf(line[i % 2], "%d %lf", &e.key, &e.value) == 2)
            a[i] = e.value + e.key;
    return good;
}
