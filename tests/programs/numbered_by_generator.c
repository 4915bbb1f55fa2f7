// offloaded: 26 38 48
/* Made by a generator: its #line directives say where each piece comes from, and messages go by __LINE__ and __FILE__. */
#include <stdio.h>

static int depth[90], noted[90];
static double load[90];

static void check(int line, const char *file)
{
    int sum = 0;
    for (int i = 0; i < 90; i++)
        sum += noted[i] * (i + 1);
    printf("%s:%d: depth %d, noted %d, load %g\n", file, line, depth[70], sum, load[80]);
}
#line 300 "rules.y"
static double cost(int i)
{
    return i + load[i] * 0.5 + __LINE__;
}

int main(void)
{
    int last = 0;
#line 12 "rules.y"
#pragma hydra parallel for
    for (int i = 0; i < 90; i++) {
        depth[i] = i * 3;
        noted[i] = __LINE__; /* 15 */
    }
    last = depth[60] + __LINE__; last += noted[50];
    check(__LINE__, __FILE__);
# 7 "more rules.y"
    for (int i = 0; i < 90; i++)
        last += noted[i] * 2;
    printf("%d at %d\n", last, __LINE__);

#pragma hydra parallel for
    for (int i = 0; i < 90; i++) {
#line 1000
        noted[i] += __LINE__;
        load[i] = i * 0.25;
    }

    check(__LINE__, __FILE__); printf("%g %d\n", load[85], __LINE__);
#define AT 40
#line AT "lexer.l"
#pragma hydra parallel for
    for (int i = 0; i < 90; i++) load[i] = cost(i);
    check(__LINE__, __FILE__); printf("%g\n", load[81]); check(__LINE__, __FILE__);
    return 0;
}
