// distributed: 15 18
// offloaded: 15 18
// Functions defined in the old way, whose parameters are narrower than what they are called with.
#include <stdio.h>
int a[300], b[40];
static int get(c)
unsigned char c;
{ return a[c]; }
static int g2(s, c) signed char c;
short s;
{ return a[c + 130] + a[s + 10]; }
int main(void) {
    int i;
#pragma hydra parallel for
    for (i = 0; i < 300; i++)
        a[i] = i;
#pragma hydra parallel for
    for (i = 0; i < 40; i++)
        b[i] = get(250 + i) + g2(i, 120 + i);
    for (i = 0; i < 40; i++)
        printf("%d ", b[i]);
    puts("");
    return 0;
}
