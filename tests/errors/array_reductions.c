// Reductions over arrays: sections that cannot be, and uses of the array that are no accumulation.
#include <stdlib.h>
struct state { double x, y[4]; };
int hist[16], key[100];
double grid[8][8];
static int pick(int i) { return i % 16; }
static int hidden(int i) { return hist[i % 16]; }
void f(int n, int* p) {
    struct state s = {0};
    double t = 0;
#pragma hydra parallel for reduction(+:s.x) // error: a clause names whole variables, not a struct's members; use a variable of its own and store it in 's.x'
    for (int i = 0; i < n; i++)
        key[i] = 1;
#pragma hydra parallel for reduction(+:t[0:3]) // error: 't' is no array; write reduction(op:t)
    for (int i = 0; i < n; i++)
        key[i] = 1;
#pragma hydra parallel for reduction(+:p[2:]) // error: 'p' is a pointer, which does not tell how many elements
    for (int i = 0; i < n; i++)
        p[i % 3]++;
#pragma hydra parallel for reduction(+:p[0:pick(n)]) // error: a clause's expression is an integer without calls
    for (int i = 0; i < n; i++)
        p[i % 3]++;
#pragma hydra parallel for reduction(+:p[0:0.5]) // error: a clause's expression is an integer
    for (int i = 0; i < n; i++)
        p[i % 3]++;
#pragma hydra parallel for reduction(+:p[0:n +]) // error: an expression is expected here
    for (int i = 0; i < n; i++)
        p[i % 3]++;
#pragma hydra parallel for reduction(+:p[0:m]) // error: 'm'
    for (int i = 0; i < n; i++)
        p[i % 3]++;
#pragma hydra parallel for reduction(+:p[0:-4]) // error: the length of an array section cannot be negative
    for (int i = 0; i < n; i++)
        p[i % 3]++;
#pragma hydra parallel for reduction(+:p[]) // error: the array section is empty
    for (int i = 0; i < n; i++)
        p[i % 3]++;
#pragma hydra parallel for reduction(+:hist)
    for (int i = 0; i < n; i++) {
        hist[key[i]]++;
        key[i] = hist[0]; // error: the reduction variable 'hist' may only be accumulated in the loop (as in 'hist[…] += e')
    }
#pragma hydra parallel for reduction(+:hist)
    for (int i = 0; i < n; i++)
        hist[key[i]] *= 2; // error: 'hist' is in reduction(+:hist), but is accumulated with '*' here; write reduction(*:hist)
#pragma hydra parallel for reduction(+:hist)
    for (int i = 0; i < n; i++)
        hist[hist[i % 16]]++; // error: may only be accumulated
#pragma hydra parallel for reduction(+:hist)
    for (int i = 0; i < n; i++)
        hist[i % 16] = hist[i % 15] + 1; // error: may only be accumulated
#pragma hydra parallel for reduction(+:hist[0:8], hist[8:8]) // error: 'hist' is in two clauses or twice in one
    for (int i = 0; i < n; i++)
        hist[i % 16] += 1;
#pragma hydra parallel for reduction(max:grid[0:4][0:8][0:2]) // error: 'grid' has only 2 dimensions
    for (int i = 0; i < n; i++)
        if (grid[i % 4][0] < i) grid[i % 4][0] = i;
#pragma hydra parallel for private(hist[0:4]) // error: a clause names whole variables; write 'private(hist)'
    for (int i = 0; i < n; i++)
        key[i] = i;
}
