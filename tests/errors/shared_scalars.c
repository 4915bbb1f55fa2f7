// Scalars that iterations share and write: the message names the clause to add.
#include <math.h>
struct point { double x, y; };
double a[100], b[100], total;
int flag;
static void count(void) { flag++; }
static double get(const double* p) { return *p; }
static void set(double* p) { *p = 1; }
void f(int n) {
    int i, j;
    double t, sum = 0, high = 0, c = 0;
    double* p = a;
    struct point q;
#pragma hydra parallel for
    for (i = 0; i < n; i++) {
        t = a[i]; // error: 't' is shared by all iterations, and each one writes it; add 'private(t)'
        b[i] = t * t;
        sum += t; // error: add 'reduction(+:sum)'
        if (a[i] > high) {
            high = a[i]; // error: add 'reduction(max:high)'
        }
        for (j = 0; j < 3; j++) { // error: 'j' is shared by all iterations
            b[i] += j;
        }
        *p = 3;
        p++; // error: 'p' is shared by all iterations
        q.x = a[i]; // warning: 'q' is shared by all iterations; after the loop it has the value from the last iteration
        total = total * 2 + a[i]; // error: add 'private(total)' where each iteration needs its own, or 'reduction(op:total)'
        b[i] += get(&c);
        set(&c); // error: 'c' is shared by all iterations, and each one may write (through its address) it
        flag = 1; // warning: 'flag' is shared by all iterations; after the loop it has the value from the last iteration
    }
}
