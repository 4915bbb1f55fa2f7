// Pointers of which a parallel loop's analysis cannot tell where they point: every rank runs the loop, or gets all.
#include <stdio.h>
double a[100], c[100];
double pick(double *p, int i) { return p[i]; }
double (*chosen)(double *, int) = pick;
double unseen(double *p);
struct cell { double *value; struct cell *next; };
void f(int n, struct cell *cells) {
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        (i % 2 ? &a[i] : &c[i])[0] = 1; // warning: every rank runs the parallel loop of line 10, in order (replicated): cannot tell which array
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = chosen(c, i); // warning: calls through a function pointer
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = unseen(c); // warning: 'unseen' is not defined in the program, and what it does is not known
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = cells[i].next->next->next->value[i]; // warning: every rank gets every array before this loop: cannot tell which array 'cells[i].next->next->next->value[i]' is in
    double s = 0;
    for (struct cell *e = cells; e; e = e->next)
        s += e->value[0];
    s += unseen(a); // warning: every rank gets every array before this: 'unseen' is not defined in the program
    printf("%g\n", s);
}
int main(void) {
    f(10, NULL);
    return 0;
}
