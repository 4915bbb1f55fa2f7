// What stands behind a comparison with a minimum is not evaluated by all iterations, and a pointer that counts is not
// where C leaves it.
double a[100], b[100];
static int calls;
static int count(int i) { return ++calls > i; }
void f(int n, double *from, double *to, double *out)
{
    double best = 1e9, *p;
    int at = -1;
#pragma hydra parallel for reduction(min : best)
    for (int i = 0; i < n; i++)
        if (count(i) && a[i] < best)
            if (count(i) && a[i] < best) { // error: this is evaluated only where a value replaces that of 'best'
                best = a[i];
                at = i;
            }
#pragma hydra parallel for reduction(min : best)
    for (int i = 0; i < n; i++)
        if (a[i] < best && count(i)) { // error: this is evaluated only where a value replaces that of 'best'
            best = a[i];
            at = i;
        }
#pragma hydra parallel for
    for (p = from; p < to; p++) // error: 'p' may be read after the loop, which hydracc counts by numbers
        *p = 1;
    b[0] = p - from;
    out[0] = best + at;
}
