// distributed: 31 48 59
// offloaded: 31 48 59
/* Comments, lines of the preprocessor and odd line ends where functions, loops and directives have them: what is
   written for a function is made from the text of its head. */
#include <stdio.h>
#include <stdlib.h>

int same(const float *i, const float *j, int d)
// tells whether two points (of d dimensions) are identical
{
    int a = 0;
    while (a < d && i[a] == j[a])
        a++;
    return a == d;
}

static /* ( */ double
scaled(double x /* ) */, // what
       double by)        /* how much: ") {" */
/* { */
// } 'a' "b
{
    return x * by;
}

void fill(float *p, /* n ) */ int n) // fills (all of) p {
{
    // the loop
    #pragma hydra parallel for // not the last word )
    /* between */ // them
    for (int k = 0; /* k */ k < n; k++) // up to n {
        /* the body ( */
        p[k] = (float)scaled(k, 0.5);
}

#define BOTH
double total(
#ifdef BOTH
    const float *p,
#endif
    int n)
#ifdef BOTH
#endif
{
    double sum = 0;
    #pragma hydra parallel for reduction(+ : sum) /* of
        two lines */
    for (int k = 0; k < n; k++) { // each
        sum += p[k];
    } // all
    return sum;
}

static double largest(p, n) /* the old way ( */ float *p; // where
int n; /* how many ) */
{
    double most = 0;
    #pragma hydra parallel for reduction(max : most)
    for (int k = 0; k < n; k++)
        if (p[k] > most)
            most = p[k];
    return most;
}

int main(void) /* begins ) here */
{
    enum { n = 1000 };
    float *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    fill(p, n);
    fill(q, n);
    printf("%d %g %g\n", same(p, q, n), total(p, n), largest(q, n));
    q[n - 1] = 0;
    printf("%d %g %g\n", same(p, q, n), total(q, n), largest(q, n));
    free(p);
    free(q);
    return 0;
}
