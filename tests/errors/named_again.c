// Declarations in a loop that name again what each iteration has for itself, thread-local variables that loops reach
// through pointers: refused.
#include <stddef.h>
int o[500], x;
double a[100];
static _Thread_local int level = 4; // error: 'level' is thread-local, and iterations of a parallel loop, which threads run, use it
static int g(int by) { return by + level; }
int count;

int main(void)
{
    int (*by_pointer)(int) = g;
#pragma hydra parallel for
    for (int i = 0; i < 500; i++)
        o[i] = by_pointer(i);
#pragma hydra parallel for reduction(+:count)
    for (int i = 0; i < 100; i++) {
        extern int count; // error: 'count' is declared in the loop once more, of which each iteration has its own
        count++;
    }
    __asm__ volatile("" : : "r"(x = o[3]));
    __asm__ volatile("" : : "r"(a[3] == 4 && x <= 3 && (x >> 2) >= 1) : "memory");
    return count;
}
