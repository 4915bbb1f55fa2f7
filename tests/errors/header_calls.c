// Functions in the header of a parallel loop: what they compute must not depend on how often they are called.
#include <stdio.h>
#include <stdlib.h>
static int a[100], calls, n = 10;
static int counted(void) { return ++calls; }
static int shown(void) { return printf("x"); }
static int first(void) { return a[0]; }
static int safe(int k) { return k + n; }
struct stack {
    int used, items[40];
};
static struct stack stacks[3];
static int used(const struct stack *s) { return s->used; }
static int oldest(const struct stack *s) { return s->items[0]; }
static int next_used(const struct stack *s) {
    s = s + 1;
    return s->used;
}
void f(int *p) {
    struct stack s = {25, {3}}, reached = {3, {0}}, *known = &reached;
#pragma hydra parallel for
    for (int i = 0; i < counted(); i++) // error: may only call functions that change nothing
        a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < shown(); i++) // error: may only call functions that change nothing
        a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < first(); i++) // error: may only call functions that change nothing
        a[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < safe(3) + abs(*p); i++)
        a[i] += i;
#pragma hydra parallel for
    for (int i = 0; i < oldest(&s); i++) // error: may only call functions that change nothing
        s.items[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < used(&reached); i++) // error: may only call functions that change nothing
        known->items[i] = known->used = i;
#pragma hydra parallel for
    for (int i = 0; i < next_used(&stacks[0]); i++) // error: may only call functions that change nothing
        a[i] = 3;
#pragma hydra parallel for
    for (int i = 0; i < used(&s); i++)
        a[i] = 3;
}
