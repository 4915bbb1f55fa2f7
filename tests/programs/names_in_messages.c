// says: names_in_messages.c:44: check: Assertion `value[i] < 2000' failed
/* __func__ in loops, in macros, and in functions that loops call, is the name of the function in the program's text. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define HERE(x) ((int)strlen(__func__) * 100 + (x))

enum { N = 40 };

static int value[N], where[N];
static double table[4];

static int plain(int i) { return (int)(sizeof(__FUNCTION__) * 10) + i; }

/* Holds an array of its own, so loops call a copy with another name. */
static int copied(int i)
{
    double own[3] = {1, 2, 3};
    for (int k = 0; k < 3; k++)
        own[k] += table[(i + k) % 4];
    return (int)own[i % 3] + HERE(0) + __func__[0];
}

static void fill(void)
{
#pragma hydra parallel for
    for (int k = 0; k < 4; k++)
        table[k] = k;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        value[i] = HERE(i) + plain(i) + copied(i);
        const char* name = i % 2 ? __func__ : __PRETTY_FUNCTION__;
        where[i] = name[1] + (int)strlen(name);
    }
}

static void check(void)
{
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        assert(where[i] > 0);
        where[i]++;
        assert(value[i] < 2000);
    }
}

int main(void)
{
    fill();
    for (int i = 0; i < N; i++)
        printf("%d %d%c", value[i], where[i], i % 10 == 9 ? '\n' : ' ');
    fflush(stdout);
    value[17] += 1000;
    check();
    return 0;
}
